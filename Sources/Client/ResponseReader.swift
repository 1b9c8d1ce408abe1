import HTTPCore
import Platform

/// Parses one HTTP/1.1 response (RFC 9112) from pieces of any size.
struct ResponseReader {
  /// The data are not HTTP, or end too early.
  struct Malformed: Error {
    let reason: String
  }

  private enum Place {
    case head
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailers
    case fixed(Int)
    case untilEnd
    case done
  }

  private static let maximumLineBytes = 64 << 10

  /// 0 before the status line.
  private(set) var status = 0
  private(set) var headers = HeaderFields()
  /// What came behind the end of the response: the first bytes of another protocol after status 101.
  private(set) var remainder: [UInt8] = []
  private var place = Place.head
  /// Whether it is the response to a HEAD request, which has no body whatever its headers say (RFC 9110 §9.3.2).
  private let isHead: Bool
  /// The beginning of an incomplete line.
  private var line: [UInt8] = []

  /// Creates a parser of the response to one request.
  init(isHead: Bool = false) {
    self.isHead = isHead
  }

  /// Whether the header section is complete.
  var hasHead: Bool {
    if case .head = place { false } else { true }
  }

  /// Whether the response is complete.
  var isComplete: Bool {
    if case .done = place { true } else { false }
  }

  /// Parses the next piece.
  ///
  /// - Returns: The decoded bytes of the body in this piece.
  /// - Throws: ``Malformed``.
  mutating func feed(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
    var content: [UInt8] = []
    var rest = bytes[...]
    defer { if isComplete { remainder += rest } }
    while !rest.isEmpty, !isComplete {
      switch place {
      case .fixed(let count):
        content += rest.prefix(count)
        place = count > rest.count ? .fixed(count - rest.count) : .done
        rest = rest.dropFirst(count)
      case .chunk(let count):
        content += rest.prefix(count)
        place = count > rest.count ? .chunk(count - rest.count) : .chunkEnd
        rest = rest.dropFirst(count)
      case .untilEnd:
        content += rest
        rest = []
      default:
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
          line += rest
          guard line.count <= Self.maximumLineBytes else { throw Malformed(reason: "a line has no end") }
          return content
        }
        let whole = line + rest[..<end]
        line = []
        rest = rest[(end + 1)...]
        try read(String(decoding: whole.last == UInt8(ascii: "\r") ? whole.dropLast() : whole[...], as: UTF8.self))
      }
    }
    return content
  }

  /// The connection has ended.
  ///
  /// - Throws: ``Malformed`` when the response was incomplete.
  mutating func end() throws(Malformed) {
    if case .untilEnd = place { place = .done }
    if !isComplete { throw Malformed(reason: hasHead ? "the response was cut off" : "the server sent no response") }
  }

  private mutating func read(_ line: String) throws(Malformed) {
    switch place {
    case .head where status == 0:
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), let code = Int(parts[1]), (100...599).contains(code) else {
        throw Malformed(reason: "the server does not speak HTTP")
      }
      status = code
    case .head where line.isEmpty: try beginContent()
    case .head:
      guard let colon = line.firstIndex(of: ":") else { throw Malformed(reason: "a header line has no colon") }
      headers.append(String(line[..<colon]), String(line[line.index(after: colon)...]).trimmingBlanks())
    case .chunkSize:
      guard let size = Int(line.prefix { $0 != ";" }.trimmingSuffix(" "), radix: 16), size >= 0 else {
        throw Malformed(reason: "a chunk has no size")
      }
      place = size == 0 ? .trailers : .chunk(size)
    case .chunkEnd: place = .chunkSize
    case .trailers: if line.isEmpty { place = .done }
    case .chunk, .fixed, .untilEnd, .done: break
    }
  }

  private mutating func beginContent() throws(Malformed) {
    if (100...199).contains(status), status != 101 {
      // An interim response; the final one follows (RFC 9110 §15.2).
      (status, headers) = (0, HeaderFields())
      return
    }
    if isHead {
      place = .done
    } else if headers["Transfer-Encoding"]?.lowercased().hasSuffix("chunked") == true {
      place = .chunkSize
    } else if status == 204 || status == 304 || status == 101 {
      place = .done
    } else if let text = headers["Content-Length"] {
      guard let length = Int(text), length >= 0 else { throw Malformed(reason: "Content-Length is not a number") }
      place = length == 0 ? .done : .fixed(length)
    } else {
      place = .untilEnd
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }
}
