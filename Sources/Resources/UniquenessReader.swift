import JSON
import JSONSchema

/// Finds the properties of which no two records of a resource have the same value.
struct UniquenessReader {
  let index: SchemaIndex

  /// Names that are given once in most APIs, where a creation documents any refusal.
  private static let certain: Set<String> = [
    "username", "login", "loginname", "slug", "handle", "sku", "isbn", "permalink", "subdomain",
  ]
  /// Names that a documented conflict most likely is about, the likeliest first.
  private static let likely = [
    "email", "emailaddress", "mail", "username", "login", "slug", "sku", "key", "code", "barcode", "phone",
    "phonenumber", "name", "title",
  ]
  private static let words: Set<String> = [
    "unique", "exists", "exist", "taken", "duplicate", "duplicated", "duplicates", "existing",
  ]

  /// The properties by what the record, its creations and their refusals say.
  ///
  /// - Parameters:
  ///   - sent: The record in the requests of the creations, each with its operation.
  func properties(_ record: SchemaShape, idMember: String?, _ sent: [(facts: OperationFacts, shape: SchemaShape)])
    -> [String]
  {
    var found: [String] = []
    // The line of an order has the number of its product, as other lines do.
    let isLine = record.members.contains { ["quantity", "qty"].contains($0.key) }
    for (facts, shape) in sent {
      let refusals = refusals(facts)
      guard !refusals.isEmpty else { continue }
      let candidates = shape.members.filter { index.shape($0.node).isScalar && $0.name != idMember }
      let named = candidates.filter { member in
        let kept = record.members.first { $0.key == member.key }
        let isCertain = Self.certain.contains(member.key) && !isLine
        return isCertain || saysUnique(member) || kept.map(saysUnique) ?? false
      }
      found += named.map(\.name)
      let conflicts = refusals.filter { $0.status == "409" || $0.words.contains(where: Self.words.contains) }
      guard !conflicts.isEmpty else { continue }
      let said = candidates.filter { member in
        conflicts.contains { Self.says($0.words, member.words) }
      }
      if !said.isEmpty {
        found += said.map(\.name)
      } else if named.isEmpty {
        // What must be sent rather than what may be: the tag of a release, not its title.
        let needed = candidates.filter { shape.required.contains($0.name) }
        let names = needed.filter {
          Self.naming.contains($0.words.last ?? "") && !Self.ofPeople.contains($0.words.first ?? "")
        }
        let one =
          Self.likeliest(among: needed) ?? (needed.count == 1 && names.count == 1 ? names[0] : nil)
          ?? Self.likeliest(among: candidates)
        if let one { found.append(one.name) }
      }
    }
    let names = Dictionary(record.members.map { ($0.key, $0.name) }) { first, _ in first }
    return Array(Set(found.compactMap { names[Words.key($0)] })).sorted()
  }

  /// The property that a conflict is most likely about.
  private static func likeliest(among candidates: [SchemaShape.Member]) -> SchemaShape.Member? {
    likely.lazy.compactMap { key in candidates.first { $0.key == key } }.first
  }

  /// The last words of properties that tell a record from others, and the first ones of those that call people so.
  private static let naming: Set<String> = ["name", "code", "key", "number", "slug", "tag", "symbol", "domain", "host"]
  private static let ofPeople: Set<String> = ["user", "first", "last", "full", "parent", "display"]

  /// Names of times at which something is taken, and of what is taken.
  private static let places: Set<String> = [
    "date", "time", "slot", "start", "starttime", "startdate", "startsat", "startat", "scheduledat", "hour", "seat",
    "seatnumber", "appointmentdate", "appointmenttime", "bookingdate", "bookingtime", "timeslot", "checkin",
    "checkindate",
  ]

