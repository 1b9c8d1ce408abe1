/// A frame: a command, headers and a body.
package struct Frame: Sendable, Equatable {
  package let command: Command
  package var headers: Headers
  /// The bytes between the empty line and the closing NUL.
  package var body: [UInt8]

  package init(_ command: Command, _ headers: Headers = Headers(), body: [UInt8] = []) {
    self.command = command
    self.headers = headers
    self.body = body
  }
}

/// The content of one WebSocket message: one frame or one heartbeat.
package struct OutgoingFrame: Sendable, Equatable {
  package let bytes: [UInt8]
  /// Whether the bytes are UTF-8, so that the message is a text message (CONTRACT W6).
  package let isText: Bool

  package init(bytes: [UInt8], isText: Bool) {
    self.bytes = bytes
    self.isText = isText
  }

  /// The heartbeat: a single line feed as text.
  package static let heartbeat = OutgoingFrame(bytes: [ASCII.lineFeed], isText: true)
}

/// The commands of STOMP 1.0 to 1.2, case-sensitive (checklist row 1).
package enum Command: String, Sendable, CaseIterable {
  case send = "SEND"
  case subscribe = "SUBSCRIBE"
  case ack = "ACK"
  case connect = "CONNECT"
  case stomp = "STOMP"
  case unsubscribe = "UNSUBSCRIBE"
  case nack = "NACK"
  case begin = "BEGIN"
  case commit = "COMMIT"
  case abort = "ABORT"
  case disconnect = "DISCONNECT"
  case connected = "CONNECTED"
  case message = "MESSAGE"
  case receipt = "RECEIPT"
  case error = "ERROR"

  /// Whether only servers send it.
  package var isServers: Bool {
    switch self {
    case .connected, .message, .receipt, .error: true
    default: false
    }
  }

  /// Whether its frames may have a body (checklist row 19).
  package var hasBody: Bool { self == .send || self == .message || self == .error }

  /// Whether it opens a session; `STOMP` is equivalent to `CONNECT` (checklist row 2).
  package var opensSession: Bool { self == .connect || self == .stomp }

  /// Whether its headers are escaped (checklist row 12).
  package var escapesHeaders: Bool { !opensSession && self != .connected }
}

/// One header of a frame, unescaped.
package struct Header: Sendable, Equatable {
  package let name: String
  package let value: String
  /// The start of its line, in bytes from the frame's first; 0 for headers that were not received.
  package let offset: Int

  package init(_ name: String, _ value: String, offset: Int = 0) {
    self.name = name
    self.value = value
    self.offset = offset
  }

  /// Compares name and value, not the location.
  package static func == (one: Header, other: Header) -> Bool {
    one.name == other.name && one.value == other.value
  }
}

/// The headers of a frame in order. Of repeated ones the first counts (checklist row 14).
package struct Headers: Sendable, Equatable, RandomAccessCollection {
  private var headers: [Header]

  /// Headers from names and values, unescaped.
  package init(_ pairs: [(String, String)] = []) {
    headers = pairs.map { Header($0.0, $0.1) }
  }

  /// Headers from a list.
  package init(_ list: [Header]) {
    headers = list
  }

  package var startIndex: Int { headers.startIndex }
  package var endIndex: Int { headers.endIndex }
  package subscript(position: Int) -> Header { headers[position] }

  /// The value of the first header of this name, case-sensitive.
  package subscript(name: String) -> String? { header(name)?.value }

  /// The first header of this name, case-sensitive.
  package func header(_ name: String) -> Header? { headers.first { $0.name == name } }

  /// The value of the first header of this name in any case, for `authorization` (CONTRACT W4).
  package func first(ignoringCase name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }

  /// Appends a header.
  package mutating func append(_ header: Header) {
    headers.append(header)
  }

  /// The headers without spaces around names and values, as STOMP 1.0 reads them (checklist row 9).
  var trimmed: Headers {
    Headers(headers.map { Header($0.name.trimmingBlanks, $0.value.trimmingBlanks, offset: $0.offset) })
  }
}

