import HTTPCore
import JSON

/// One thing that is asked of an entry.
package enum JournalCriterion: Sendable, Equatable {
  /// A moment, or a place in the order of the entries.
  package enum Point: Sendable, Equatable {
    case time(Timestamp)
    case sequence(Int)
  }

  /// What a header field or query parameter shall be.
  package enum Expectation: Sendable, Equatable {
    case value(String)
    case present
    case absent
  }

  case path(PathGlob)
  case method(String)
  /// A code, any of a class, or none at all: `404`, `4xx`, `none`.
  case status(StatusPattern)
  case api(String)
  case operationID(String)
  case account(String)
  case remoteAddress(String)
  case header(String, Expectation)
  case query(String, Expectation)
  /// A member of the request's body, or of the payload.
  case body(JSONPointer, JSONValue)
  case bodyContains(String)
  /// At or after a time, or after a number.
  case since(Point)
  /// At or before a time, or up to a number.
  case until(Point)
  case isFrame(Bool)
  case socket(String)
  case direction(JournalFrame.Direction)
  /// The id or type of a fault that was applied.
  case fault(String)
  case hasDeviations(Bool)
  case ending(Transmission.Ending)

  /// A status code, a class of them, or none, as of an answer that was never sent.
  package struct StatusPattern: Sendable, Equatable, CustomStringConvertible {
    /// As it was written.
    package let description: String
    /// nil for no status.
    private let range: ClosedRange<Int>?

    /// Reads `404`, `40x`, `4xx` or `none`; nil for anything else, such as a class that there is not
    /// (RFC 9110 §15: 1xx to 5xx).
    package init?(_ text: String) {
      description = text
      guard text.lowercased() != "none" else {
        range = nil
        return
      }
      let bytes = Array(text.utf8)
      let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard bytes.count == 3, let first = digits.first, (0x31...0x35).contains(first),
        bytes[digits.count...].allSatisfy({ $0.lowercasedASCII == UInt8(ascii: "x") })
      else { return nil }
      let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      let width = digits.count == 1 ? 100 : digits.count == 2 ? 10 : 1
      range = (value * width)...(value * width + width - 1)
    }

    /// Whether a status is meant; nil stands for none.
    package func contains(_ status: Int?) -> Bool {
      guard let status, let range else { return status == nil && range == nil }
      return range.contains(status)
    }
  }
}

extension JournalCriterion {
  /// Whether an entry is as asked.
  func holds(for view: JournalView) -> Bool {
    switch self {
    case .path(let glob): view.paths.contains { glob.matches($0, query: view.rawQuery) }
    case .method(let method): view.method == method
    case .status(let pattern): view.exchange?.transmission != nil && pattern.contains(view.status)
    case .ending(let ending): view.ending == ending
    case .api(let api): view.api == api
    case .operationID(let id): view.operationID == id
    case .account(let account): view.account == account
    case .remoteAddress(let address): view.remoteAddress == address
    case .header(let name, let expected): expected.holds(for: view.requestHeaders.values(name))
    case .query(let name, let expected): expected.holds(for: view.query.values(name))
    case .body(let pointer, let value): view.json?[pointer].map { $0 == value } ?? false
    case .bodyContains(let text): view.body.firstRange(of: Array(text.utf8)) != nil
    case .since(.time(let time)): view.entry.time >= time
    case .since(.sequence(let number)): view.entry.sequence > number
    case .until(.time(let time)): view.entry.time <= time
    case .until(.sequence(let number)): view.entry.sequence <= number
    case .isFrame(let isFrame): view.entry.isFrame == isFrame
    case .socket(let socket): view.frame?.socket == socket
    case .direction(let direction): view.frame?.direction == direction
    case .fault(let fault): view.faults.contains { $0.id == fault || $0.type == fault }
    case .hasDeviations(let wanted): view.deviations.isEmpty != wanted
    }
  }
}

extension JournalCriterion.Expectation {
  fileprivate func holds(for values: [String]) -> Bool {
    switch self {
    case .value(let value): values.contains(value)
    case .present: !values.isEmpty
    case .absent: values.isEmpty
    }
  }
}
