import Foundation
import HTTPCore
import World

/// A blocking HTTP/1.1 client with a connection for each request. It implements HTTP itself, so that a container's health
/// check needs no other program and is quick. Single requests with TLS go through the program `curl`, which knows the
/// system's proxies; streams and WebSockets connect directly.
package struct HTTPClient: Sendable {
  /// There was no response.
  package struct Failure: Error {
    package let reason: String
    /// Whether the connection failed.
    package var isUnreachable = false

    init(reason: String, isUnreachable: Bool = false) { (self.reason, self.isUnreachable) = (reason, isUnreachable) }
  }

  private static let maximumBytes = 1 << 30

  package let address: ServerAddress
  /// Headers of every request.
  package let headers: HeaderFields

  /// Creates a client of one server.
  package init(address: ServerAddress, headers: HeaderFields = [:]) {
    self.address = address
    self.headers = headers
  }

  /// Sends a request and reads the complete response.
  ///
  /// - Parameters:
  ///   - target: The path, relative to that of the address, and the query.
  ///   - body: nil for none.
  ///   - timeoutMilliseconds: The timeout.
  ///   - takesPart: Whether an incomplete response at the timeout is a result.
  /// - Throws: ``Failure``.
  package func send(
    _ method: String, _ target: String, headers: HeaderFields = [:], body: [UInt8]? = nil, timeoutMilliseconds: Int,
    takesPart: Bool = false
  ) throws(Failure) -> Response {
    let headers = self.headers + headers
    if address.isSecure {
      return try Curl.send(
        method, "\(address.url)\(target)", headers: headers, body: body, timeoutMilliseconds: timeoutMilliseconds)
    }
    var content: [UInt8] = []
    let end = SystemTime.monotonicNanoseconds() + Int64(timeoutMilliseconds) * 1_000_000
    var response = try exchange(
      method, target, headers, body, connectMilliseconds: timeoutMilliseconds, takesPart: takesPart,
      patience: { _ in max(1, Int((end - SystemTime.monotonicNanoseconds()) / 1_000_000)) },
      take: { _, bytes in
        content += bytes
        return content.count <= Self.maximumBytes
      })
    response.content = content.isEmpty ? .empty : .bytes(content)
    return response
  }

  /// Sends a request and passes the body of its response on while it arrives.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: The timeout of the response's beginning; after that there is no limit.
  ///   - take: Receives the status and the next bytes. Returns whether to continue.
  /// - Returns: The response without its body.
  /// - Throws: ``Failure``.
  package func stream(
    _ method: String, _ target: String, timeoutMilliseconds: Int, take: (_ status: Int, _ bytes: [UInt8]) -> Bool
  ) throws(Failure) -> Response {
    try exchange(
      method, target, headers, nil, connectMilliseconds: timeoutMilliseconds, takesPart: false,
      patience: { $0 ? -1 : timeoutMilliseconds }, take: take)
  }

  /// A response as far as it arrived.
  package struct Arrived {
    /// The status, headers and the beginning of the body.
    package let response: Response
    /// Bytes of the body that arrived; more than the response holds when that was limited.
    package let bodyBytes: Int
    /// Why the rest did not arrive; nil for a complete response.
    package let failure: String?
  }

  /// Sends a request to a server without TLS, and waits for the end of its response or of the caller's interest.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: The timeout of the complete response.
  ///   - maximumBytes: The number of bytes of the body that are kept; the others are counted.
  ///   - isCancelled: Asked several times a second. When it is true, the connection is closed.
  /// - Returns: The response; also an incomplete one, after its header section.
  /// - Throws: ``Failure`` without a response.
  package func send(
    _ method: String, _ target: String, headers: HeaderFields, body: [UInt8]?, timeoutMilliseconds: Int,
    maximumBytes: Int, isCancelled: () -> Bool
  ) throws(Failure) -> Arrived {
    let end = SystemTime.monotonicNanoseconds() + Int64(timeoutMilliseconds) * 1_000_000
    let arriving = try begin(method, target, self.headers + headers, body, timeoutMilliseconds)
    var (content, count): ([UInt8], Int) = ([], 0)
    func arrived(_ failure: String?) -> Arrived {
      let response = Response(
        status: arriving.status, headers: arriving.headers, content: content.isEmpty ? .empty : .bytes(content))
      return Arrived(response: response, bodyBytes: count, failure: failure)
    }
    while !arriving.isComplete {
      guard !isCancelled() else { throw Failure(reason: "the call was cancelled") }
      let left = Int((end - SystemTime.monotonicNanoseconds()) / 1_000_000)
      do throws(OpenResponse.Failure) {
        let bytes = try arriving.read(timeoutMilliseconds: max(1, min(left, Self.cancellationMilliseconds)))
        content += bytes.prefix(maximumBytes - content.count)
        count += bytes.count
      } catch {
        if error.isTimeout, left > 0 { continue }
        let reason = error.isTimeout ? "no complete response within \(timeoutMilliseconds) ms" : error.reason
        guard arriving.hasHead else { throw Failure(reason: reason) }
        return arrived(reason)
      }
    }
    return arrived(nil)
  }

  /// The interval between two questions whether a call was cancelled.
  private static let cancellationMilliseconds = 100

  /// Sends a request and waits for the header section of its response, whose body the caller reads.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: The timeout of the connection and of the header section.
  /// - Throws: ``Failure``.
  package func open(
    _ method: String, _ target: String, headers: HeaderFields, timeoutMilliseconds: Int
  ) throws(Failure) -> OpenResponse {
    let end = SystemTime.monotonicNanoseconds() + Int64(timeoutMilliseconds) * 1_000_000
    let response = try begin(method, target, self.headers + headers, nil, timeoutMilliseconds)
    while !response.hasHead {
      let left = Int((end - SystemTime.monotonicNanoseconds()) / 1_000_000)
      try response.readHead(timeoutMilliseconds: max(1, left))
    }
    return response
  }

  /// - Parameters:
  ///   - patience: The longest time without data in milliseconds, less than 0 for no limit. Its parameter is whether
  ///     the header section has arrived.
  private func exchange(
    _ method: String, _ target: String, _ headers: HeaderFields, _ body: [UInt8]?, connectMilliseconds: Int,
    takesPart: Bool, patience: (Bool) -> Int, take: (_ status: Int, _ bytes: [UInt8]) -> Bool
  ) throws(Failure) -> Response {
    let response = try begin(method, target, headers, body, connectMilliseconds)
    do throws(OpenResponse.Failure) {
      while !response.isComplete {
        let content = try response.read(timeoutMilliseconds: patience(response.hasHead))
        if !content.isEmpty, !take(response.status, content) { break }
      }
    } catch {
      guard takesPart, response.hasHead, !error.isMalformed else { throw Failure(reason: error.reason) }
    }
    return Response(status: response.status, headers: response.headers)
  }

  /// Connects and sends a request.
  private func begin(
    _ method: String, _ target: String, _ headers: HeaderFields, _ body: [UInt8]?, _ timeoutMilliseconds: Int
  ) throws(Failure) -> OpenResponse {
    let socket: BlockingSocket
    do throws(BlockingSocket.Failure) {
      socket = try BlockingSocket(to: address, timeoutMilliseconds: timeoutMilliseconds)
    } catch {
      throw Failure(reason: error.reason, isUnreachable: true)
    }
    // A server that refuses a large body may respond before it has read it, so only the response counts.
    try? socket.send(request(method, target, headers, body), timeoutMilliseconds: timeoutMilliseconds)
    return OpenResponse(socket, isHead: method == "HEAD")
  }

  private func request(_ method: String, _ target: String, _ headers: HeaderFields, _ body: [UInt8]?) -> [UInt8] {
    var fields = headers
    fields.append("Host", address.authority)
    for (name, value) in [("Accept", "*/*"), ("User-Agent", "mock-api"), ("Connection", "close")]
    where fields[name] == nil {
      fields.append(name, value)
    }
    if let body {
      if fields["Content-Type"] == nil { fields.append("Content-Type", "application/json") }
      fields["Content-Length"] = "\(body.count)"
    }
    let lines = ["\(method) \(address.basePath)\(target) HTTP/1.1"] + fields.fields.map { "\($0.name): \($0.value)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
  }
}

/// The program `curl` as the client of a server with TLS: it passes data on while it arrives, and ``ResponseReader``
/// parses it.
private enum Curl {
  /// Its exit codes for an unknown proxy or host, and for a failed connection.
  private static let unreachableStatuses: Set<Int32> = [5, 6, 7]

  /// Sends a request and waits for its response, or for the part that arrives in time.
  ///
  /// - Throws: `HTTPClient.Failure` with curl's message.
  static func send(
    _ method: String, _ url: String, headers: HeaderFields, body: [UInt8]?, timeoutMilliseconds: Int
  ) throws(HTTPClient.Failure) -> Response {
    var arguments = [
      "curl", "--silent", "--show-error", "--include", "--raw", "--http1.1", "--no-buffer", "--globoff",
      "--max-time", "\(Double(timeoutMilliseconds) / 1000)", "--request", method,
    ]
    for field in headers.fields { arguments += ["--header", "\(field.name): \(field.value)"] }
    if body != nil { arguments += ["--data-binary", "@-"] }
    let (output, error, status) = try run(arguments + ["--", url], input: body ?? [])
    var reader = ResponseReader(isHead: method == "HEAD")
    let content: [UInt8]
    do throws(ResponseReader.Malformed) {
      content = try reader.feed(output)
    } catch {
      throw HTTPClient.Failure(reason: error.reason)
    }
    guard reader.hasHead else {
      throw HTTPClient.Failure(
        reason: error.isEmpty ? "the response is not HTTP" : error, isUnreachable: unreachableStatuses.contains(status))
    }
    return Response(
      status: reader.status, headers: reader.headers, content: content.isEmpty ? .empty : .bytes(content))
  }

  private static func run(_ arguments: [String], input: [UInt8]) throws(HTTPClient.Failure) -> (
    output: [UInt8], error: String, status: Int32
  ) {
    let process = Process()
    let (standardInput, output, error) = (Pipe(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    (process.standardInput, process.standardOutput, process.standardError) = (standardInput, output, error)
    do {
      try process.run()
      // Examples are smaller than a pipe's buffer, so this does not wait for the reader.
      try standardInput.fileHandleForWriting.write(contentsOf: Data(input))
      try standardInput.fileHandleForWriting.close()
      let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      let text = try error.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let message = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return (Array(bytes), message, process.terminationStatus)
    } catch {
      throw HTTPClient.Failure(reason: "curl cannot be used: \(error.localizedDescription)")
    }
  }
}
