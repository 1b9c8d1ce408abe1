import HTTPCore
import JSON

/// An entry as questions see it: both kinds alike, and its body parsed once, when it is first asked for. For one
/// thread.
package final class JournalView {
  package let entry: JournalEntry
  /// nil for a frame.
  package let exchange: JournalExchange?
  /// nil for an exchange.
  package let frame: JournalFrame?
  /// The request's body, or the payload, as JSON; the fields of a form as an object of strings; nil when it is neither.
  package private(set) lazy var json = readJSON()
  /// The parameters of the query; none when they cannot be read.
  package private(set) lazy var query =
    (try? exchange?.request.query()) ?? QueryParameters([QueryParameters.Parameter]())

  /// A look at an entry.
  package init(_ entry: JournalEntry) {
    self.entry = entry
    switch entry.content {
    case .exchange(let exchange): (self.exchange, frame) = (exchange, nil)
    case .frame(let frame): (exchange, self.frame) = (nil, frame)
    }
  }

  /// The request's body or the payload, as far as it was kept.
  package var body: [UInt8] { exchange?.request.body ?? frame?.message.bytes ?? [] }

  /// The path as the client sent it, and that which was answered, where it is another.
  package var paths: [String] {
    guard let exchange else { return frame.map { [$0.path] } ?? [] }
    let answered = exchange.request.target.rawPath
    return answered == exchange.path ? [answered] : [exchange.path, answered]
  }

  package var rawQuery: [UInt8] { exchange?.request.target.rawQuery ?? [] }

  package var method: String? { exchange?.request.method.rawValue }

  /// The status that the client saw; nil for none, or none yet.
  package var status: Int? { exchange?.status }

  /// How the answer ended; nil for a frame, and while an answer is on its way.
  package var ending: Transmission.Ending? { exchange?.transmission?.ending }

  package var api: String { exchange?.finding.api ?? frame?.api ?? "" }

  package var operationID: String? { exchange?.finding.operationID }

  package var account: String? { exchange?.finding.account ?? frame?.account }

  package var remoteAddress: String? { exchange?.request.remoteAddress }

  package var requestHeaders: HeaderFields { exchange?.request.headers ?? [:] }

  package var faults: [AppliedFault] { exchange?.finding.faults ?? frame?.fault.map { [$0] } ?? [] }

  package var deviations: [JournalExchange.Deviation] { exchange?.deviations ?? [] }

  private func readJSON() -> JSONValue? {
    if let value = try? JSONParser.parse(body) { return value }
    guard let request = exchange?.request, let form = try? FormContent(request) else { return nil }
    return .object(JSONObject(form.fields.parameters.map { ($0.name, .string($0.value)) }))
  }
}
