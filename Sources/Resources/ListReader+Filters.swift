import JSONSchema

// Which query parameters choose among the records of a list.

extension ListReader {
  /// Where a query takes numbers, a text such as `next_page` is an address rather than what to send.
  func takeAddresses(_ operation: OperationFacts, _ members: inout [(path: [String], role: Paging.Role)]) {
    for number in members.indices {
      guard members[number].role == .nextPosition || members[number].role == .previousPosition else { continue }
      let place = members[number].path.reduce(operation.answer) { node, name in
        node.flatMap { index.shape($0).member(name) }
      }
      guard let shape = place.map(index.shape), shape.types.contains("string"), !shape.isInteger else { continue }
      members[number].role = members[number].role == .nextPosition ? .nextURL : .previousURL
    }
  }

  /// Whether a list shows the newest records first: a feed, or one that a client reads by the greatest id it wants.
  func isNewestFirst(_ operation: OperationFacts) -> Bool {
    let words = operation.shape.segments.suffix(2).compactMap(\.literal).flatMap(Words.split)
    let said = Self.said(operation)
    return operation.query.contains(where: Self.isGreatestID)
      || Self.orders.contains { order in said.contains { $0.contains(order) } }
      || words.contains { ["timeline", "timelines", "feed", "feeds", "newest", "latest", "recent"].contains($0) }
  }

