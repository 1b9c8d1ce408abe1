import HTTPCore
import Platform

/// A TCP connection to a server, for a program that has nothing else to do meanwhile.
final class BlockingSocket {
  /// There is no connection, or no more.
  struct Failure: Error {
    /// In the system's words.
    let reason: String

    static func system(_ code: Int32) -> Failure { Failure(reason: String(cString: strerror(code)).lowercased()) }
  }

  private static let pieceBytes = 64 << 10

  private let descriptor: Int32

  /// Connects to the first of the host's addresses that answers.
  ///
  /// - Throws: ``Failure``, that of the last address.
  init(to address: ServerAddress, timeoutMilliseconds: Int) throws(Failure) {
    var hints = addrinfo()
    hints.ai_socktype = CLibrary.streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, String(address.port), &hints, &list)
    defer { if list != nil { freeaddrinfo(list) } }
    guard code == 0 else { throw Failure(reason: "\(address.host): \(String(cString: gai_strerror(code)))") }
    var failure = Failure(reason: "\(address.host) has no address")
    var next = list
    while let info = next?.pointee {
      do throws(Failure) {
        descriptor = try Self.connected(info, timeoutMilliseconds)
        return
      } catch {
        failure = error
      }
      next = info.ai_next
    }
    throw failure
  }

  deinit { close(descriptor) }

  private static func connected(_ info: addrinfo, _ timeoutMilliseconds: Int) throws(Failure) -> Int32 {
    let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    guard descriptor >= 0 else { throw .system(errno) }
    // Without blocking, so that a host that does not answer costs no more than the time-out.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    #if canImport(Darwin)
      var isOn: Int32 = 1
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    do throws(Failure) {
      if connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 { return descriptor }
      guard errno == EINPROGRESS else { throw .system(errno) }
      try wait(descriptor, Int16(POLLOUT), timeoutMilliseconds)
      var (code, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
      guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code == 0 else { throw .system(code) }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Sends everything.
  ///
  /// - Throws: ``Failure`` when the other end takes nothing for so long, or is gone.
  func send(_ bytes: [UInt8], timeoutMilliseconds: Int) throws(Failure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        CLibrary.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        try Self.wait(descriptor, Int16(POLLOUT), timeoutMilliseconds)
      } else if errno != EINTR {
        throw .system(errno)
      }
    }
  }

  /// What came next; nothing at the end of the connection.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: How long nothing may come; less than 0 for no matter how long.
  /// - Throws: ``Failure``.
  func receive(timeoutMilliseconds: Int) throws(Failure) -> [UInt8] {
    while true {
      try Self.wait(descriptor, Int16(POLLIN), timeoutMilliseconds)
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
        let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        (count, code) = (max(0, received), received < 0 ? errno : 0)
      }
      if code == 0 { return bytes }
      guard code == EAGAIN || code == EWOULDBLOCK || code == EINTR else { throw .system(code) }
    }
  }

  private static func wait(_ descriptor: Int32, _ events: Int16, _ timeoutMilliseconds: Int) throws(Failure) {
    var wanted = pollfd(fd: descriptor, events: events, revents: 0)
    while true {
      let count = poll(&wanted, 1, Int32(clamping: timeoutMilliseconds))
      if count > 0 { return }
      if count == 0 { throw Failure(reason: "no answer within \(timeoutMilliseconds) ms") }
      guard errno == EINTR else { throw .system(errno) }
    }
  }
}

/// Reads one answer of HTTP/1.1 (RFC 9112) from the bytes of a connection, in whatever pieces they come.
struct AnswerReader {
  /// What came is no HTTP, or ends too early.
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

  /// 0 until the status line is there.
  private(set) var status = 0
  private(set) var headers = HeaderFields()
  private var place = Place.head
  /// Whether the answer is to a HEAD request, and has no content whatever its header section says (RFC 9110 §9.3.2).
  private let isHead: Bool
  /// The beginning of a line whose end has not come.
  private var line: [UInt8] = []

  /// A reader of the answer to one request.
  init(isHead: Bool = false) {
    self.isHead = isHead
  }

  /// Whether the header section is there.
  var hasHead: Bool {
    if case .head = place { false } else { true }
  }

  /// Whether everything is there.
  var isComplete: Bool {
    if case .done = place { true } else { false }
  }

  /// Reads on.
  ///
  /// - Returns: The bytes of the content in this piece, out of their chunks.
  /// - Throws: ``Malformed``.
  mutating func feed(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
    var content: [UInt8] = []
    var rest = bytes[...]
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
  /// - Throws: ``Malformed`` when the answer had not.
  mutating func end() throws(Malformed) {
    if case .untilEnd = place { place = .done }
    if !isComplete { throw Malformed(reason: hasHead ? "the answer was cut off" : "the connection ended unanswered") }
  }

  private mutating func read(_ line: String) throws(Malformed) {
    switch place {
    case .head where status == 0:
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), let code = Int(parts[1]), (100...599).contains(code) else {
        throw Malformed(reason: "what answers there does not speak HTTP")
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
      // An interim answer; the real one follows (RFC 9110 §15.2).
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
      guard let length = Int(text), length >= 0 else { throw Malformed(reason: "Content-Length is no number") }
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