  /// The properties of which no two records have all the same: by a documented conflict of what has an id and a time, or
  /// nothing but two ids.
  func together(_ record: SchemaShape, idMember: String?, _ sent: [(facts: OperationFacts, shape: SchemaShape)])
    -> [String]
  {
    let names = Dictionary(record.members.map { ($0.key, $0.name) }) { first, _ in first }
    for (facts, shape) in sent {
      // What is a favourite already is not made one again.
      let own = (facts.shape.segments.last?.literal).map { Words.singularKey($0) + "id" }
      if let own, let name = names[own], name != idMember, shape.members.contains(where: { $0.key == own }),
        refusals(facts).contains(where: { $0.words.contains("already") })
      {
        return [name]
      }
      guard facts.object["responses"]?["409"] != nil else { continue }
      let scalars = shape.members.filter { index.shape($0.node).isScalar && $0.name != idMember }
      let ids = scalars.filter { ["id", "uuid"].contains($0.words.last ?? "") && $0.words.count > 1 }
      let times = scalars.filter { Self.places.contains($0.key) || $0.key.hasSuffix("slot") }
      let chosen = times.isEmpty ? (ids.count >= 2 ? ids.filter { shape.required.contains($0.name) } : []) : ids + times
      let found = chosen.compactMap { names[$0.key] }
      if !ids.isEmpty, found.count >= 2, found.count == chosen.count { return found }
      // Of what is taken at a time, records may show less than requests name.
      let shownTimes = times.compactMap { names[$0.key] }
      let shownIDs = ids.compactMap { names[$0.key] }
      if !times.isEmpty, shownTimes.count == times.count, !shownIDs.isEmpty { return shownIDs + shownTimes }
      // Nothing but a product is put into a wishlist, and once.
      let paths = facts.shape.segments.compactMap(\.literal)
      if ids.count == 1, shape.members.count == 1, let name = names[ids[0].key], paths.count >= 2 {
        return [name] + ["userid", "customerid", "accountid"].compactMap { names[$0] }
      }
    }
    return []
  }

  /// Whether words say of a property that another record has its value: both stand near each other.
  private static func says(_ words: [String], _ name: [String]) -> Bool {
    guard let last = name.last, name.joined().utf8.count > 1 else { return false }
    let marks = words.indices.filter { self.words.contains(words[$0]) }
    return words.indices.contains { place in
      words[place] == last && Array(words[...place].suffix(name.count)) == name
        && marks.contains { abs($0 - place) <= 5 }
    }
  }

  /// The refusals of what a client sends, with the words of their descriptions and examples.
  private func refusals(_ facts: OperationFacts) -> [(status: String, words: [String])] {
    let answers = facts.object["responses"]?.object?.members ?? []
    return answers.filter { ["400", "409", "422"].contains($0.key) }.map { answer in
      let place = facts.pointer.appending("responses").appending(answer.key)
      let content = index.object(answer.value, at: place)?.0 ?? JSONObject()
      var texts = [content["description"]?.string ?? ""]
      for type in content["content"]?.object?.members ?? [] {
        for example in [type.value["example"]] + (type.value["examples"]?.object?.members ?? []).map(\.value) {
          if let example { texts += Self.texts(example, depth: 0) }
        }
      }
      return (answer.key, texts.flatMap { Words.split(String($0.prefix(2000))) + [""] })
    }
  }

  /// The texts in an example, without its names.
  private static func texts(_ value: JSONValue, depth: Int) -> [String] {
    if let text = value.string { return [text] }
    guard depth < 5 else { return [] }
    let inner = value.array ?? (value.object?.members ?? []).map(\.value)
    return inner.prefix(20).flatMap { texts($0, depth: depth + 1) }
  }

  private func saysUnique(_ member: SchemaShape.Member) -> Bool {
    let node = member.node
    guard index.shape(node).isScalar, !index.shape(node).types.contains("boolean") else { return false }
    let text = node["description"]?.string ?? node["title"]?.string ?? ""
    let words = Words.split(String(text.prefix(500)))
    guard let place = words.firstIndex(of: "unique") else { return false }
    // The unique identifier of something else is what several records name.
    let isOfAnother = member.words.count > 1 && member.words.last == "id" && place + 1 < words.count
    if isOfAnother, ["identifier", "id", "identification", "key"].contains(words[place + 1]) { return false }
    return place == 0 || !["not", "non"].contains(words[place - 1])
  }
}
