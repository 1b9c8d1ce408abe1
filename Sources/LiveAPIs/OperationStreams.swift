import CustomAPIs
import JSON
import OpenAPI
import Resources
import Synthesis

/// Operations that answer a GET with a stream of events, as channels: `GET /orders/stream` sends each order that is new or
/// changes.
struct OperationStreams {
  private let document: OpenAPIDocument
  private let model: APIModel

  private static let mediaTypes = [
    "text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl",
  ]
  /// Words of names that say only that it is a stream.
  private static let streamWords: Set<String> = [
    "stream", "streams", "streaming", "live", "watch", "subscribe", "sse", "listen", "follow", "tail", "get", "list",
    "updates", "changes", "event", "events", "feed",
  ]

  init(_ document: OpenAPIDocument, _ model: APIModel) { (self.document, self.model) = (document, model) }

  /// A channel for each; what makes its events come is found out as for any channel.
  var channels: [ChannelDocument] { model.operations.filter { $0.method == "GET" }.compactMap(channel) }

  private func channel(_ operation: OperationDescription) -> ChannelDocument? {
    let place = JSONPointer(["paths", operation.path, "get"])
    guard let object = document.root[place]?.object else { return nil }
    let answer = place.appending("responses").appending("\(operation.status)")
    let resolved = resolved(answer)
    guard let contents = document.root[resolved]?["content"]?.object,
      let content = contents.members.first(where: { member in Self.mediaTypes.contains { member.key.hasPrefix($0) } }),
      content.value["schema"] != nil
    else { return nil }
    let schema = resolved.appending("content").appending(content.key).appending("schema")
    let words = Words.split(operation.operationID).filter { !Self.streamWords.contains($0) }
    let path = operation.path.split(separator: "/").map(String.init).filter { !$0.hasPrefix("{") }
    let names = path.filter { !Self.streamWords.contains($0.lowercased()) }
    let name = words.isEmpty ? names.last ?? operation.operationID : words.joined(separator: "_")
    let said = ["summary", "description"].compactMap { object[$0]?.string }
    let message = ChannelDocument.Message(
      stream: name, words: ([name] + said).joined(separator: ". "), payload: "#\(schema)",
      examples: [content.value["example"]].compactMap(\.self), contentType: content.key,
      corrections: JSONObject(
        object.members.filter { ["x-mock-on", "x-mock-every", "x-mock-filter"].contains($0.key) }.map {
          ($0.key, $0.value)
        }))
    let security = (object["security"] ?? document.root["security"])?.array ?? []
    let parameters = operation.path.split(separator: "{").dropFirst().compactMap { part in
      part.split(separator: "}", omittingEmptySubsequences: false).first.map(String.init)
    }
    var channel = ChannelDocument(
      stream: operation.operationID, path: operation.path, base: document.servers.first?.path ?? "", message,
      parameters: parameters, security: security.flatMap { $0.object?.keys ?? [] })
    channel.operation = ChannelDocument.Operation(method: "GET", path: operation.path)
    // A stream beside JSON is for clients that ask for it.
    channel.isOnlyStream = contents.keys.allSatisfy { key in Self.mediaTypes.contains { key.hasPrefix($0) } }
    return channel
  }

  private func resolved(_ place: JSONPointer) -> JSONPointer {
    var place = place
    for _ in 0..<8 {
      guard let text = document.root[place]?["$ref"]?.string, let next = JSONPointer(parsing: String(text.dropFirst()))
      else { break }
      place = next
    }
    return place
  }
}
