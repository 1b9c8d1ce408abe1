import ArgumentParser
import HTTPCore
import JSON
import Options

/// Which entries of the journal are meant.
struct JournalFilter: ParsableArguments {
  @Option(help: "Paths; * stands for one segment, ** for any number.")
  var path: String?

  @Option(help: "A method.")
  var method: String?

  @Option(help: "A status: 404, 4xx, or none for answers that never came.")
  var status: String?

  @Option(help: "An API.")
  var api: String?

  @Option(help: "An operation of the API documents.")
  var operationId: String?

  @Option(help: "An account's id.")
  var account: String?

  @Option(help: "A request header, NAME or NAME:VALUE; may be repeated.")
  var header: [String] = []

  @Option(help: "A query parameter, NAME or NAME:VALUE; may be repeated.")
  var query: [String] = []

  @Option(help: "A member of the request's JSON, NAME=VALUE or /JSON/POINTER=VALUE; may be repeated.")
  var body: [String] = []

  @Option(help: "A text in the request's body.")
  var bodyContains: String?

  @Option(help: "From this moment on, by the world's clock.")
  var since: String?

  @Option(help: "Up to this moment.")
  var until: String?

  @Option(help: "exchange, frame or any. (default: exchange)")
  var kind: String?

  @Option(help: "Frames of this socket.")
  var socket: String?

  @Option(help: "Frames that clients sent or were sent: received or sent.")
  var direction: String?

  @Option(help: "What this fault happened to, by its id or kind.")
  var fault: String?

  @Option(help: "Answers and frames that ended so: whole, truncated, empty, reset, never or aborted.")
  var ending: String?

  @Option(help: "Frames that arrived (true), that did not (false), or any. (default: any in lists, else true)")
  var delivered: String?

  @Flag(help: "What leaves the API documents.")
  var deviations = false

  private var texts: [(name: String, value: String)] {
    let all = [
      ("path", path), ("method", method), ("status", status), ("api", api), ("operationId", operationId),
      ("account", account), ("bodyContains", bodyContains), ("since", since), ("until", until), ("kind", kind),
      ("socket", socket), ("direction", direction), ("fault", fault), ("hasDeviations", deviations ? "true" : nil),
      ("ending", ending), ("delivered", delivered),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The conditions as parameters of an address.
  ///
  /// - Throws: `ValidationError` for one that can only stand in a body.
  func parameters() throws -> [(name: String, value: String)] {
    if !body.isEmpty { throw ValidationError("--body is for count, verify and wait; here there is --body-contains") }
    return texts + header.map { ("header", $0) } + query.map { ("query", $0) }
  }

  /// The conditions as a `match` object.
  ///
  /// - Throws: `ValidationError`.
  func match() throws -> JSONValue {
    var match = JSONObject(texts.map { ($0.name, .string($0.value)) })
    if !header.isEmpty { match["header"] = .object(Self.expectations(header)) }
    if !query.isEmpty { match["query"] = .object(Self.expectations(query)) }
    if !body.isEmpty { match["body"] = .object(try ControlInput.object(body)) }
    return .object(match)
  }

  /// `NAME` and `NAME:VALUE`, or with another separator, as names and what is expected of them.
  static func expectations(_ texts: [String], separator: Character = ":") -> JSONObject {
    JSONObject(
      texts.map { text in
        guard let colon = text.firstIndex(of: separator) else { return (text, true) }
        return (String(text[..<colon]), .string(String(text[text.index(after: colon)...]).trimmingBlanks()))
      })
  }
}
