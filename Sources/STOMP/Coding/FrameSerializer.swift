/// Writes frames as bytes.
package enum FrameSerializer {
  /// A frame as a receiver of this version reads it: line feeds only (CONTRACT W5), nothing behind the NUL
  /// (CONTRACT W6). CONNECT and CONNECTED are never escaped (checklist row 12).
  package static func serialize(_ frame: Frame, for version: ProtocolVersion) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frame.body.count + 64 * (frame.headers.count + 1))
    bytes.append(contentsOf: frame.command.rawValue.utf8)
    bytes.append(ASCII.lineFeed)
    for header in frame.headers {
      write(header, for: frame.command.escapesHeaders ? version : nil, into: &bytes)
    }
    bytes.append(ASCII.lineFeed)
    bytes.append(contentsOf: frame.body)
    bytes.append(ASCII.null)
    return bytes
  }

  /// Writes a header line; without a version nothing is escaped.
  static func write(_ header: Header, for version: ProtocolVersion?, into bytes: inout [UInt8]) {
    Escaping.write(header.name, .name, version, into: &bytes)
    bytes.append(ASCII.colon)
    Escaping.write(header.value, .value, version, into: &bytes)
    bytes.append(ASCII.lineFeed)
  }
}
