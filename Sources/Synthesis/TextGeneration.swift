import JSON

/// Makes one text that suits a format, an example or a name. Whether the schema allows it is asked by the caller.
struct TextGeneration {
  let context: ValueContext
  let node: SchemaNode
  let frame: ValueGeneration.Frame
  /// What the document shows as an example.
  let shown: String?

  private var meaning: PropertyMeaning { frame.meaning }
  private var moments: Moments { Moments(frame: frame, now: context.now) }

  /// The text.
  func make(_ chance: inout RandomSource) -> String {
    if node.facts.format != nil, let text = ofFormat(&chance) { return text }
    if node.facts.contentEncoding == "base64" { return Self.base64(&chance) }
    if node.facts.contentMediaType == "application/json" { return "{}" }
    if let shown, let text = like(TextStyle(shown), &chance) { return text }
    if meaning.kind == .unknown, !meaning.isNamed, let kind = node.described.kind {
      let frame = frame.meaning(PropertyMeaning(kind: kind, like: meaning))
      if let text = TextGeneration(context: context, node: node, frame: frame, shown: shown).ofMeaning(&chance) {
        return text
      }
    }
    if let text = ofMeaning(&chance) { return text }
    if let shown { return otherExample(&chance) ?? shown }
    if let text = node.facts.defaultValue?.string, !text.isEmpty { return text }
    return plain(&chance)
  }

  /// A text that looks like an example, when the look says what it is.
  private func like(_ look: TextStyle, _ chance: inout RandomSource) -> String? {
    if let text = look.moment(Timestamp(moments.seconds(momentKind))) { return text }
    if look.isEmail { return person.email }
    if look.isAddress {
      return meaning.isPicture || look.isPicture ? picture : look.variedAddress(number: frame.number)
    }
    return look.varied(&chance, number: frame.number, isIdentifier: meaning.isIdentifying)
  }

  private func otherExample(_ chance: inout RandomSource) -> String? {
    let texts = node.facts.examples.compactMap(\.string)
    return texts.isEmpty ? nil : chance.pick(texts)
  }

  private func ofFormat(_ chance: inout RandomSource) -> String? {
    switch node.facts.format {
    case "date-time", "datetime", "timestamp": Timestamp(moments.seconds(momentKind)).dateTime
    case "date": Timestamp(moments.seconds(momentKind)).date
    case "time": Timestamp(moments.seconds(.past)).time
    case "duration": "PT\(chance.pick(5...90))M"
    case "uuid", "guid", "uuid1", "uuid3", "uuid4", "uuid5", "UUID": Self.uuid(&chance)
    case "email", "idn-email": person.email
    case "uri", "url", "iri": url(&chance)
    case "uri-reference", "iri-reference": "/\(chance.pick(Words.tags))/\(chance.pick(1...900))"
    case "uri-template": "https://example.com/{id}"
    case "hostname", "idn-hostname": "\(chance.pick(Words.tags)).example.com"
    case "ipv4", "ip": "203.0.113.\(chance.pick(1...254))"
    case "ipv6": "2001:db8::\(chance.text(4, of: Array("123456789abcdef".utf8)))"
    case "byte", "base64": Self.base64(&chance)
    case "password": "Secret-\(chance.text(8, of: Alphabet.lettersAndDigits))"
    case "json-pointer": "/\(chance.pick(Words.keys))"
    case "relative-json-pointer": "0/\(chance.pick(Words.keys))"
    case "regex": "^[a-z]+$"
    case "phone", "phone-number": phone(&chance)
    case "int64", "int32", "integer": String(chance.pick(1...100_000))
    case "decimal", "number", "float", "double":
      ofPlace(&chance) ?? ofNumber(&chance) ?? "\(chance.pick(1...200)).\(chance.pick(10...99))"
    case "color", "hex-color": "#\(chance.text(6, of: Alphabet.hexadecimal))"
    case "country-code": place.code
    case "currency": frame.currency
    default: nil
    }
  }

  private var momentKind: PropertyMeaning.Kind {
    switch meaning.kind {
    case .created, .updated, .future, .birthDate: meaning.kind
    default: .past
    }
  }

  private var place: Words.Place { frame.home }

  private var person: Person { Person(frame) }

  private func phone(_ chance: inout RandomSource) -> String {
    "\(place.dialling) 555 \(chance.text(3, of: Alphabet.digits)) \(chance.text(4, of: Alphabet.digits))"
  }

