import Foundation
import HTTPCore
import World

/// Sends requests of HTTP/1.1, a connection each, for a program that has nothing else to do meanwhile. It speaks plain
/// HTTP by itself, so that a container's health check needs no other program and starts in a moment; TLS is spoken by
/// the program `curl`, which knows the system's certificates and proxies.
struct HTTPClient {
  /// No answer came.
  struct Failure: Error {
    let reason: String
    /// Whether no server could be connected to.
    var isUnreachable = false
  }

  private static let maximumBytes = 1 << 30

  let address: ServerAddress
  /// What goes along with every request.
  let headers: HeaderFields

  /// A client of one server.
  init(address: ServerAddress, headers: HeaderFields = [:]) {
    self.address = address
    self.headers = headers
  }

  /// Sends a request and reads the whole answer.
  ///
  /// - Parameters:
  ///   - target: The path, below that of the address, and the query.
  ///   - body: nil for none.
  ///   - timeoutMilliseconds: How long it may take.
  ///   - takesPart: Whether an answer counts that has not ended by then.
  /// - Throws: ``Failure``.
  func send(
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

  /// Sends a request and hands the content of its answer on as it comes.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: How long the beginning of the answer may take; after that there is no limit.
  ///   - take: Gets the status and the next bytes. Returns whether it wants more.
  /// - Returns: The answer without its content.
  /// - Throws: ``Failure``.
  func stream(
    _ method: String, _ target: String, timeoutMilliseconds: Int, take: (_ status: Int, _ bytes: [UInt8]) -> Bool
  ) throws(Failure) -> Response {
    try exchange(
      method, target, headers, nil, connectMilliseconds: timeoutMilliseconds, takesPart: false,
      patience: { $0 ? -1 : timeoutMilliseconds }, take: take)
  }

  /// - Parameters:
  ///   - patience: How many milliseconds may pass without data, less than 0 for no limit. Its parameter says whether the
  ///     header section is there.
  private func exchange(
    _ method: String, _ target: String, _ headers: HeaderFields, _ body: [UInt8]?, connectMilliseconds: Int,
    takesPart: Bool, patience: (Bool) -> Int, take: (_ status: Int, _ bytes: [UInt8]) -> Bool
  ) throws(Failure) -> Response {
    let socket: BlockingSocket
    do throws(BlockingSocket.Failure) {
      socket = try BlockingSocket(to: address, timeoutMilliseconds: connectMilliseconds)
    } catch {
      throw Failure(reason: error.reason, isUnreachable: true)
    }
    // Who refuses a large body may answer before it has read it, so what counts is the answer.
    try? socket.send(request(method, target, headers, body), timeoutMilliseconds: connectMilliseconds)
    var reader = ResponseReader(isHead: method == "HEAD")
    do {
      while !reader.isComplete {
        let bytes = try socket.receive(timeoutMilliseconds: patience(reader.hasHead))
        if bytes.isEmpty {
          try reader.end()
          break
        }
        let content = try reader.feed(bytes)
        if !content.isEmpty, !take(reader.status, content) { break }
      }
    } catch let error as BlockingSocket.Failure {
      guard takesPart, reader.hasHead else { throw Failure(reason: error.reason) }
    } catch let error as ResponseReader.Malformed {
      throw Failure(reason: error.reason)
    } catch {
      throw Failure(reason: "\(error)")
    }
    return Response(status: reader.status, headers: reader.headers)
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

/// The program `curl` as a way to a server that speaks TLS: it hands on what comes as it comes, and ``ResponseReader``
/// reads it.
private enum Curl {
  /// Its exit codes for a proxy or host that is not known, and one that cannot be connected to.
  private static let unreachableStatuses: Set<Int32> = [5, 6, 7]

  /// Sends a request and waits for its answer, or for as much of it as comes in time.
  ///
  /// - Throws: `HTTPClient.Failure` in curl's words.
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
        reason: error.isEmpty ? "no HTTP came" : error, isUnreachable: unreachableStatuses.contains(status))
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
      // Examples are smaller than a pipe, so this does not wait for the reader.
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

/// Where a running server is, as `--url` and MOCK_API_URL name it.
struct ServerAddress: Equatable {
  /// A name or a numeric address, IPv6 without its brackets.
  let host: String
  /// 1…65535.
  let port: Int
  /// Whether it speaks TLS.
  let isSecure: Bool
  /// What stands before every path, such as `/_w/w1`; empty or with a slash first and none last.
  let basePath: String
  /// The value of `Host` (RFC 9110 §7.2).
  let authority: String

  /// Reads `http://HOST[:PORT][/PATH]`, and `https` likewise.
  ///
  /// - Returns: nil for anything else.
  init?(_ text: String) {
    isSecure = text.lowercased().hasPrefix("https://")
    let scheme = isSecure ? "https://" : "http://"
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
    guard !name.isEmpty, end.isEmpty || end.first == ":",
      let port = Int(end.isEmpty ? isSecure ? "443" : "80" : end.dropFirst()),
      (1...65_535).contains(port)
    else { return nil }
    (host, self.port, basePath, self.authority) = (String(name), port, String(path), String(authority))
  }

  /// The address without a slash at its end.
  var url: String { "\(isSecure ? "https" : "http")://\(authority)\(basePath)" }
}
