import Foundation
import HTTPCore

/// Sends requests by the program `curl`, which knows TLS, proxies and the system's certificates; it runs for `check`
/// alone, so the server does not carry an HTTP client along.
struct Curl {
  /// No answer came.
  struct Failure: Error {
    let reason: String
    /// Whether there was nobody to send the request to.
    var isUnreachable = false
  }

  /// Who answers later does not answer.
  static let timeoutSeconds = 30

  /// curl's exit codes for a proxy or host that is not known, and one that cannot be connected to.
  private static let unreachableStatuses: Set<Int32> = [5, 6, 7]

  /// Sends a request and waits for its answer, or for as much of it as comes in time.
  ///
  /// - Parameters:
  ///   - timeoutSeconds: How long it is waited for.
  /// - Throws: ``Failure`` in curl's words.
  static func send(
    _ method: String, _ url: String, headers: HeaderFields = [:], body: [UInt8] = [],
    timeoutSeconds: Int = Curl.timeoutSeconds
  ) throws(Failure) -> Response {
    var arguments = [
      "curl", "--silent", "--show-error", "--include", "--http1.1", "--max-time", "\(timeoutSeconds)",
      "--no-buffer", "--globoff", "--request", method,
    ]
    for field in headers.fields { arguments += ["--header", "\(field.name): \(field.value)"] }
    if !body.isEmpty { arguments += ["--data-binary", "@-"] }
    let (output, error, status) = try run(arguments + ["--", url], input: body)
    guard let response = response(output) else {
      throw Failure(
        reason: error.isEmpty ? "no HTTP came" : error, isUnreachable: unreachableStatuses.contains(status))
    }
    return response
  }

  private static func run(_ arguments: [String], input: [UInt8]) throws(Failure) -> (
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
      throw Failure(reason: "curl cannot be used: \(error.localizedDescription)")
    }
  }

  /// The answer in what curl prints: one header section or, after interim answers, several, then the content.
  private static func response(_ output: [UInt8]) -> Response? {
    var rest = output[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
      rest = rest[end.upperBound...]
      let parts = lines.first?.split(separator: " ") ?? []
      guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), let status = Int(parts[1]) else { return nil }
      if status < 200, status != 101 { continue }
      var headers = HeaderFields()
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        headers.append(String(line[..<colon]), String(line[line.index(after: colon)...]).trimmingBlanks())
      }
      // What follows a 101 is the other protocol's.
      let hasContent = !rest.isEmpty && status != 101
      return Response(status: status, headers: headers, content: hasContent ? .bytes(Array(rest)) : .empty)
    }
    return nil
  }
}
