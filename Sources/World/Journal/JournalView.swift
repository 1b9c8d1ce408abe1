import HTTPCore
import JSON

/// An entry as queries read it: both kinds in the same form, with a body that is parsed on first use. For one thread.
package final class JournalView {
  package let entry: JournalEntry
  /// nil for a frame.
  package let exchange: JournalExchange?
  /// nil for an exchange.
  package let frame: JournalFrame?
  /// The request's body, or the payload, as JSON; the fields of a form as an object of strings; nil for other formats.
  package private(set) lazy var json = readJSON()
  /// What a frame says on a channel; nil for an exchange, and where that is not known.
  package private(set) lazy var message = frame?.channelMessage
  /// The payload of that message; nil where it is not JSON, or truncated.
  package private(set) lazy var payload = readPayload()
  /// The parameters of the query; empty when they are invalid.
  package private(set) lazy var query =
    (try? exchange?.request.query()) ?? QueryParameters([QueryParameters.Parameter]())

  /// Creates a view of an entry.
  package init(_ entry: JournalEntry) {
    self.entry = entry
    switch entry.content {
    case .exchange(let exchange): (self.exchange, frame) = (exchange, nil)
    case .frame(let frame): (exchange, self.frame) = (nil, frame)
    }
  }

  /// The recorded part of the request's body or the payload.
  package var body: [UInt8] { exchange?.request.body ?? frame?.message.bytes ?? [] }

  /// The path as the client sent it and, if it differs, the handled path without the prefix of a world.
  package var paths: [String] {
    guard let exchange else { return frame.map { Self.paths($0.path) } ?? [] }
    let handled = exchange.request.target.rawPath
    return handled == exchange.path ? [handled] : [exchange.path, handled]
  }

  private static func paths(_ sent: String) -> [String] {
    guard sent.hasPrefix("/_w/"), let end = sent.dropFirst(4).firstIndex(of: "/") else { return [sent] }
    return [sent, String(sent[end...])]
  }

  package var rawQuery: [UInt8] { exchange?.request.target.rawQuery ?? [] }

  package var method: String? { exchange?.request.method.rawValue }

  /// The status that the client saw; nil for none, or none yet.
  package var status: Int? { exchange?.status }

  /// How the response or frame ended; nil while it is being sent.
  package var ending: Transmission.Ending? { exchange?.transmission?.ending ?? frame?.ending }

  package var api: String { exchange?.details.api ?? frame?.api ?? "" }

  package var operationID: String? { exchange?.details.operationID }

  package var account: String? { exchange?.details.account ?? frame?.account }

  /// The id of the ``Device`` that sent the request, or opened the socket.
  package var device: String? { exchange.map { Device($0.request).id } ?? frame?.device }

  package var remoteAddress: String? { exchange?.request.remoteAddress }

  package var requestHeaders: HeaderFields { exchange?.request.headers ?? [:] }

  package var faults: [AppliedFault] { exchange?.details.faults ?? frame?.fault.map { [$0] } ?? [] }

  package var deviations: [JournalExchange.Deviation] { exchange?.deviations ?? frame?.remarks?.all ?? [] }

  /// Whether an exchange failed: with a status of 500 or more, or because the client did not get the whole response,
  /// such as after a reset or a timeout.
  package var isFailed: Bool {
    guard let exchange, let transmission = exchange.transmission else { return false }
    return transmission.ending != .whole || (exchange.status ?? 0) >= 500
  }

  /// What a list shows of the entry, in small letters: a word in it finds the entry. Without secrets.
  package private(set) lazy var shownText = readShownText()

  private func readShownText() -> String {
    var parts: [String?] = [
      method, paths.first, status.map(String.init), api, account, operationID, remoteAddress, ending?.rawValue,
    ]
    if !rawQuery.isEmpty { parts.append(Redaction.query(rawQuery)) }
    if let frame { parts.append(FrameSummary.text(frame.message.bytes)) }
    for fault in faults { parts += [fault.id, fault.type] }
    for deviation in deviations { parts += [deviation.location, deviation.shownMessage] }
    return parts.compactMap { $0 }.joined(separator: " ").lowercased()
  }

  private func readPayload() -> JSONValue? {
    guard let frame, let message else { return nil }
    return message.payload(in: frame.message.bytes)
  }

  private func readJSON() -> JSONValue? {
    if let exchange { return exchange.request.bodyMembers }
    return try? JSONParser.parse(body)
  }
}

extension JournalExchange.Deviation {
  /// The message without the value of a secret.
  package var shownMessage: String {
    let isSecret =
      location.hasPrefix("query ")
      ? Redaction.isSecretParameter(String(location.dropFirst("query ".count)))
      : Redaction.isSecret(Redaction.lastComponent(location))
    return isSecret ? Redaction.withoutQuotations(message) : message
  }
}
