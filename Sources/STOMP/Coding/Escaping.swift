/// Escapes in header names and values (STOMP 1.2 §Value Encoding; checklist rows 10 to 13).
enum Escaping {
  /// Undoes the escapes of a received name or value.
  ///
  /// - Parameters:
  ///   - octets: The escaped octets.
  ///   - version: 1.2 knows `\r \n \c \\`, 1.1 all but `\r`, and 1.0 none.
  static func unescape(_ octets: ArraySlice<UInt8>, _ version: ProtocolVersion) -> Result<[UInt8], EscapeError> {
    var output: [UInt8] = []
    output.reserveCapacity(octets.count)
    var index = octets.startIndex
    while index < octets.endIndex {
      let octet = octets[index]
      guard octet == Octet.backslash, version != .v1_0 else {
        output.append(octet)
        index += 1
        continue
      }
      guard index + 1 < octets.endIndex else { return .failure(EscapeError(mistake: .trailing, index: index)) }
      guard let plain = plain(of: octets[index + 1], version) else {
        return .failure(EscapeError(mistake: .undefined, index: index))
      }
      output.append(plain)
      index += 2
    }
    return .success(output)
  }

  private static func plain(of octet: UInt8, _ version: ProtocolVersion) -> UInt8? {
    switch octet {
    case UInt8(ascii: "n"): Octet.lineFeed
    case UInt8(ascii: "c"): Octet.colon
    case Octet.backslash: Octet.backslash
    case UInt8(ascii: "r"): version == .v1_2 ? Octet.carriageReturn : nil
    default: nil
    }
  }

  /// Where in a header a text stands.
  enum Part {
    case name
    case value
  }

  /// Writes a name or value as a receiver of this version reads it. What the version cannot say, such as a line end
  /// in 1.0, becomes a space, so that no value can end a header or a frame.
  ///
  /// - Parameters:
  ///   - version: nil writes without escapes, as in CONNECTED.
  static func write(_ text: String, _ part: Part, _ version: ProtocolVersion?, into bytes: inout [UInt8]) {
    for octet in text.utf8 {
      if octet > Octet.carriageReturn, octet != Octet.colon, octet != Octet.backslash {
        bytes.append(octet)
      } else {
        write(special: octet, part, version ?? .v1_0, into: &bytes)
      }
    }
  }

  private static func write(
    special octet: UInt8, _ part: Part, _ version: ProtocolVersion, into bytes: inout [UInt8]
  ) {
    func escape(_ letter: Unicode.Scalar) {
      bytes.append(Octet.backslash)
      bytes.append(UInt8(ascii: letter))
    }
    switch octet {
    case Octet.null: bytes.append(Octet.space)
    case Octet.lineFeed where version >= .v1_1: escape("n")
    case Octet.carriageReturn where version >= .v1_2: escape("r")
    case Octet.lineFeed, Octet.carriageReturn: bytes.append(Octet.space)
    case Octet.colon where version >= .v1_1: escape("c")
    case Octet.colon where part == .name: bytes.append(Octet.space)
    case Octet.backslash where version >= .v1_1: escape("\\")
    default: bytes.append(octet)
    }
  }

  /// Whether a text is written the same for every version.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > Octet.carriageReturn && $0 != Octet.colon && $0 != Octet.backslash }
  }
}

/// A wrong escape (checklist row 11).
struct EscapeError: Error, Equatable {
  enum Mistake {
    /// A backslash before an octet that no escape of this version has.
    case undefined
    /// A backslash at the end.
    case trailing
  }

  let mistake: Mistake
  /// The backslash's index.
  let index: Int
}
