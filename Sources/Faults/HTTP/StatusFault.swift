import HTTPCore
import JSON
import World

/// Answers with a status, and a body if there is one.
struct StatusFault: Fault {
  static let name = "status"
  static let about = "answers with a status, headers and a body of your choice"
  static let fields = [
    FaultField("status", "the status code, 200…599", isRequired: true),
    FaultField(
      "body", "a text, sent as it is, or any other JSON value; without it an error comes in the API's own shape"),
    FaultField("headers", "an object of headers by name"),
  ]

  private let status: Int
  private let body: JSONValue?
  private let headers: HeaderFields

  init(_ fields: inout FaultFields) {
    status = fields.integer("status", in: 200...599)
    body = fields.value("body")
    headers = AnswerHeaders.read("headers", &fields)
  }

  func answer(_ context: FaultContext) throws(Problem) -> Response? {
    if body == nil, status >= 400 { throw FaultAnswer.problem(status, "a fault answers \(status)", headers, context) }
    var response = response
    response.replaceHeaders(with: headers)
    return response
  }

  private var response: Response {
    // RFC 9110 §15.3.5, §15.3.6 and §15.4.5: these have no content.
    if [204, 205, 304].contains(status) { return Response(status: status) }
    switch body {
    case nil: return Response(status: status)
    case .string(let text):
      return Response(
        status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], content: .bytes(Array(text.utf8)))
    case let value?: return .json(value, status: status)
    }
  }
}
