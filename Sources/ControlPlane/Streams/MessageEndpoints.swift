import HTTPCore
import JSON
import STOMP
import World

/// Messages that a test publishes itself, through the same broker as everyone's.
package enum PublishingEndpoint {
  /// Publishes to topics, queues and users.
  package static let all = [Endpoint(.post, "/_mock/messages", "publishMessage", .open, answer: publish)]

  private static func publish(_ call: Call) throws -> Response {
    let body = try ControlBody(call.request, known: ["destination", "body", "contentType", "headers"])
    guard let destination = try body.text("destination", upTo: 1000), destination.hasPrefix("/") else {
      throw Problem(
        .validation, "destination must begin with a slash, such as /topic/greenhouse/messages", field: "destination")
    }
    guard let content = body.value("body") else {
      throw Problem(.validation, "body is required: a text, or JSON to be sent as such", field: "body")
    }
    let isText = content.string != nil
    let contentType = try body.text("contentType") ?? (isText ? "text/plain" : "application/json")
    var headers = Headers()
    for member in try body.object("headers")?.members ?? [] {
      guard let value = member.value.string else {
        throw Problem(.validation, "the header \(member.key.clipped(to: 60)) must be a text", field: "headers")
      }
      headers.append(Header(member.key, value))
    }
    let bytes = content.string.map { Array($0.utf8) } ?? JSONWriter.serialize(content)
    let message = Message(destination: destination, headers: headers, contentType: contentType, body: bytes)
    do {
      try call.world.broker.publish([message])
    } catch {
      throw Problem(.conflict, "the broker refuses it: \(error.headline)", field: "destination", value: destination)
    }
    return Response(status: 202)
  }
}
