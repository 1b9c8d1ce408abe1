import JSON

/// Brings the values of one object together.
struct ObjectRelating {
  let relations: ObjectRelations
  let plan: SchemaPlan
  let frame: ValueGeneration.Frame
  let given: JSONObject?
  let example: JSONObject?
  var object: JSONObject

  /// Applies all relations.
  mutating func relate() {
    relatePersons()
    relateNames()
    relateStates()
    relateAmounts()
    for (least, most) in relations.bounds { order(least, most) }
    for (count, array) in relations.counts {
      if let elements = object[array.name]?.array { set(count, .number(JSONNumber(elements.count))) }
    }
  }

  // MARK: Values

  /// Whether a value may be replaced: it was generated, and no example shows it.
  func isFree(_ part: ObjectRelations.Part) -> Bool {
    guard object.contains(part.name), given?[part.name] == nil else { return false }
    guard frame.number == 0 else { return true }
    return example?[part.name] == nil && plan.node(part.property.link).examples.isEmpty
  }

  /// Replaces a generated value where the schema allows the new one.
  mutating func set(_ part: ObjectRelations.Part, _ value: JSONValue) {
    guard isFree(part), let old = object[part.name], old != value else { return }
    let node = plan.node(part.property.link)
    guard !node.isTricky, node.facts.mockValues.isEmpty, node.facts.allowsScalar(value) else { return }
    object[part.name] = value
  }

  func text(_ part: ObjectRelations.Part?) -> String? { part.flatMap { object[$0.name]?.string } }

  /// A number, or one that stands in a text.
  func number(_ part: ObjectRelations.Part) -> Double? {
    switch object[part.name] {
    case .number(let number)?: number.double
    case .string(let text)? where text.utf8.count <= 24: Double(text)
    default: nil
    }
  }

  /// Sets a number of at most two decimals, as a text where the property is one.
  mutating func set(_ part: ObjectRelations.Part, hundredths: Int) {
    guard let old = object[part.name] else { return }
    if old.string != nil { return set(part, .string(Self.decimal(hundredths))) }
    let isWhole = !plan.node(part.property.link).facts.types.contains(.fraction)
    if isWhole || hundredths % 100 == 0 {
      if hundredths % 100 == 0 { set(part, .number(JSONNumber(hundredths / 100))) }
    } else if let number = JSONNumber(literal: Self.decimal(hundredths)) {
      set(part, .number(number))
    }
  }

  /// `12.05` for 1205.
  static func decimal(_ hundredths: Int) -> String {
    let cents = hundredths.magnitude % 100
    return "\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(cents < 10 ? "0" : "")\(cents)"
  }

  private mutating func order(_ least: ObjectRelations.Part, _ most: ObjectRelations.Part) {
    guard let first = object[least.name], let second = object[most.name] else { return }
    if let low = first.string, let high = second.string, low.utf8.count == high.utf8.count,
      low.utf8.first?.isDigit == true
    {
      // Moments of the same form are in the order of their texts.
      guard low > high else { return }
    } else {
      guard let low = number(least), let high = number(most), low > high else { return }
    }
    if isFree(least), isFree(most), SchemaTypes(first) == SchemaTypes(second) {
      set(least, second)
      if object[least.name] == second { set(most, first) }
    } else if isFree(least) {
      set(least, second)
    } else {
      set(most, first)
    }
  }

  // MARK: Names

  private mutating func relateNames() {
    guard !relations.slugs.isEmpty || !relations.addresses.isEmpty, let name = text(relations.names.first),
      case let slug = name.slug, !slug.isEmpty
    else { return }
    for part in relations.slugs { set(part, .string(slug)) }
    let folder = (frame.meaning.owner.words.last ?? "").withoutPlural
    for part in relations.addresses where text(part)?.hasPrefix("https://www.example.com/") == true {
      let shown = text(relations.slugs.first) ?? slug
      set(part, .string("https://www.example.com/\(folder.isEmpty ? "" : "\(folder)s/")\(shown)"))
    }
  }

  /// The names of the same person, and the e-mail address and user name that go with them.
  private mutating func relatePersons() {
    for parts in relations.persons {
      var first = text(parts[.firstName]) ?? ""
      var last = text(parts[.lastName]) ?? ""
      if first.isEmpty || last.isEmpty, let part = parts[.fullName], let full = text(part), !isFree(part) {
        let words = full.split(separator: " ")
        (first, last) = (words.first.map(String.init) ?? "", words.count > 1 ? String(words[words.count - 1]) : "")
      }
      guard !first.isEmpty, !last.isEmpty else { continue }
      let person = Person(first: first, last: last)
      if let full = parts[.fullName] { set(full, .string(person.full)) }
      if let email = parts[.email], text(email)?.hasSuffix("@example.com") == true { set(email, .string(person.email)) }
      if let username = parts[.username] { set(username, .string(person.username)) }
    }
  }
}
