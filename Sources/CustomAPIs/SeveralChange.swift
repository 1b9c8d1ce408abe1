import JSON
import Resources

/// What one request sets in each of several records.
struct SeveralChange {
  static let deleting: Set<String> = ["delete", "remove", "destroy", "purge", "eliminar"]
  private static let setting: Set<String> = ["set", "update", "change", "edit", "modify", "assign"]

  /// Properties with their new values.
  var set = JSONObject()
  /// Elements that lists get, and those that they lose.
  private var added: [(member: String, value: JSONValue)] = []
  private var removed: [(member: String, value: JSONValue)] = []

  init() {}

  /// Reads a verb such as `archive`, `set_correspondent`, `add_tag` or `modify_tags`, with the values beside it.
  init(verb words: [String], values: JSONObject, _ collection: RecordCollection, _ api: CustomAPI) {
    if words.count > 1, ["add", "remove"].contains(words[0]) {
      let names = [words.dropFirst().joined(), Words.key(Words.plural(words.dropFirst().joined(separator: "_")))]
      let list = collection.orderedMembers.first { names.contains(Words.key($0.name)) && $0.types.contains("array") }
      for value in values.members.map(\.value) {
        guard let list, value.object == nil else { continue }
        let all = value.array ?? [value]
        if words[0] == "add" {
          added += all.map { (list.name, $0) }
        } else {
          removed += all.map { (list.name, $0) }
        }
      }
      return
    }
    let isSetting = words.first.map(Self.setting.contains) ?? false
    if isSetting {
      for member in values.members {
        let words = Words.split(member.key)
        let rest = words.dropFirst().joined()
        if let known = collection.orderedMembers.first(where: { Words.key($0.name) == Words.key(member.key) }) {
          set[known.name] = member.value
        } else if let first = words.first, ["add", "remove"].contains(first),
          let list = collection.orderedMembers.first(where: { Words.key($0.name) == rest && $0.types.contains("array") }
          )
        {
          let all = (member.value.array ?? [member.value]).map { (list.name, $0) }
          if first == "add" { added += all } else { removed += all }
        }
      }
      return
    }
    guard let verb = words.first else { return }
    let forms = Set(StateChangeReader.forms(of: verb).map(Words.key))
    for member in collection.orderedMembers where !member.isReadOnly {
      let key = Words.key(member.name)
      let isNamed = forms.contains(key) || key.hasPrefix("is") && forms.contains(String(key.dropFirst(2)))
      if member.types.contains("boolean"), isNamed {
        set[member.name] = true
        return
      }
      if let value = api.enumeration(of: member)?.first(where: { forms.contains(Words.key($0)) }) {
        set[member.name] = .string(value)
        return
      }
    }
  }

  /// Changes a property: a list in the way that the request says, and anything else to what was sent.
  ///
  /// - Parameters:
  ///   - way: What the request says of the list, such as `add`; nil for nothing.
  mutating func change(_ name: String, by value: JSONValue, _ way: String?) {
    switch (way, value.array) {
    case ("add", let elements?), ("append", let elements?): added += elements.map { (name, $0) }
    case ("remove", let elements?), ("delete", let elements?): removed += elements.map { (name, $0) }
    default: set[name] = value
    }
  }

  func apply(to content: inout JSONObject) {
    for member in set.members { content[member.key] = member.value }
    for (member, value) in added {
      let list = content[member]?.array ?? []
      if !list.contains(value) { content[member] = .array(list + [value]) }
    }
    for (member, value) in removed {
      content[member] = (content[member]?.array).map { list in .array(list.filter { $0 != value }) }
    }
  }
}
