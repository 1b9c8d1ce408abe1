import ArgumentParser
import Client
import Foundation
import HTTPCore
import JSON
import Options

/// The options of every command of `ctl`: the server, the world, and the output format.
struct ControlOptions: ParsableArguments {
  /// Exit codes besides 0 and those of wrong usage.
  enum Exit {
    /// The server refuses, or a verification fails.
    static let refused = ExitCode(1)
    /// The server is unreachable.
    static let noServer = ExitCode(4)
  }

  @Option(
    help: """
      URL of the server; otherwise MOCK_API_URL. (default: this machine and the port of MOCK_API_PORT, PORT or \
      mock-api.yaml, else 3000)
      """)
  var url: String?

  @Option(help: "The world to use; otherwise MOCK_API_WORLD. (default: that of the URL, or the default one)")
  var world: String?

  @Option(help: "The server's admin token; otherwise MOCK_API_ADMIN_TOKEN or that of mock-api.yaml.")
  var adminToken: String?

  @Flag(help: "Print the server's JSON.")
  var json = false

  static let timeoutMilliseconds = 30_000

  /// The client for these options.
  ///
  /// - Throws: `ValidationError` for an invalid URL; ``OptionError`` or ``ConfigurationError`` for a configuration that
  ///   `serve` would refuse, if the server is not given.
  func client() throws -> HTTPClient {
    let environment = ProcessInfo.processInfo.environment
    let source = OptionSource(environment: environment)
    let named = source.value(url, "url")
    let served = named == nil ? try Self.served(environment) : nil
    let place = named ?? OptionValue(text: served?.url ?? "", origin: "--url")
    guard let address = ServerAddress(place.text), !address.isSecure else {
      throw place.refusal("must be an address such as http://localhost:3000")
    }
    var headers = HeaderFields()
    for (name, value) in [
      ("X-Mock-World", source.value(world, "world")),
      ("X-Mock-Admin-Token", source.value(adminToken, "admin-token") ?? served?.adminToken),
    ] {
      guard let value else { continue }
      // A line end would begin another header.
      guard !value.text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw value.refusal("must have no control characters")
      }
      headers.append(name, value.text)
    }
    return HTTPClient(address: address, headers: headers)
  }

  /// The URL of `serve` in this folder and environment, and its admin token.
  private static func served(_ environment: [String: String]) throws -> (url: String, adminToken: OptionValue?) {
    let file = try ConfigurationLocation([:], environment: environment).read(environment: environment)
    let configuration = try ServeConfiguration([:], OptionSource(environment: environment, file: file))
    // With port 0 it listens on any port, which only its own output shows.
    let port = configuration.server.port == 0 ? ServeConfiguration().server.port : configuration.server.port
    let everywhere = ["0.0.0.0", "::"]
    let host = configuration.server.host.flatMap { everywhere.contains($0) ? nil : $0 } ?? "localhost"
    return ("http://\(host.contains(":") ? "[\(host)]" : host):\(port)", configuration.given["admin-token"])
  }

  /// Sends a call.
  ///
  /// - Parameters:
  ///   - body: Any JSON; nil for none.
  /// - Returns: A response of success.
  /// - Throws: `ExitCode` after printing the reason: ``Exit/refused`` or ``Exit/noServer``.
  @discardableResult
  func send(
    _ method: String, _ path: ControlPath, body: JSONValue? = nil, timeoutMilliseconds: Int = timeoutMilliseconds
  ) throws -> Response {
    try send(
      method, path, bytes: body.map { JSONWriter.serialize($0, sortedKeys: false) },
      timeoutMilliseconds: timeoutMilliseconds)
  }

  /// Sends a call with a body of text.
  ///
  /// - Throws: As ``send(_:_:body:timeoutMilliseconds:)``.
  func send(
    _ method: String, _ path: ControlPath, bytes: [UInt8]?, timeoutMilliseconds: Int = timeoutMilliseconds
  ) throws -> Response {
    let client = try client()
    do {
      let response = try client.send(method, path.text, body: bytes, timeoutMilliseconds: timeoutMilliseconds)
      if (200...299).contains(response.status) { return response }
      throw refusal(response)
    } catch let error as HTTPClient.Failure {
      throw Self.noServer(client, error)
    }
  }

  /// Prints the events of a stream as they come.
  ///
  /// - Parameters:
  ///   - count: After this many it returns; nil to go on until the server's end.
  ///   - line: What is printed of an event, unless `--json` asks for its data.
  /// - Throws: As ``send(_:_:body:timeoutMilliseconds:)``.
  func follow(_ path: ControlPath, count: Int?, line: (EventReader.Event) -> String) throws {
    let client = try client()
    var (reader, left) = (EventReader(), count)
    var refused: [UInt8] = []
    do {
      var response = try client.stream("GET", path.text, timeoutMilliseconds: Self.timeoutMilliseconds) { _, bytes in
        // Kept for an error response, which is short.
        if refused.count < 16 << 10 { refused += bytes }
        for event in reader.feed(bytes) {
          StandardStreams.output(json ? event.data : line(event))
          left = left.map { $0 - 1 }
          if left == 0 { return false }
        }
        return true
      }
      response.content = .bytes(refused)
      if response.status != 200 { throw refusal(response) }
    } catch let error as HTTPClient.Failure {
      throw Self.noServer(client, error)
    }
  }

  /// Prints that no server responds.
  static func noServer(_ client: HTTPClient, _ failure: HTTPClient.Failure) -> ExitCode {
    StandardStreams.error(
      "mock-api: no server responds at http://\(client.address.authority): \(failure.reason); start one with mock-api"
        + " serve, or name another one with --url\n")
    return Exit.noServer
  }

  /// Prints why the server refuses.
  func refusal(_ response: Response) -> ExitCode {
    let bytes = response.content.bytes
    if json, !bytes.isEmpty { StandardStreams.output(String(decoding: bytes, as: UTF8.self)) }
    let error = (try? JSONParser.parse(bytes))?["error"]
    var text = error?["message"]?.string ?? "the server responds with status \(response.status)"
    if let suggestion = error?["details"]?["suggestion"]?.string { text += "; \(suggestion)" }
    StandardStreams.error("mock-api: \(text)\n")
    return Exit.refused
  }
}

