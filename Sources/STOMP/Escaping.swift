/// Escapes in header names and values (STOMP 1.2 §Value Encoding; checklist rows 10 to 13).
enum Escaping {
  /// Decodes the escapes of a received name or value.
  ///
  /// - Parameters:
  ///   - bytes: The escaped bytes.
  ///   - version: 1.2 has `\r \n \c \\`, 1.1 all but `\r`, and 1.0 none.
  static func unescape(_ bytes: ArraySlice<UInt8>, _ version: ProtocolVersion) -> Result<[UInt8], EscapeError> {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      guard byte == ASCII.backslash, version != .v1_0 else {
        output.append(byte)
        index += 1
        continue
      }
      guard index + 1 < bytes.endIndex else { return .failure(EscapeError(mistake: .trailing, index: index)) }
      guard let plain = plain(of: bytes[index + 1], version) else {
        return .failure(EscapeError(mistake: .undefined, index: index))
      }
      output.append(plain)
      index += 2
    }
    return .success(output)
  }

  private static func plain(of byte: UInt8, _ version: ProtocolVersion) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): ASCII.lineFeed
    case UInt8(ascii: "c"): ASCII.colon
    case ASCII.backslash: ASCII.backslash
    case UInt8(ascii: "r"): version == .v1_2 ? ASCII.carriageReturn : nil
    default: nil
    }
  }

  /// The part of a header.
  enum Part {
    case name
    case value
  }

  /// Writes a name or value for a receiver of this version. A character that the version cannot represent, such as a
  /// line end in 1.0, becomes a space, so that no value can end a header or a frame.
  ///
  /// - Parameters:
  ///   - version: nil writes without escapes, as in CONNECTED.
  static func write(_ text: String, _ part: Part, _ version: ProtocolVersion?, into bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if byte > ASCII.carriageReturn, byte != ASCII.colon, byte != ASCII.backslash {
        bytes.append(byte)
      } else {
        write(special: byte, part, version ?? .v1_0, into: &bytes)
      }
    }
  }

  private static func write(
    special byte: UInt8, _ part: Part, _ version: ProtocolVersion, into bytes: inout [UInt8]
  ) {
    func escape(_ letter: Unicode.Scalar) {
      bytes.append(ASCII.backslash)
      bytes.append(UInt8(ascii: letter))
    }
    switch byte {
    case ASCII.null: bytes.append(ASCII.space)
    case ASCII.lineFeed where version >= .v1_1: escape("n")
    case ASCII.carriageReturn where version >= .v1_2: escape("r")
    case ASCII.lineFeed, ASCII.carriageReturn: bytes.append(ASCII.space)
    case ASCII.colon where version >= .v1_1: escape("c")
    case ASCII.colon where part == .name: bytes.append(ASCII.space)
    case ASCII.backslash where version >= .v1_1: escape("\\")
    default: bytes.append(byte)
    }
  }

  /// Whether a text is written the same for every version.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > ASCII.carriageReturn && $0 != ASCII.colon && $0 != ASCII.backslash }
  }
}