  /// What an operation's summary and descriptions say, each in one line of small letters.
  static func said(_ operation: OperationFacts) -> [String] {
    let answer = operation.object["responses"]?[String(operation.status)]?["description"]
    return [operation.object["summary"], operation.object["description"], answer].compactMap { text in
      text?.string.map { $0.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }
  }

  /// What descriptions say of lists with the newest records first.
  private static let orders = [
    "newest first", "latest first", "most recent first", "most recently added", "reverse chronological",
    "recent first", "newest to oldest", "created_at desc", "createdat desc", "descending order of creation",
    "sorted by creation date descending", "ordered by most recent", "from last to first", "from newest to oldest",
    "inverse chronological", "most recent to oldest",
  ]

  /// Parameters with the id that a page must stay above.
  private static let idBounds: Set<String> = ["sinceid", "minid", "minimumid"]

  /// Parameters with the id that a page must stay below.
  private static let greatestIDs: Set<String> = ["maxid", "untilid", "maximumid"]

  /// Whether a page must stay below the id in a parameter, by its name or its description: "messages with an ID less than
  /// this value".
  static func isGreatestID(_ parameter: ParameterFacts) -> Bool {
    if greatestIDs.contains(Words.key(parameter.name)) { return true }
    guard ["since", "before", "after"].contains(parameter.key), parameter.schema?["format"]?.string != "date-time"
    else {
      return false
    }
    let text = parameter.text.lowercased()
    return Words.split(parameter.text).contains("id")
      && ["less than", "lower than", "smaller than", "below"].contains(where: text.contains)
  }

  /// Query parameters that are named like members of the record, with these.
  ///
  /// - Parameters:
  ///   - main: The part of a view that is the record proper.
  ///   - choosesByElements: Whether the properties of objects in lists choose records whatever they are called.
  func filters(
    _ operation: OperationFacts, record: SchemaShape, main: Schema? = nil, used: Set<String>,
    choosesByElements: Bool = false
  ) -> [String: String] {
    var byKey: [String: String] = [:]
    let attributes = record.attributes(index).map { index.shape($0).members } ?? []
    let proper = main.map { index.shape($0).members } ?? []
    for member in proper + record.members + attributes where byKey[member.key] == nil {
      byKey[member.key] = member.name
    }
    let nested = nestedMembers(record, but: byKey, anyElement: choosesByElements)
    var filters: [String: String] = [:]
    let isAroundPoint = Self.isAroundPoint(operation)
    for parameter in operation.query where !used.contains(parameter.name) && !isBound(parameter) {
      if isAroundPoint, parameter.words.last.map(Self.axes.contains) == true { continue }
      if Self.idBounds.contains(Words.key(parameter.name)) { continue }
      var name = Self.conditionName(parameter.name)
      if name.hasSuffix("[]") { name = String(name.dropLast(2)) }
      var key = Words.key(name)
      // `categoryOneOf`
      if byKey[key] == nil, let end = ["oneof", "anyof"].first(where: key.hasSuffix), key != end {
        key.removeLast(end.count)
      }
      // `origClientOrderId`
      if byKey[key] == nil, let before = ["original", "orig"].first(where: key.hasPrefix), key != before,
        byKey[String(key.dropFirst(before.count))] != nil
      {
        key.removeFirst(before.count)
      }
      if saidBound(parameter) != nil { continue }
      // `query[]` holds conditions, and names no property.
      guard !key.isEmpty else { continue }
      if let member = byKey[key] ?? byKey[Words.singularKey(name)] {
        filters[parameter.name] = member
      } else if let member = byKey[Words.key(Words.plural(name))] {
        filters[parameter.name] = member
      } else if key.hasSuffix("id"), let member = byKey[String(key.dropLast(2))] {
        filters[parameter.name] = member
      } else if let member = byKey[key + "id"] {
        filters[parameter.name] = member
      } else if key.hasSuffix("filter"), let member = byKey[String(key.dropLast(6))] {
        filters[parameter.name] = member
      } else if key.hasSuffix("ids"), let member = byKey[String(key.dropLast())] {
        filters[parameter.name] = member
      } else if let member = nested[key] ?? nested[Words.key(Words.plural(name))] {
        filters[parameter.name] = member
      }
    }
    return filters
  }

  /// The parameters of filters that ask when records were made although records do not show it: `filter[created_at]`.
  static func filtersByCreation(_ operation: OperationFacts, used: Set<String>) -> [String: String] {
    let found = operation.query.compactMap { parameter -> (String, String)? in
      let name = conditionName(parameter.name)
      guard name != parameter.name, !used.contains(parameter.name), Words.key(name) == "createdat" else { return nil }
      return (parameter.name, name)
    }
    return Dictionary(found) { first, _ in first }
  }

  /// Whether a list is asked for around a point: no record is exactly there.
  private static func isAroundPoint(_ operation: OperationFacts) -> Bool {
    let words = operation.query.compactMap(\.words.last)
    return words.contains(where: ["latitude", "lat"].contains)
      && words.contains(where: ["longitude", "lng", "lon", "long"].contains)
  }

  private static let axes: Set<String> = ["latitude", "lat", "longitude", "lng", "lon", "long"]

  /// The properties inside of a record's objects by their names, where only one has the name and the record itself has
  /// none of it: `publisher` is `metadata.publisher`.
  private func nestedMembers(
    _ record: SchemaShape, but own: [String: String], anyElement: Bool
  ) -> [String: String] {
    var found: [String: String] = [:]
    // `address-city` says which object it is of.
    var whole: [String: String] = [:]
    var seen: Set<String> = []
    for member in record.members {
      let shape = index.shape(member.node)
      // What is identified is another record.
      guard shape.isObject, !EnvelopeFinder.hasOwnID(shape), shape.members.count <= 60 else { continue }
      for inner in shape.members where own[inner.key] == nil {
        let value = index.shape(inner.node)
        guard value.isScalar || value.items.map({ index.shape($0).isScalar }) == true else { continue }
        found[inner.key] = seen.insert(inner.key).inserted ? "\(member.name).\(inner.name)" : nil
        whole[member.key + inner.key] = "\(member.name).\(inner.name)"
      }
    }
    // The e-mail address of a client is that of one of its contacts.
    for member in record.members {
      guard let element = index.shape(member.node).items.map(index.shape), element.isObject,
        element.members.count <= 60
      else { continue }
      let singular = Words.singularKey(member.name)
      for inner in element.members {
        let value = index.shape(inner.node)
        let isList = value.items.map { index.shape($0).isScalar } == true
        guard value.isScalar || anyElement && isList else { continue }
        let path = "\(member.name)[].\(inner.name)"
        whole[member.key + inner.key] = path
        whole[singular + inner.key] = path
        guard own[inner.key] == nil, let last = inner.words.last,
          anyElement || Self.ofElements.contains(last) || last == "id" && inner.words.count > 1
        else { continue }
        found[inner.key] = seen.insert(inner.key).inserted ? path : nil
      }
    }
    return found.merging(whole.filter { own[$0.key] == nil }) { plain, _ in plain }
  }

  /// The last words of properties by which the objects of a list are asked for.
  private static let ofElements: Set<String> = ["email", "phone", "sku", "barcode", "isbn"]

  /// Whether a parameter bounds a member rather than names its value: `start_time`, `price_min`, `created[gte]`.
  func isBound(_ parameter: ParameterFacts) -> Bool {
    if parameter.name.contains(where: { $0 == "<" || $0 == ">" }) { return true }
    let bounds: Set<String> = [
      "start", "end", "since", "until", "before", "after", "min", "max", "gte", "lte", "gt", "lt", "from",
    ]
    let words = parameter.words
    if words.count > 1, words.contains(where: bounds.contains) { return true }
    let shape = parameter.schema.map(index.shape)
    return shape?.format == "date-time" || shape?.isObject == true && !parameter.name.hasPrefix("filter")
  }

  /// Whether a parameter that is called like a number bounds it from below, as its description says: "minimum score" of
  /// `score`; nil for one that does not bound it, and false for one that bounds it from above.
  private func saidBound(_ parameter: ParameterFacts) -> Bool? {
    guard let shape = parameter.schema.map(index.shape),
      shape.types.contains("integer") || shape.types.contains("number")
    else { return nil }
    let words = Words.split(String(parameter.text.prefix(60))).prefix(3)
    if words.starts(with: ["at", "least"]) || ["minimum", "minimal"].contains(words.first) { return true }
    return words.starts(with: ["at", "most"]) || ["maximum", "maximal"].contains(words.first) ? false : nil
  }

  /// Query parameters that bound a number, a text or a moment of the record, with these members.
  ///
  /// - Parameters:
  ///   - created: The member with the moment of creation, which `since` alone means.
  func bounds(
    _ operation: OperationFacts, record: SchemaShape, created: String?, used: Set<String>
  ) -> (lower: [String: String], upper: [String: String]) {
    var (lower, upper): ([String: String], [String: String]) = ([:], [:])
    let record = record.attributes(index).map(index.shape) ?? record
    for parameter in operation.query where !used.contains(parameter.name) {
      // `filter[since]` is `since`.
      let name = Self.conditionName(parameter.name)
      var words = name == parameter.name ? parameter.words : Words.split(name)
      // `start_date` and `end_date` of a list whose records have one date.
      let isSpan =
        words.count == 2 && ["start", "end"].contains(words[0]) && ["date", "time", "day"].contains(words[1])
      // `north`, `south`, `east` and `west` are the sides of a map.
      if words.count == 1, let side = Self.sides[words[0]], let member = axis(of: side.axis, record) {
        if side.isLower { lower[parameter.name] = member.name } else { upper[parameter.name] = member.name }
        continue
      }
      if let isLower = saidBound(parameter) {
        let own = record.members.first { member in
          let shape = index.shape(member.node)
          return member.key == parameter.key && (shape.types.contains("integer") || shape.types.contains("number"))
        }
        if let own {
          if isLower { lower[parameter.name] = own.name } else { upper[parameter.name] = own.name }
          continue
        }
      }
      guard let place = isSpan ? 0 : words.firstIndex(where: { Self.lower.contains($0) || Self.upper.contains($0) })
      else { continue }
      let word = words.remove(at: place)
      let isLower = isSpan ? word == "start" : Self.lower.contains(word)
      let key = words.joined()
      let keys = [key, key + "at", key + "date", key + "on"]
      let named =
        keys.lazy.compactMap { key in record.members.first { $0.key == key } }.first ?? axis(of: key, record)
      let isMoment = key.isEmpty || key == "date" || key == "time"
      // `since` asks for what is new.
      let moment =
        isMoment ? (word == "since" ? namedMoment(record) ?? created : nil) ?? mainMoment(record) ?? created : nil
      guard let member = named?.name ?? moment else { continue }
      if isLower { lower[parameter.name] = member } else { upper[parameter.name] = member }
    }
    return (lower, upper)
  }

  /// The member with the degrees that the bounds of a map are about: `minLat` and `max_lng`.
  private func axis(of key: String, _ record: SchemaShape) -> SchemaShape.Member? {
    for names in [["latitude", "lat"], ["longitude", "lng", "lon", "long"]] where names.contains(key) {
      return record.members.first { names.contains($0.key) }
    }
    return nil
  }

  /// The members of a record that hold a moment.
  private func allMoments(_ record: SchemaShape) -> [SchemaShape.Member] {
    record.members.filter { member in
      let shape = index.shape(member.node)
      return shape.format == "date-time" || shape.format == "date"
    }
  }

  /// The member with the moment that a record is about, by its name.
  private func namedMoment(_ record: SchemaShape) -> String? {
    allMoments(record).first { Self.moments.contains($0.key) }?.name
  }

  /// The member with the moment that a record is about, before that of its creation.
  private func mainMoment(_ record: SchemaShape) -> String? {
    if let named = namedMoment(record) { return named }
    // Else the only one that is about the thing rather than about its record.
    let others = allMoments(record).filter { member in
      Self.abouts.isDisjoint(with: member.words) && !member.node.isReadOnly
    }
    return others.count == 1 ? others[0].name : nil
  }

  /// Words of moments that say what happened to a record: when it was made, changed or ended.
  private static let abouts: Set<String> = [
    "created", "updated", "modified", "changed", "deleted", "inserted", "added", "registered", "expires", "expiry",
    "expiration", "birth", "last", "creation", "modification", "joined", "published", "closed", "completed", "verified",
  ]

  private static let moments: Set<String> = [
    "time", "timestamp", "date", "occurredat", "recordedat", "measuredat", "startedat", "startsat", "start",
    "starttime", "startdate", "bookingdate", "bookingdatetime", "sentat", "fecha", "datetime",
  ]
  private static let sides: [String: (axis: String, isLower: Bool)] = [
    "north": ("latitude", false), "south": ("latitude", true), "east": ("longitude", false),
    "west": ("longitude", true),
  ]
  private static let lower: Set<String> = ["min", "since", "after", "gte", "from", "minimum"]
  private static let upper: Set<String> = ["max", "until", "before", "lte", "to", "maximum"]
}
