import JSON

/// What a member's name says that it is.
final class PropertyMeaning: Sendable {
  enum Kind: UInt8, Sendable {
    case unknown
    case id, reference, firstName, lastName, fullName, username, name, email, phone
    case street, unit, city, region, postalCode, country, countryCode, address, latitude, longitude, coordinates
    case company, jobTitle, product, brand, category, department
    case amount, currency, percentage, quantity, count, ordinal, rating, age, year, month, day, weight, length, duration
    case size, url, avatar, picture, icon
    case created, updated, past, future, birthDate, time, timestamp
    case status, type, color, tag, slug, ip, macAddress, locale, language, timeZone, sku, isbn, version, token, hash
    case mimeType, fileName, title, description, biography, note, comment, problem, gender, domain, userAgent, iban,
      lastDigits
    case flag, code, path
    /// One of the values of a ``PropertyChoice``.
    case choice
  }

  static let none = PropertyMeaning(kind: .unknown)

  let kind: Kind
  let owner: Owner
  let choice: PropertyChoice?
  /// A number for the person or the place that the name speaks of beside the object's own, as of a `sender` or a
  /// `destination`; 0 for the object's own.
  let role: UInt64
  /// Where a moment of this name lies in the life of its object: 0 for its beginning, 100 for now.
  let stage: Int
  /// Whether what begins and ends is a stay of several days.
  let isStay: Bool
  /// Whether the owner is named by the property itself, and not by the object.
  let isNamed: Bool
  /// Whether it is the beginning or the end of a span of time.
  let isOfSpan: Bool

  private init(
    kind: Kind, owner: Owner = Owner(name: nil), choice: PropertyChoice? = nil, role: UInt64 = 0, stage: Int = 50,
    isStay: Bool = false
  ) {
    (self.kind, self.owner, self.choice, self.role, self.stage) = (kind, owner, choice, role, stage)
    (self.isStay, isNamed, isOfSpan) = (isStay, false, false)
  }

  /// Another kind of the same owner.
  convenience init(kind: Kind, like other: PropertyMeaning) {
    self.init(kind: kind, owner: other.owner, role: other.role, stage: other.stage)
  }

  /// Whether the value is a part of what identifies a person.
  var isOfPerson: Bool {
    switch kind {
    case .firstName, .lastName, .fullName, .username, .email: true
    default: kind == .name && owner.kind == .person || kind == .unknown && isNamed && owner.kind == .person
    }
  }

  /// The same in an object that begins and ends: it is to come, but for what lasts.
  var ofSpan: PropertyMeaning {
    guard kind == .past || kind == .future, [15, 75].contains(stage), isOfSpan else { return self }
    let isNow = owner.topic?.isLasting == true
    return PropertyMeaning(
      kind: isNow && stage == 15 ? .past : .future, owner: owner, choice: choice, role: role, stage: stage,
      isStay: isStay)
  }

  /// The same as of the object's own person: where an object names one person only, that is the one.
  var ofOwnPerson: PropertyMeaning {
    role == 0 || !isOfPerson ? self : PropertyMeaning(kind: kind, owner: owner, choice: choice, stage: stage)
  }

  /// The meaning of a member's name in an object.
  init(name: String, owner: Owner) {
    let words = name.words
    var (kind, rest, choice) = Self.kind(words)
    // The `key` of a key, such as that of a `PreAuthKey`, names nothing that it is about.
    if words == ["key"], owner.words.last == "key" { (kind, choice) = (.token, nil) }
    self.choice = choice
    // `customerName` is the name of a customer, whatever it is in.
    let prefix = Owner(words: rest)
    let named = kind == .unknown ? Owner(words: words) : prefix
    isNamed = named.topic != nil
    self.owner = isNamed ? named : owner
    let stage = Self.moments.contains(kind) && !words.isEmpty ? Self.stage(words) : nil
    self.stage = stage ?? (kind == .created ? 0 : kind == .updated ? 90 : 50)
    isStay = words.contains { ["date", "check", "checkin", "checkout", "arrival", "departure", "until"].contains($0) }
    isOfSpan = words.contains { Self.spans.contains($0) }
    // What is planned begins and ends later than now.
    self.kind = kind == .past && [15, 75].contains(stage) && owner.isPlanned ? .future : kind
    role = Self.role(words, kind, owner)
  }

  private static let moments: Set<Kind> = [.past, .future, .created, .updated, .time, .unknown]

  private static func role(_ words: [String], _ kind: Kind, _ owner: Owner) -> UInt64 {
    let persons = words.filter { Topic.of($0)?.kind == .person }
    if let person = persons.last { return person == owner.words.last ? 0 : RandomSource.hash(persons.joined()) }
    if kind == .fullName, words.last == "by" { return RandomSource.hash(words.joined()) }
    return words.contains(where: Self.ends.contains) ? 1 : 0
  }

