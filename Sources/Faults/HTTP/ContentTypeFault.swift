import HTTPCore
import World

/// Says that the content is something else than it is.
struct ContentTypeFault: Fault {
  static let name = "contentType"
  static let about = "sends the content under a wrong Content-Type"
  static let fields = [
    FaultField("contentType", "the media type to claim; text/html; charset=utf-8 without it")
  ]

  private let contentType: String

  init(_ fields: inout FaultFields) {
    let text = fields.optionalText("contentType", length: 1...200) ?? "text/html; charset=utf-8"
    if !AnswerHeaders.isValue(text) { fields.reject("contentType", "must be printable ASCII characters") }
    contentType = text
  }

  func change(_ response: inout Response, _ context: FaultContext) {
    response.headers["Content-Type"] = contentType
  }
}