  private func url(_ chance: inout RandomSource) -> String {
    if meaning.isPicture || meaning.owner.kind == .file { return picture }
    if let shown, TextStyle(shown).isAddress {
      return TextStyle(shown).isPicture ? picture : like(TextStyle(shown), &chance) ?? shown
    }
    return "https://www.example.com/\(chance.pick(Words.tags))/\(chance.pick(100...9_999))"
  }

  /// A picture of the server's own.
  private var picture: String {
    let isPerson = meaning.kind == .picture && meaning.owner.kind == .person
    let folder = meaning.kind == .avatar || isPerson ? "avatars" : meaning.kind == .icon ? "icons" : "pictures/1200x800"
    let media = context.origin.isEmpty ? "media:" : "\(context.origin)/media"
    return "\(media)/\(folder)/\(String(frame.seed >> 32, radix: 16)).png"
  }

  static func uuid(_ chance: inout RandomSource) -> String {
    let digits = chance.text(30, of: Alphabet.hexadecimal).utf8.map { $0 }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let variant = chance.pick(["8", "9", "a", "b"])
    return "\(part(0..<8))-\(part(8..<12))-4\(part(12..<15))-\(variant)\(part(15..<18))-\(part(18..<30))"
  }

  static func base64(_ chance: inout RandomSource) -> String {
    chance.text(16, of: Alphabet.lettersAndDigits)
  }

  /// A text of which only the thing is known that its name speaks of, or not even that.
  private func plain(_ chance: inout RandomSource) -> String {
    if meaning.kind == .unknown, meaning.isNamed, let names = meaning.owner.topic?.names, !names.isEmpty {
      return next(names)
    }
    switch meaning.kind == .unknown && meaning.isNamed ? meaning.owner.kind : .thing {
    case .person: return person.full
    case .company: return company(&chance)
    case .place: return place.city
    case .product: return product(&chance)
    case .thing, .file: break
    }
    if let most = node.facts.maxLength < 12 ? node.facts.maxLength : nil {
      return next(Words.plainValues.filter { $0.utf8.count <= most } + ["A", "B", "C"])
    }
    return next(node.described.isLong ? Words.sentences : Words.plainValues)
  }

  private func company(_ chance: inout RandomSource) -> String {
    let ending = frame.pick(Words.companyEndings, of: frame.objectPath &+ 5, stride: 3)
    return "\(frame.pick(Words.companyWords, of: frame.objectPath &+ 4)) \(ending)"
  }

  private func product(_ chance: inout RandomSource) -> String {
    "\(chance.pick(Words.productLooks)) \(chance.pick(Words.productStuffs)) \(next(Words.products))"
  }

  /// An element of a list, another one than neighbouring records have.
  private func next(_ list: [String]) -> String { frame.pick(list, of: frame.path) }

  /// A name of the thing that the object is.
  private func name(_ chance: inout RandomSource) -> String {
    switch meaning.owner.kind {
    case .person: return person.full
    case .company: return company(&chance)
    case .product: return product(&chance)
    case .file: return file.name
    case .place, .thing: break
    }
    if let topic = meaning.owner.topic, !topic.names.isEmpty {
      return topic.codes.isEmpty ? next(topic.names) : entry(topic.names)
    }
    if meaning.owner.kind == .place { return place.city }
    let words = meaning.owner.words.suffix(2)
    if let last = words.last, words.count > 1, let topic = words.first.flatMap(Topic.of),
      ["type", "kind", "status"].contains(last),
      let values = choices(last == "status" ? topic.statuses : topic.types)
    {
      return next(values).capitalized
    }
    return words.isEmpty ? next(Words.names) : "\(next(Words.looks)) \(words.joined(separator: " "))"
  }

  /// One of lists in the same order, such as the names and the codes of countries: the same one for all of them.
  private func entry(_ list: [String]) -> String { frame.pick(list, of: frame.objectPath &+ 8) }

  /// What is written about the thing that the object is.
  private func text(_ texts: [String]?) -> String { next(texts.flatMap { $0.isEmpty ? nil : $0 } ?? Words.sentences) }