  private static let spans: Set<String> = [
    "start", "starts", "end", "ends", "begin", "begins", "starttime", "endtime", "startdate", "enddate", "checkin",
    "checkout", "startsat", "endsat",
  ]

  /// Words for the other end of a way.
  private static let ends: Set<String> = ["destination", "dropoff", "arrival", "to", "target"]

  /// What a moment of these words follows and precedes.
  private static let stages: [(stage: Int, words: String)] = [
    (
      15,
      "start starts started begin begins began opened accepted confirmed approved activated checkin departure opens from"
    ),
    (30, "published released posted sent issued paid fix device taken"), (45, "shipped processed"),
    (60, "delivered received arrived"), (70, "cancelled canceled rejected failed"),
    (75, "completed finished ended end ends closed resolved checkout arrival closes until"),
    (85, "deleted archived removed"),
    (90, "updated modified changed edited"), (95, "seen activity active login read used synced server viewed accessed"),
  ]

  private static let stageWords: [(word: String, stage: Int)] = stages.flatMap { stage in
    stage.words.split(separator: " ").map { (String($0), stage.stage) }
  }

  private static func stage(_ words: [String]) -> Int? {
    for word in words {
      if let known = stageWords.first(where: { $0.word == word }) { return known.stage }
    }
    // `startdate` is of one word.
    return stageWords.first { $0.word.utf8.count > 3 && words[0].hasPrefix($0.word) }?.stage
  }

  /// A state that belongs to no address is one of progress, and a unit one of measure.
  func besides(address isAddress: Bool) -> PropertyMeaning {
    if isAddress { return self }
    switch kind {
    case .region: return PropertyMeaning(kind: .status, owner: owner)
    case .unit: return PropertyMeaning(kind: .choice, owner: owner, choice: PropertyChoice.byName["uom"])
    default: return self
    }
  }

  /// Whether the member is a part of an address that nothing else has.
  var isOfAddress: Bool {
    switch kind {
    case .street, .city, .postalCode, .country, .countryCode: true
    default: false
    }
  }

  /// Whether a record looks odd without the member.
  var isEssential: Bool {
    switch kind {
    case .id, .firstName, .lastName, .fullName, .name, .title, .email, .status, .created, .amount, .picture, .username:
      true
    default: false
    }
  }

  /// Words behind a picture for one of its forms.
  private static let sizes: Set<String> = [
    "static", "small", "medium", "large", "original", "full", "thumb", "mini", "preview", "main", "secondary", "tiny",
    "hd",
  ]
  private static let pictures: Set<Kind> = [.avatar, .picture, .icon]

  /// The kind that the end of a name says, and the words before it.
  private static func kind(_ words: [String]) -> (Kind, [String], PropertyChoice?) {
    for count in [3, 2, 1] where words.count >= count {
      let end = words.suffix(count).joined()
      let singular = end.withoutPlural
      let rest = Array(words.dropLast(count))
      if let kind = PropertyVocabulary.kinds[end] ?? PropertyVocabulary.kinds[singular] {
        // `image_url` is a picture, and so is `photo_public_url`.
        if kind == .url,
          let picture = rest.lazy.compactMap({ PropertyVocabulary.kinds[$0] }).first(where: pictures.contains)
        {
          return (picture, [], nil)
        }
        return (kind == .id && words.count > count ? .reference : kind, rest, nil)
      }
      if let choice = PropertyChoice.byName[end] ?? PropertyChoice.byName[singular] { return (.choice, rest, choice) }
    }
    if words.count > 1, let last = words.last, sizes.contains(last),
      let picture = words.dropLast().lazy.compactMap({ PropertyVocabulary.kinds[$0] }).first(where: pictures.contains)
    {
      return (picture, [], nil)
    }
    if words.count > 1, let last = words.last, ["at", "on"].contains(last) {
      return (.past, Array(words.dropLast()), nil)
    }
    if let first = words.first, words.count > 1, ["is", "has", "can", "allow", "enable", "should"].contains(first) {
      return (.flag, [], nil)
    }
    return (.unknown, [], nil)
  }
}

/// What kind of thing an object is, by the name of its schema or of the member that holds it.
struct Owner: Sendable {
  enum Kind: UInt8, Sendable {
    case thing, person, company, product, place, file
  }

  let topic: Topic?
  /// The words of the name that say what it is.
  let words: [String]

  var kind: Kind { topic?.kind ?? .thing }

  /// Whether such things are mostly to come.
  var isPlanned: Bool { topic?.isPlanned ?? false }

