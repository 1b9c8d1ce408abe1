/// A path of the control plane and its query, percent-encoded (RFC 3986 §2.1).
struct ControlPath {
  let text: String

  /// A path below `/_mock`.
  ///
  /// - Parameters:
  ///   - segments: As people write them, slashes and all.
  ///   - query: Names and values, likewise.
  init(_ segments: String..., query: [(name: String, value: String)] = []) {
    let path = "/_mock/" + segments.map(Self.encoded).joined(separator: "/")
    let pairs = query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
    text = pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
  }

  /// A path as it is, for ``Ctl/Call``.
  init(verbatim text: String) {
    self.text = text
  }

  /// Everything but the unreserved characters is escaped.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
  }
}