  /// The file that the object is about, whose name has the ending of its type.
  private var file: (name: String, ending: String, mimeType: String) {
    // What is at this server's addresses are pictures.
    let (ending, mimeType) = meaning.owner.kind == .file ? ("png", "image/png") : ("pdf", "application/pdf")
    let number = RandomSource.mix(frame.object) % 99 + 1
    let names = ending == "png" ? Words.pictureFiles : Words.files
    return ("\(frame.pick(names, of: frame.objectPath &+ 6))-\(number).\(ending)", ending, mimeType)
  }
}

// Texts by what the name says.

extension TextGeneration {
  /// What these are called says nothing of what is said about them.
  private static let speakers: Set<Owner.Kind> = [.thing, .person, .company, .place, .file]

  private func choices(_ values: [String]?) -> [String]? { values.flatMap { $0.isEmpty ? nil : $0 } }

  private func ofMeaning(_ chance: inout RandomSource) -> String? {
    switch meaning.kind {
    case .unknown: return nil
    case .id, .reference: return shown == nil ? chance.text(12, of: Alphabet.lettersAndDigits) : nil
    case .firstName: return person.first
    case .lastName: return person.last
    case .fullName: return person.full
    case .name: return name(&chance)
    case .email: return person.email
    case .phone: return phone(&chance)
    case .gender: return chance.pick(["female", "male", "other"])
    case .birthDate: return Timestamp(moments.seconds(.birthDate)).date
    case .jobTitle: return next(Words.jobTitles)
    case .company: return company(&chance)
    case .product: return product(&chance)
    case .brand: return next(Words.brands)
    case .category, .department: return next(Words.categories)
    case .title: return meaning.owner.kind == .person ? next(Words.jobTitles) : name(&chance)
    case .note: return next(Words.sentences)
    case .username: return person.username
    case .code, .countryCode, .currency, .language, .locale:
      if !meaning.isNamed, let codes = choices(meaning.owner.topic?.codes) { return entry(codes) }
    case .description: return text(meaning.owner.topic?.texts)
    case .biography: return text(Topic.of("user")?.texts)
    case .comment:
      return text(Self.speakers.contains(meaning.owner.kind) ? Topic.of("message")?.texts : meaning.owner.topic?.texts)
    case .problem: return ""
    case .choice:
      guard shown == nil, let choice = meaning.choice else { return nil }
      if let symbols = choices(meaning.owner.topic?.symbols), choice.names.hasPrefix("symbol") { return entry(symbols) }
      if choice.values.isEmpty {
        guard let numbers = choice.numbers else { return nil }
        return "\(chance.pick(Int(numbers.lowerBound)...Int(numbers.upperBound)))\(choice.unit)"
      }
      return choice.isPaired ? frame.pick(choice.values, of: frame.objectPath &+ 9) : next(choice.values)
    case .status: return shown == nil ? chance.pick(choices(meaning.owner.topic?.statuses) ?? Words.statuses) : nil
    case .type: return shown == nil ? chance.pick(choices(meaning.owner.topic?.types) ?? Words.types) : nil
    case .color:
      return chance.pick(node.facts.maxLength == 6 ? Words.hexColours.map { String($0.dropFirst()) } : Words.hexColours)
    case .tag: return next(Words.tags)
    case .slug: return "\(chance.pick(Words.tags))-\(chance.pick(Words.tags))-\(chance.pick(1...99))"
    case .flag: return "true"
    default: break
    }
    return ofPlace(&chance) ?? ofTime() ?? ofNumber(&chance) ?? ofTechnology(&chance)
  }

  private func ofPlace(_ chance: inout RandomSource) -> String? {
    switch meaning.kind {
    case .street: "\(chance.pick(1...240)) \(chance.pick(Words.streets))"
    case .unit: String(chance.pick(1...40))
    case .city: place.city
    case .region: place.region
    case .postalCode: place.postalCode
    case .country: node.facts.maxLength < 4 || TextStyle(shown ?? "").isCode ? place.code : place.country
    case .countryCode: place.code
    case .address:
      "\(chance.pick(1...240)) \(chance.pick(Words.streets)), \(place.postalCode) \(place.city), \(place.country)"
    case .latitude: "\(place.latitude)"
    case .longitude: "\(place.longitude)"
    case .timeZone: place.timeZone
    case .currency: shown?.first?.isLowercase == true ? frame.currency.lowercased() : frame.currency
    case .language: place.language
    case .locale: "\(place.language)-\(place.code)"
    default: nil
    }
  }

