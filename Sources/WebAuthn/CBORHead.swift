/// The head of a data item (RFC 8949 §3): its major type and its argument.
struct CBORHead {
  enum Major: UInt8 {
    case unsigned
    case negative
    case bytes
    case text
    case array
    case map
    case tag
    case simple

    /// The name of the type in messages.
    var name: String {
      switch self {
      case .unsigned, .negative: "an integer"
      case .bytes: "a byte string"
      case .text: "a text string"
      case .array: "an array"
      case .map: "a map"
      case .tag: "a tag"
      case .simple: "a simple value"
      }
    }
  }

  let major: Major
  /// The low five bits of the first byte.
  let information: UInt8
  /// The value, length or count.
  let argument: UInt64
  /// The offset after the head.
  let end: Int

  /// Reads the head at `offset`, which is at most the number of bytes.
  init(_ input: [UInt8], at offset: Int) throws(CBORError) {
    guard offset < input.count, let major = Major(rawValue: input[offset] >> 5) else {
      throw CBORError(.truncated, at: offset, "an item was expected, but the input ends")
    }
    self.major = major
    information = input[offset] & 0x1F
    switch information {
    case 0..<24:
      argument = UInt64(information)
      end = offset + 1
    case 24...27:
      let count = 1 << Int(information - 24)
      guard count < input.count - offset else {
        throw CBORError(.truncated, at: offset, "the head of an item goes on after the end of the input")
      }
      end = offset + 1 + count
      argument = input[offset + 1..<end].reduce(0) { $0 << 8 | UInt64($1) }
    default:
      throw Self.fault(major, information, at: offset)
    }
  }

  /// The error of additional information 28 to 31.
  private static func fault(_ major: Major, _ information: UInt8, at offset: Int) -> CBORError {
    switch (major, information) {
    case (.bytes, 31), (.text, 31), (.array, 31), (.map, 31):
      CBORError(
        .indefiniteLength, at: offset,
        "\(major.name) of indefinite length; authenticators write definite lengths (CTAP2 canonical CBOR)")
    case (.simple, 31):
      CBORError(.unexpectedBreak, at: offset, "a break where no item of indefinite length is open")
    default:
      CBORError(.notWellFormed, at: offset, "additional information \(information), which is reserved")
    }
  }
}
