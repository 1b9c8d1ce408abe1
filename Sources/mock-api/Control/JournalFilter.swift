import ArgumentParser
import HTTPCore
import JSON
import Options

/// The filter of entries of the journal.
struct JournalFilter: ParsableArguments {
  @Option(help: "Paths; * stands for one segment, ** for any number.")
  var path: String?

  @Option(help: "A method.")
  var method: String?

  @Option(help: "A status: 404, 4xx, or none for missing responses.")
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

  @Option(help: "A property of the request's JSON, NAME=VALUE or /JSON/POINTER=VALUE; may be repeated.")
  var body: [String] = []

  @Option(help: "A text in the request's body.")
  var bodyContains: String?

  @Option(help: "From this time on, by the world's clock.")
  var since: String?

  @Option(help: "Up to this time.")
  var until: String?

  @Option(help: "exchange, frame or any. (default: exchange)")
  var kind: String?

  @Option(help: "Frames of this socket.")
  var socket: String?

  @Option(help: "Frames that clients sent or were sent: received or sent.")
  var direction: String?

  @Option(help: "Entries of this fault, by its id or type.")
  var fault: String?

  @Option(help: "How the response or frame ended: whole, truncated, empty, reset, never or aborted.")
  var ending: String?

  @Option(help: "Frames that arrived (true), that did not (false), or any. (default: any in lists, else true)")
  var delivered: String?

  @Flag(help: "Entries that deviate from the API documents.")
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

  /// The conditions as URL parameters.
  ///
  /// - Throws: `ValidationError` for one that is only possible in a body.
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

  /// `NAME` and `NAME:VALUE`, or with another separator, as names and expectations.
  static func expectations(_ texts: [String], separator: Character = ":") -> JSONObject {
    JSONObject(
      texts.map { text in
        guard let colon = text.firstIndex(of: separator) else { return (text, true) }
        return (String(text[..<colon]), .string(String(text[text.index(after: colon)...]).trimmingBlanks()))
      })
  }
}