  private func ofTime() -> String? {
    switch meaning.kind {
    case .created, .updated, .past, .future, .timestamp: Timestamp(moments.seconds(meaning.kind)).dateTime
    case .time: moments.clock
    default: nil
    }
  }

  private func ofNumber(_ chance: inout RandomSource) -> String? {
    switch meaning.kind {
    case .amount: "\(chance.pick(5...250)).\(chance.text(1, of: Alphabet.digits))\(chance.pick(["0", "5", "9"]))"
    case .percentage: String(chance.pick(1...100))
    case .quantity, .count: String(chance.pick(1...20))
    case .ordinal: String(frame.number + 1)
    case .rating: "\(chance.pick(3...4)).\(chance.pick(0...9))"
    case .age: String(moments.age)
    case .year: String(chance.pick(1990...max(Timestamp(context.now).year, 1990)))
    case .month: String(chance.pick(1...12))
    case .day: String(chance.pick(1...28))
    case .lastDigits: chance.text(4, of: Alphabet.digits)
    case .weight, .length, .duration, .size: String(chance.pick(10...500))
    default: nil
    }
  }

  private func ofTechnology(_ chance: inout RandomSource) -> String? {
    switch meaning.kind {
    case .url, .avatar, .picture, .icon: url(&chance)
    case .ip: "203.0.113.\(chance.pick(1...254))"
    case .macAddress:
      "02:00:5e:\(chance.text(2, of: Alphabet.hexadecimal)):\(chance.text(2, of: Alphabet.hexadecimal)):10"
    case .domain: "\(chance.pick(Words.tags)).example.com"
    case .sku: "\(chance.text(3, of: Alphabet.upper))-\(chance.text(5, of: Alphabet.digits))"
    case .isbn: Self.isbn(&chance)
    case .version: "\(chance.pick(1...4)).\(chance.pick(0...12)).\(chance.pick(0...9))"
    case .token: chance.text(24, of: Alphabet.lettersAndDigits)
    case .hash: chance.text(40, of: Alphabet.hexadecimal)
    case .mimeType: file.mimeType
    case .fileName: file.name
    case .path: "/\(chance.pick(Words.tags))/\(chance.pick(Words.files))"
    case .userAgent: chance.pick(Words.userAgents)
    case .iban: "DE\(chance.text(20, of: Alphabet.digits))"
    case .code: "\(chance.text(2, of: Alphabet.upper))-\(chance.text(6, of: Alphabet.digits))"
    default: nil
    }
  }

  /// An ISBN of 13 digits with its check digit.
  private static func isbn(_ chance: inout RandomSource) -> String {
    let digits = "978" + chance.text(9, of: Alphabet.digits)
    let sum = digits.utf8.enumerated().reduce(0) { $0 + Int($1.element & 0x0F) * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
    return digits + String((10 - sum % 10) % 10)
  }
}

/// One person, whose names and address agree.
struct Person {
  let first: String
  let last: String

  init(first: String, last: String) {
    (self.first, self.last) = (first, last)
  }

  init(_ frame: ValueGeneration.Frame) {
    let path = frame.objectPath &+ frame.meaning.role
    first = frame.pick(Words.firstNames, of: path &+ 1)
    last = frame.pick(Words.lastNames, of: path &+ 2, stride: 7)
  }

  var full: String { "\(first) \(last)" }
  var username: String {
    "\(first.lowercased())\(last.lowercased().prefix(1))\(last.utf8.count + first.utf8.count)"
  }
  var email: String { "\(first.slug).\(last.slug)@example.com" }
}

extension ValueGeneration.Frame {
  /// The place on earth of the object.
  var home: Words.Place { pick(Words.places, of: place &+ 3) }

  /// The place of the array that the part is an element of.
  var array: Words.Place {
    var frame = self
    frame.number -= position
    return frame.home
  }

  /// The currency of the whole record.
  var currency: String {
    Words.places[Int((RandomSource.mix(3) % 1_000 &+ UInt64(clamping: record)) % UInt64(Words.places.count))].currency
  }

  /// The same part with another meaning.
  func meaning(_ meaning: PropertyMeaning) -> Self {
    var frame = self
    frame.meaning = meaning
    return frame
  }
}

extension String {
  /// The words of a value such as `in_progress` as a person reads them: `In progress`.
  fileprivate var capitalized: String {
    let words = words.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