  /// - Parameters:
  ///   - isWhole: Whether a name of one word may mean by itself what it does not among others: a `Status` of people.
  init(name: String?, isWhole: Bool = false) {
    self.init(words: name?.words ?? [], isWhole: isWhole)
  }

  /// The last word counts, beside those for the form: an `OrderCustomerResponse` is a customer.
  init(words all: [String], isWhole: Bool = false) {
    var words = all.filter { !Self.forms.contains($0) }
    // What there are several of is called by one of them.
    if let last = words.popLast() { words.append(last.withoutPlural) }
    topic = (isWhole && words.count == 1 ? Topic.of("=\(words[0])") : nil) ?? (words.last ?? all.last).flatMap(Topic.of)
    self.words = words
  }

  /// The name of an object's schema that has none among the components: that of the property that holds it, or of the path.
  static func name(of place: JSONPointer) -> String? {
    let tokens = place.tokens
    for index in tokens.indices.reversed() {
      let before = index > 0 ? tokens[index - 1] : ""
      if before == "properties", !forms.contains(tokens[index].lowercased()) { return tokens[index] }
      if before == "schemas" || before == "responses" && index == 2 { return tokens[index] }
      if before == "paths", index == 1 {
        let literals = tokens[index].split(separator: "/").filter { !$0.contains("{") && !$0.contains("}") }
        return literals.last { !forms.contains($0.lowercased()) }.map(String.init)
      }
    }
    return nil
  }

  /// Words for the form of a schema or a response, which say nothing about what it holds.
  static let forms: Set<String> = [
    "response", "request", "dto", "model", "models", "schema", "data", "entity", "object", "info", "base", "detail",
    "details", "list", "lists", "item", "items", "view", "result", "results", "payload", "content", "attributes", "api",
    "read", "create", "update", "input", "output", "out", "in", "body", "records", "rows", "value", "values", "wrapper",
    "page", "paginated", "collection", "embedded", "resource", "full", "v1", "v2", "v3", "v4", "handlers", "rest",
    "minimal", "simple", "short", "extended", "brief", "public", "private", "serializer", "resp", "req", "res",
    "summary", "record", "ex", "vo", "bo", "struct", "props", "properties", "nested", "new", "existing", "get", "post1",
    "retrieve", "patched", "domain", "json", "jsonld", "hal", "doc", "definition", "meta", "metadata", "with", "type1",
    "standard", "success", "in1",
  ]
}

extension String {
  /// The words of a name in camelCase, snake_case, kebab-case or of several words, in lower-case letters and without
  /// the accents of French, German and Spanish: `createdAt`, `created_at` and `CreatedAt` are `created` and `at`.
  var words: [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var (wasLower, wasUpper) = (false, false)
    func end() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    let bytes = Array(utf8.prefix(200))
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        let nextIsLower = index + 1 < bytes.count && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index + 1])
        if wasLower || wasUpper && nextIsLower { end() }
        word.append(byte | 0x20)
        (wasLower, wasUpper) = (false, true)
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        word.append(byte)
        (wasLower, wasUpper) = (true, false)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        (wasLower, wasUpper) = (true, false)
      default:
        if byte < 0x80 {
          end()
          (wasLower, wasUpper) = (false, false)
        } else {
          // Of two bytes; the letters that matter.
          let code = index + 1 < bytes.count ? Int(byte & 0x1F) << 6 | Int(bytes[index + 1] & 0x3F) : 0
          if byte & 0xE0 == 0xC0, let plain = Self.plainLetters[code] { word.append(contentsOf: plain.utf8) }
        }
      }
    }
    end()
    return words
  }

  private static let plainLetters: [Int: String] = [
    0xE1: "a", 0xE0: "a", 0xE2: "a", 0xE4: "a", 0xE9: "e", 0xE8: "e", 0xEA: "e", 0xEB: "e", 0xED: "i", 0xEE: "i",
    0xEF: "i", 0xF3: "o", 0xF4: "o", 0xF6: "o", 0xFA: "u", 0xF9: "u", 0xFB: "u", 0xFC: "u", 0xF1: "n", 0xE7: "c",
    0xDF: "ss",
  ]

  /// The word without the ending of an English plural.
  var withoutPlural: String {
    if utf8.count > 4, hasSuffix("ies") { return dropLast(3) + "y" }
    if hasSuffix("tuses") { return String(dropLast(2)) }
    if utf8.count > 4, hasSuffix("sses") || hasSuffix("xes") || hasSuffix("ches") { return String(dropLast(2)) }
    return utf8.count > 3 && hasSuffix("s") && !hasSuffix("ss") && !hasSuffix("us") ? String(dropLast()) : self
  }
}
