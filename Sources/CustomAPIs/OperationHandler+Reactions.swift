import HTTPCore
import JSON
import Resources
import Synthesis
import World

// Who reacted to a record in which way, where records show that as a map: `{"reactions": {"👍": ["7"]}}`.

extension OperationHandler {
  /// How records show reactions.
  private enum Reactions {
    /// Who reacted, by what with.
    case people(areNumbers: Bool)
    /// How many have.
    case number
  }

  /// The property with the reactions that the operation changes; nil for another operation.
  private func reactions(_ collection: RecordCollection) -> (name: String, form: Reactions)? {
    guard operation.kind == .action, operation.idParameter != nil,
      let last = operation.path.split(separator: "/").last(where: { !$0.hasPrefix("{") }),
      case let key = Words.singularKey(String(last)), key.hasSuffix("reaction"),
      let member = collection.orderedMembers.first(where: { Words.singularKey($0.name) == key }),
      let values = api.maker.shape(of: member.place).others
    else { return nil }
    let shape = api.maker.shape(of: values)
    if let items = shape.items {
      return (member.name, .people(areNumbers: !api.maker.shape(of: items).types.contains("string")))
    }
    return shape.types.contains("integer") ? (member.name, .number) : nil
  }

  /// Who reacts by a request; nil for an operation that changes no reactions.
  func reacting(_ collection: RecordCollection, _ call: Call) throws -> String? {
    guard reactions(collection) != nil else { return nil }
    return try actingAccount(call)?.id ?? "me"
  }

  /// Notes a reaction, or takes it back by a DELETE, and by a second request where the document says that it toggles.
  ///
  /// - Returns: Whether the request holds one.
  func react(
    to content: inout JSONObject, _ sent: RequestBody, _ collection: RecordCollection, by account: String
  ) -> Bool {
    guard let (name, form) = reactions(collection),
      let said = (sent.body?.object?.members ?? []).first(where: { Self.ways.contains(Words.key($0.key)) }),
      let way = said.value.string, !way.isEmpty, way.utf8.count <= 100
    else { return false }
    var all = content[name]?.object ?? JSONObject()
    switch form {
    case .people(let areNumbers):
      let own = areNumbers ? JSONNumber(literal: account).map(JSONValue.number) : .string(account)
      guard let own else { return false }
      let others = all[way]?.array ?? []
      let isBack = operation.method == "DELETE" || togglesReactions && others.contains(own)
      let left = others.filter { $0 != own } + (isBack ? [] : [own])
      all[way] = left.isEmpty ? nil : .array(left)
    case .number:
      let count = all[way]?.number?.integer ?? 0
      let next = min(max(count, 0), 1_000_000_000) + (operation.method == "DELETE" ? -1 : 1)
      all[way] = next > 0 ? .number(JSONNumber(next)) : nil
    }
    content[name] = .object(all)
    return true
  }

  /// Whether a second request takes back what the first one did, as the document says.
  private var togglesReactions: Bool {
    let described = api.document.root[JSONPointer(["paths", operation.path, operation.method.lowercased()])]
    return ["summary", "description"].contains { described?[$0]?.string?.lowercased().contains("toggle") == true }
  }

  /// Properties of requests that hold what somebody reacts with.
  private static let ways: Set<String> = ["emoji", "reaction", "name", "content", "key", "emojiname", "shortcode"]
}
