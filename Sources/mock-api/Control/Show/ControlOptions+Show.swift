import HTTPCore
import JSON

/// How an answer is printed for people.
enum ControlView {
  /// As lines of names and values.
  case lines
  /// The array of a member as a table with these columns; when it is empty, the text instead.
  case table(String, [String], whenEmpty: String)
  /// As it is.
  case text
  /// Not at all, but what was done is said.
  case done(String)
}

extension ControlOptions {
  /// Sends a call and prints its answer: the server's own JSON, or a short text.
  ///
  /// - Throws: As ``send(_:_:body:timeoutMilliseconds:)``.
  func show(_ method: String, _ path: ControlPath, body: JSONValue? = nil, as view: ControlView = .lines) throws {
    show(try send(method, path, body: body), as: view)
  }

  /// Prints an answer.
  func show(_ response: Response, as view: ControlView) {
    let bytes = response.content.bytes
    guard !json else {
      if !bytes.isEmpty { StandardStreams.output(String(decoding: bytes, as: UTF8.self)) }
      return
    }
    switch view {
    case .done(let text): StandardStreams.output(text)
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