/// A version of STOMP that the server supports, the oldest first. An underscore replaces the dot in its number.
package enum ProtocolVersion: Comparable, Sendable, CaseIterable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case v1_0
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case v1_1
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case v1_2

  /// All versions, as in the `version` header of an ERROR (STOMP 1.2 §Protocol Negotiation).
  package static let list = allCases.map(\.text).joined(separator: ",")

  /// Its name in `accept-version` and `version`, such as `1.2`.
  package var text: String {
    switch self {
    case .v1_0: "1.0"
    case .v1_1: "1.1"
    case .v1_2: "1.2"
    }
  }

  /// Its name as a WebSocket subprotocol, such as `v12.stomp`.
  package var subprotocol: String {
    switch self {
    case .v1_0: "v10.stomp"
    case .v1_1: "v11.stomp"
    case .v1_2: "v12.stomp"
    }
  }

  /// The highest supported version in an `accept-version` value; nil when there is none (checklist row 22).
  ///
  /// - Parameters:
  ///   - acceptVersion: Versions separated by commas. Spaces and unknown versions are ignored.
  package static func highest(in acceptVersion: String) -> ProtocolVersion? {
    let names = acceptVersion.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)).trimmingBlanks }
    return allCases.last { names.contains($0.text) }
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  var trimmingBlanks: String {
    func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
    guard let first = utf8.first, let last = utf8.last, isBlank(first) || isBlank(last) else { return self }
    guard let start = utf8.firstIndex(where: { !isBlank($0) }) else { return "" }
    guard let end = utf8.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[start...end])
  }
}

/// The limits of one session. What exceeds a limit gets ERROR (checklist row 20).
package struct Limits: Sendable, Equatable {
  /// Bytes of a body.
  package var maximumBodyBytes = 65_536
  /// Bytes of a header line without its line end; a token must fit.
  package var maximumHeaderLineBytes = 8192
  /// Bytes of a frame before its body.
  package var maximumHeaderBlockBytes = 65_536
  /// Headers of a frame.
  package var maximumHeaders = 100
  /// Bytes of a command line without its line end.
  package var maximumCommandBytes = 64
  /// Subscriptions of a session.
  package var maximumSubscriptions = 1000
  /// Open transactions of a session.
  package var maximumTransactions = 100
  /// Frames in all open transactions of a session.
  package var maximumTransactionFrames = 1000
  /// Bytes of the frames in all open transactions of a session.
  package var maximumTransactionBytes = 1 << 20
  /// Unacknowledged messages of a session.
  package var maximumUnacknowledged = 10_000
  /// How long a frame may stay unfinished, in nanoseconds, before it is diagnosed.
  package var patienceNanoseconds: Int64 = 2_000_000_000

  /// The default limits.
  package init() {}

  /// The largest unfinished frame in bytes, which the parser keeps between two messages.
  package var maximumFrameBytes: Int { maximumHeaderBlockBytes + maximumHeaderLineBytes + maximumBodyBytes + 4 }
}

/// Writes frames as bytes.
package enum FrameSerializer {
  /// A frame for a receiver of this version: with line feeds only (CONTRACT W5), and nothing after the NUL (CONTRACT
  /// W6). CONNECT and CONNECTED are never escaped (checklist row 12).
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

/// An invalid escape (checklist row 11).
struct EscapeError: Error, Equatable {
  enum Mistake {
    /// A backslash before a byte that is not an escape of this version.
    case undefined
    /// A backslash at the end.
    case trailing
  }

  let mistake: Mistake
  /// The backslash's index.
  let index: Int
}

/// The bytes with a meaning in STOMP.
enum ASCII {
  static let null: UInt8 = 0x00
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let colon: UInt8 = 0x3A
  static let backslash: UInt8 = 0x5C
}
