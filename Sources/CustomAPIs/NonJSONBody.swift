import Contract
import HTTPCore
import JSON
import Synthesis
import World

/// Content that is no JSON.
enum NonJSONBody {
  static func bytes(
    _ content: DocumentedOperation.Content, _ fixed: JSONValue?, _ seed: UInt64, _ call: Call, _ api: CustomAPI
  ) throws(Problem) -> [UInt8] {
    if let text = content.examples.first?.value.string { return Array(text.utf8) }
    let context = ValueContext(now: call.world.startedAt.startOfDay.seconds, origin: call.request.origin)
    let value = (try? api.maker.value(content.place, seed: seed, context: context, fixed: fixed)) ?? .string("")
    switch content.mediaType {
    case "text/event-stream":
      return (value.array ?? [value]).flatMap {
        Array("data: ".utf8) + JSONWriter.serialize($0, sortedKeys: false) + Array("\n\n".utf8)
      }
    case "application/x-ndjson", "application/jsonl", "application/json-seq":
      let lines = value.array ?? [value]
      return lines.flatMap { JSONWriter.serialize($0, sortedKeys: false) + [10] }
    case "application/xml", "text/xml":
      return XMLBody(api.maker, root: api.document.root).bytes(value, content.place)
    case "application/x-www-form-urlencoded":
      let pairs = (value.object?.members ?? []).map {
        "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode(text($0.value)))"
      }
      return Array(pairs.joined(separator: "&").utf8)
    default:
      return Array(text(value).utf8)
    }
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
  }
}
