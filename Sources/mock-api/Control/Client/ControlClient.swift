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