/// How a response is printed.
enum ControlView: Sendable {
  /// As lines of names and values.
  case lines
  /// The array of a property as a table with these columns; the text if it is empty.
  case table(String, [String], whenEmpty: String)
  /// Unchanged.
  case text
  /// Only one property.
  case member(String)
  /// Not printed; a text reports what was done. `{id}` is the input of that name; without it, the other text is
  /// printed.
  case done(String, otherwise: String = "")

  /// The same with the inputs inserted.
  func filled(_ input: (String) -> String?) -> ControlView {
    guard case .done(let text, let otherwise) = self else { return self }
    var (result, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      guard let value = input(String(rest[rest.index(after: open)..<close])) else { return .done(otherwise) }
      result += rest[..<open] + value
      rest = rest[rest.index(after: close)...]
    }
    return .done(result + rest)
  }
}

extension ControlOptions {
  /// Sends a call and prints its response: the server's JSON, or a short text.
  ///
  /// - Throws: As ``send(_:_:body:timeoutMilliseconds:)``.
  func show(_ method: String, _ path: ControlPath, body: JSONValue? = nil, as view: ControlView = .lines) throws {
    show(try send(method, path, body: body), as: view)
  }

  /// Prints a response.
  func show(_ response: Response, as view: ControlView) {
    let bytes = response.content.bytes
    guard !json else {
      if !bytes.isEmpty { StandardStreams.output(String(decoding: bytes, as: UTF8.self)) }
      return
    }
    switch view {
    case .done(let text, _): StandardStreams.output(text)
    case .member(let name):
      let value = (try? JSONParser.parse(bytes))?[name]
      if let value { StandardStreams.output(JSONText.short(value)) } else { show(response, as: .lines) }
    case .text: StandardStreams.output(String(decoding: bytes, as: UTF8.self).trimmingLastLineEnd())
    case .lines:
      let lines = (try? JSONParser.parse(bytes)).map(JSONText.lines) ?? [String(decoding: bytes, as: UTF8.self)]
      print(lines)
    case .table(let name, let columns, let whenEmpty):
      let rows = (try? JSONParser.parse(bytes))?[name]?.array ?? []
      if rows.isEmpty {
        StandardStreams.output(whenEmpty)
      } else {
        print(columns.isEmpty ? JSONText.table(rows) : TextTable.lines(rows, columns: columns))
      }
    }
  }

  /// Prints lines, if there are any.
  func print(_ lines: [String]) {
    if !lines.isEmpty { StandardStreams.output(lines.joined(separator: "\n")) }
  }
}

extension String {
  fileprivate func trimmingLastLineEnd() -> String {
    hasSuffix("\n") ? String(dropLast()) : self
  }
}

/// An entry of the journal as one line.
enum JournalLine {
  /// The entry with how it ended instead of the status, for a response that did not arrive.
  static func shown(_ entry: JSONValue) -> JSONValue {
    guard var object = entry.object, let ending = object["ending"]?.string, ending != "whole" else { return entry }
    object["status"] = .string(ending == "truncated" ? "\(JSONText.short(object["status"] ?? .null)) cut" : ending)
    return .object(object)
  }

  /// The line of an event.
  static func text(_ entry: JSONValue) -> String {
    let entry = shown(entry)
    let names = ["time", "method", "direction", "path", "status", "summary"]
    var parts = names.compactMap { name in entry[name].map(JSONText.short) }
    let faults = (entry["faults"]?.array ?? []).map { JSONText.short($0["type"] ?? .null) }
    if !faults.isEmpty { parts.append("(\(faults.joined(separator: ", ")))") }
    return parts.joined(separator: "  ")
  }
}

/// Parses server-sent events (WHATWG HTML §9.2.6), from pieces of any size.
struct EventReader {
  struct Event: Equatable {
    /// `message` by default.
    let name: String
    /// Its lines, joined by line feeds.
    let data: String
  }

  private var line: [UInt8] = []
  /// Whether the byte before was a carriage return, which ends a line alone or with the line feed after it.
  private var followsReturn = false
  private var isFirst = true
  private var name = ""
  private var data: [String] = []

  /// Parses the next piece.
  ///
  /// - Returns: The events that ended in it.
  mutating func feed(_ bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      let (isFeed, isReturn) = (byte == UInt8(ascii: "\n"), byte == UInt8(ascii: "\r"))
      let isSecond = isFeed && followsReturn
      followsReturn = isReturn
      guard isFeed || isReturn else {
        line.append(byte)
        continue
      }
      if isSecond { continue }
      if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      isFirst = false
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
