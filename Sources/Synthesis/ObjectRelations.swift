import JSON

/// What the properties of one object have to do with each other, found by their names when the schema is read: their
/// values are brought together after they were generated. What is known of an object already, and what an example shows,
/// stays as it is.
final class ObjectRelations: Sendable {
  /// A property with what its name says beside its meaning.
  struct Part: Sendable {
    let property: SchemaNode.Property
    let words: [String]

    var name: String { property.name }
    var meaning: PropertyMeaning { property.meaning }
  }

  let names: [Part]
  let slugs: [Part]
  /// The names, e-mail addresses and user names of each person.
  let persons: [[PropertyMeaning.Kind: Part]]
  let addresses: [Part]
  let amounts: AmountRelations
  let states: StateRelations
  let bounds: [(least: Part, most: Part)]
  let counts: [(count: Part, array: Part)]
  let fileTypes: [Part]

  /// The relations of an object's properties; nil where there are none.
  init?(_ properties: [SchemaNode.Property]) {
    guard properties.count > 1, properties.count <= 300 else { return nil }
    let parts = properties.map { Part(property: $0, words: $0.name.words) }
    func of(_ kinds: Set<PropertyMeaning.Kind>) -> [Part] { parts.filter { kinds.contains($0.meaning.kind) } }
    names = of([.name, .title, .product]).filter { $0.words.count == 1 || $0.meaning.kind != .product }
    slugs = names.isEmpty ? [] : of([.slug])
    let identities = of([.firstName, .lastName, .fullName, .username, .email])
    persons = Dictionary(grouping: identities, by: \.meaning.role).sorted { $0.key < $1.key }.filter {
      $0.value.count > 1
    }
    .map { Dictionary($0.value.map { ($0.meaning.kind, $0) }) { first, _ in first } }
    addresses = names.isEmpty || slugs.isEmpty ? [] : of([.url]).filter { Self.isOfPage($0.words) }
    amounts = AmountRelations(parts)
    states = StateRelations(parts)
    bounds = Self.bounds(parts)
    counts = Self.counts(parts)
    fileTypes = of([.fileName, .mimeType, .choice]).filter {
      $0.meaning.kind != .choice || $0.words.last == "extension"
    }
    if slugs.isEmpty, persons.isEmpty, amounts.isEmpty, states.isEmpty, bounds.isEmpty, counts.isEmpty { return nil }
  }

  private static func isOfPage(_ words: [String]) -> Bool {
    ["url", "link", "permalink", "href", "page"].contains(words.last)
      && words.dropLast().allSatisfy {
        ["web", "public", "html", "page", "share", "canonical", "perma", "site"].contains($0)
      }
  }

  /// Words for the lesser and the greater of two numbers.
  private static let pairs: [(least: String, most: String)] = [
    ("min", "max"), ("minimum", "maximum"), ("from", "to"), ("low", "high"), ("lower", "upper"), ("start", "end"),
    ("used", "total"), ("used", "limit"), ("used", "max"), ("current", "max"), ("current", "total"), ("used", "quota"),
    ("first", "last"), ("since", "until"), ("created", "updated"), ("create", "update"), ("created", "modified"),
    ("started", "finished"), ("started", "completed"), ("published", "updated"), ("issued", "due"),
    ("completed", "total"), ("active", "total"), ("available", "total"), ("sold", "total"), ("free", "total"),
  ]

  private static func bounds(_ parts: [Part]) -> [(least: Part, most: Part)] {
    var places: [[String]: Part] = [:]
    for part in parts where places[part.words] == nil { places[part.words] = part }
    var found: [(least: Part, most: Part)] = []
    for part in parts {
      for (place, word) in part.words.enumerated() {
        for pair in pairs where pair.least == word {
          var other = part.words
          other[place] = pair.most
          if let most = places[other] { found.append((part, most)) }
        }
      }
    }
    return found
  }

  /// Numbers of the elements of an array beside them: `items_count` and `totalItems` of `items`.
  private static func counts(_ parts: [Part]) -> [(count: Part, array: Part)] {
    let marks: Set<String> = ["count", "total", "num", "number", "of", "counter", "size"]
    return parts.compactMap { part in
      guard part.words.count > 1, let last = part.words.last, let first = part.words.first,
        ["count", "counter"].contains(last) || ["num", "total", "number"].contains(first) || last == "total"
      else { return nil }
      let rest = part.words.filter { !marks.contains($0) }.map(\.withoutPlural)
      guard !rest.isEmpty else { return nil }
      let array = parts.first {
        $0.name != part.name && $0.words.map(\.withoutPlural) == rest && $0.words.last?.hasSuffix("s") == true
      }
      return array.map { (part, $0) }
    }
  }
}

extension String {
  /// The words of a text with hyphens between them, as addresses have them.
  var slug: String { replacing("'", with: "").words.joined(separator: "-") }
}
