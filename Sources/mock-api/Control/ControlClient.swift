import HTTPCore

/// Calls the control plane of a running server, one connection a call. It speaks plain HTTP by itself, so that a
/// container's health check needs no other program and starts in a moment.
struct ControlClient {
  /// No answer came.
  struct Failure: Error {
    let reason: String
  }

  private static let maximumBytes = 1 << 30

  let address: ServerAddress
  /// What goes along with every call: the world, the administrator's token.
  let headers: HeaderFields

  /// Sends a request and reads the whole answer.
  ///
  /// - Parameters:
  ///   - body: JSON; nil for none.
  ///   - timeoutMilliseconds: How long nothing may come.
  /// - Throws: ``Failure``.
  func send(
    _ method: String, _ path: ControlPath, body: [UInt8]? = nil, timeoutMilliseconds: Int
  ) throws(Failure) -> Response {
    var content: [UInt8] = []
    var response = try stream(method, path, body: body, timeoutMilliseconds, silenceMilliseconds: timeoutMilliseconds) {
      content += $0
      return content.count <= Self.maximumBytes
    }
    response.content = content.isEmpty ? .empty : .bytes(content)
    return response
  }

  /// Sends a request and hands the content of its answer on as it comes.
  ///
  /// - Parameters:
  ///   - silenceMilliseconds: How long nothing may come; less than 0 for no matter how long.
  ///   - take: Returns whether it wants more.
  /// - Returns: The answer without its content.
  /// - Throws: ``Failure``.
  func stream(
    _ method: String, _ path: ControlPath, body: [UInt8]? = nil, _ timeoutMilliseconds: Int,
    silenceMilliseconds: Int, take: ([UInt8]) -> Bool
  ) throws(Failure) -> Response {
    do {
      let socket = try BlockingSocket(to: address, timeoutMilliseconds: timeoutMilliseconds)
      // Who refuses a large body may answer before it has read it, so what counts is the answer.
      try? socket.send(request(method, path, body), timeoutMilliseconds: timeoutMilliseconds)
      var reader = AnswerReader()
      while !reader.isComplete {
        let silence = reader.hasHead ? silenceMilliseconds : timeoutMilliseconds
        let bytes = try socket.receive(timeoutMilliseconds: silence)
        if bytes.isEmpty {
          try reader.end()
          break
        }
        let content = try reader.feed(bytes)
        if !content.isEmpty, !take(content) { break }
      }
      return Response(status: reader.status, headers: reader.headers)
    } catch let error as BlockingSocket.Failure {
      throw Failure(reason: error.reason)
    } catch let error as AnswerReader.Malformed {
      throw Failure(reason: error.reason)
    } catch {
      throw Failure(reason: "\(error)")
    }
  }

  private func request(_ method: String, _ path: ControlPath, _ body: [UInt8]?) -> [UInt8] {
    var lines = ["\(method) \(address.basePath)\(path.text) HTTP/1.1", "Host: \(address.authority)"]
    lines += headers.fields.map { "\($0.name): \($0.value)" }
    lines += ["Accept: */*", "User-Agent: mock-api-ctl", "Connection: close"]
    if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.count)"] }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
  }
}

/// A path of the control plane and its query, percent-encoded (RFC 3986 §2.1).
struct ControlPath {
  let text: String

  /// A path below `/_mock`.
  ///
  /// - Parameters:
  ///   - segments: As people write them, slashes and all.
  ///   - query: Names and values, likewise.
  init(_ segments: String..., query: [(name: String, value: String)] = []) {
    let path = "/_mock/" + segments.map(PercentEncoding.encode).joined(separator: "/")
    let pairs = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    text = pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
  }

  /// A path as it is, for ``Ctl/Call``.
  init(verbatim text: String) {
    self.text = text
  }
}

/// Where a running server is, as `--url` and MOCK_API_URL name it.
struct ServerAddress: Equatable {
  /// A name or a numeric address, IPv6 without its brackets.
  let host: String
  /// 1…65535.
  let port: Int
  /// What stands before every path, such as `/_w/w1`; empty or with a slash first and none last.
  let basePath: String
  /// The value of `Host` (RFC 9110 §7.2).
  let authority: String

  /// Reads `http://HOST[:PORT][/PATH]`.
  ///
  /// - Returns: nil for anything else; https is another protocol.
  init?(_ text: String) {
    let scheme = "http://"
    guard text.lowercased().hasPrefix(scheme) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    var path = rest.dropFirst(authority.count)
    while path.last == "/" { path = path.dropLast() }
    guard !(String(authority) + path).utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }),
      !path.contains("?"), !path.contains("#"), !authority.contains("@")
    else { return nil }
    let name: Substring
    if authority.first == "[" {
      name = authority.prefix { $0 != "]" }.dropFirst()
    } else {
      name = authority.prefix { $0 != ":" }
    }
    let end = authority.dropFirst(authority.first == "[" ? name.count + 2 : name.count)
    guard !name.isEmpty, end.isEmpty || end.first == ":", let port = Int(end.isEmpty ? "80" : end.dropFirst()),
      (1...65_535).contains(port)
    else { return nil }
    (host, self.port, basePath, self.authority) = (String(name), port, String(path), String(authority))
  }
}

/// Reads server-sent events (WHATWG HTML §9.2.6) in whatever pieces they come, as far as the server uses them.
struct EventReader {
  struct Event: Equatable {
    /// `message` when none was given.
    let name: String
    /// Its lines, joined by line feeds.
    let data: String
  }

  private var line: [UInt8] = []
  private var name = ""
  private var data: [String] = []

  /// Reads on.
  ///
  /// - Returns: The events that ended in this piece.
  mutating func feed(_ bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if let event = read(String(decoding: line, as: UTF8.self)) { events.append(event) }
      line = []
    }
    return events
  }

  private mutating func read(_ line: String) -> Event? {
    guard !line.isEmpty else {
      defer { (name, data) = ("", []) }
      return data.isEmpty ? nil : Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
    }
    let field = line.prefix { $0 != ":" }
    var value = line.dropFirst(field.count + 1)
    if value.first == " " { value.removeFirst() }
    switch field {
    case "event": name = String(value)
    case "data": data.append(String(value))
    default: break
    }
    return nil
  }
}
