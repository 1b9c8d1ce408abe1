import Contract
import HTTPCore
import JSON
import Locking
import Synthesis
import World

/// The events of a stream that a document describes.
struct EventTexts {
  let maker: ValueGenerator
  let content: DocumentedOperation.Content
  /// Whether the document says that the stream ends with `[DONE]`.
  let endsWithDone: Bool
  let context: ValueContext

  /// Media types of streams.
  static let mediaTypes: Set<String> = [
    "text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-seq",
    "application/jsonlines", "application/x-jsonlines", "application/stream+json", "application/json-stream",
  ]

  private static let maximumDepth = 6
  private static let count = 5

  /// The time between two pieces of a text, and between other events, in nanoseconds.
  private static let (pieceInterval, eventInterval): (Int64, Int64) = (50_000_000, 500_000_000)

  /// Texts of which a stream of pieces sends one.
  private static let sentences = [
    "Of course. Here is a short answer that arrives piece by piece.",
    "Certainly! The first step is to read the question, and the second is to answer it.",
    "Yes, that works. Start small, measure the result, and change one thing at a time.",
  ]

  /// The events, each as it is sent, and the time between two of them.
  ///
  /// - Parameters:
  ///   - known: Values that all events have, where their schema has the properties.
  func events(_ known: JSONObject, seed: UInt64) -> (texts: [[UInt8]], interval: Int64) {
    if let example = content.examples.first?.value.string {
      let separator = content.mediaType == "text/event-stream" ? "\n\n" : "\n"
      let texts = example.replacing("\r\n", with: "\n").split(separator: separator)
      return (texts.map { Array("\($0)\(separator)".utf8) }, Self.eventInterval)
    }
    let members = maker.shape(of: content.place).members
    let shared = JSONObject(
      known.members.filter { member in
        guard let place = members[member.key] else { return false }
        return member.value.object == nil && member.value.array == nil && !maker.shape(of: place).isEnumerated
      }.map { ($0.key, $0.value) })
    if let values = pieces(shared, seed) {
      return (values.map(framed) + end(always: true), Self.pieceInterval)
    }
    let place = maker.shape(of: content.place).items ?? content.place
    let values = (0..<Self.count).compactMap { number -> JSONValue? in
      var context = context
      context.number = number
      return try? maker.value(
        place, seed: seed &+ UInt64(number), context: context, fixed: shared.isEmpty ? nil : .object(shared))
    }
    return (values.map(framed) + end(always: false), Self.eventInterval)
  }

  /// An event with its frame.
  private func framed(_ value: JSONValue) -> [UInt8] {
    // A schema of a text may describe the whole event.
    let bytes = value.string.map { Array($0.utf8.filter { $0 != 10 && $0 != 13 }) }
    let text = bytes ?? JSONWriter.serialize(value, sortedKeys: false)
    switch content.mediaType {
    case "text/event-stream":
      let name = value["event"]?.string ?? value["type"]?.string
      let isName = name.map { !$0.isEmpty && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } } ?? false
      let head = isName && !endsWithDone && !isPieceOfCompletion ? "event: \(name ?? "")\n" : ""
      return Array("\(head)data: ".utf8) + text + Array("\n\n".utf8)
    case "application/json-seq": return [0x1E] + text + [10]
    default: return text + [10]
    }
  }

  private func end(always: Bool) -> [[UInt8]] {
    guard content.mediaType == "text/event-stream", endsWithDone || always && isPieceOfCompletion else { return [] }
    return [Array("data: [DONE]\n\n".utf8)]
  }

  /// Whether events are those of a completion, which clients read until `[DONE]`.
  private var isPieceOfCompletion: Bool { maker.shape(of: content.place).members["choices"] != nil }

  // MARK: Pieces of a text

  /// Names of properties that hold a piece of a text, the most certain first.
  private static let pieceNames = ["content", "text", "token", "chunk", "delta", "response", "answer", "completion"]

  /// Events whose texts join to a sentence; nil where the schema has no place for a piece.
  private func pieces(_ shared: JSONObject, _ seed: UInt64) -> [JSONValue]? {
    guard let path = piecePath(content.place, depth: 0) else { return nil }
    let sentence = Self.sentences[Int(seed % UInt64(Self.sentences.count))]
    var words: [String] = []
    for word in sentence.split(separator: " ") { words.append(words.isEmpty ? String(word) : " \(word)") }
    let all: [String?] = words + [nil]
    var values: [JSONValue] = []
    for (index, word) in all.enumerated() {
      let fixed = event(content.place, path[...], shared, word, isFirst: index == 0)
      guard let value = try? maker.projected(fixed, on: content.place, seed: seed, context: context) else { return nil }
      values.append(value)
    }
    return values
  }

  /// One event as far as it is known: the piece at its path, and what the objects around it say about the stream.
  private func event(
    _ place: JSONPointer, _ path: ArraySlice<String>, _ shared: JSONObject, _ piece: String?, isFirst: Bool
  ) -> JSONValue {
    guard let name = path.first else { return .string(piece ?? "") }
    let shape = maker.shape(of: place)
    if name == "0", let items = shape.items {
      return [event(items, path.dropFirst(), JSONObject(), piece, isFirst: isFirst)]
    }
    guard let inner = shape.members[name] else { return .object(shared) }
    var object = shared
    for (key, member) in shape.members where key != name {
      let own = maker.shape(of: member)
      switch key {
      case "finish_reason", "finishReason", "stop_reason", "done_reason":
        if piece == nil {
          object[key] = own.values == nil || own.values?.contains("stop") == true ? "stop" : own.values?.first
        }
        if piece != nil, own.types.contains("null") { object[key] = .null }
      case "done", "is_final", "isFinal", "finished":
        if own.types.contains("boolean") { object[key] = .bool(piece == nil) }
      case "index": object[key] = .number(JSONNumber(0))
      case "created": if own.types.contains("integer") { object[key] = .number(JSONNumber(Int(clamping: context.now))) }
      case "role": if isFirst, own.values?.contains("assistant") ?? true { object[key] = "assistant" }
      default: break
      }
    }
    // The last event has no piece.
    if piece == nil, path.count == 1 { return .object(object) }
    object[name] = event(inner, path.dropFirst(), JSONObject(), piece, isFirst: isFirst)
    return .object(object)
  }

  /// The path to the property that holds a piece, with `0` for the first element of a list; nil for none.
  private func piecePath(_ place: JSONPointer, depth: Int) -> [String]? {
    guard depth < Self.maximumDepth else { return nil }
    let shape = maker.shape(of: place)
    if shape.members.isEmpty, let items = shape.items { return piecePath(items, depth: depth + 1).map { ["0"] + $0 } }
    for name in ["choices", "delta"] {
      if let inner = shape.members[name], let path = piecePath(inner, depth: depth + 1) { return [name] + path }
    }
    for name in Self.pieceNames {
      guard let inner = shape.members[name] else { continue }
      let own = maker.shape(of: inner)
      if own.types.contains("string"), !own.isEnumerated { return [name] }
    }
    for name in ["message", "candidates", "content", "parts"] {
      if let inner = shape.members[name], let path = piecePath(inner, depth: depth + 1) { return [name] + path }
    }
    return nil
  }
}
