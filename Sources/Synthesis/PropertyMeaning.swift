/// What a member's name says that it is.
struct PropertyMeaning {
  enum Kind: UInt8 {
    case unknown
    case id, reference, firstName, lastName, fullName, username, name, email, phone
    case street, unit, city, region, postalCode, country, countryCode, address, latitude, longitude
    case company, jobTitle, product, brand, category, department
    case amount, currency, percentage, quantity, count, rating, age, year, month, day, weight, length, duration, size
    case url, avatar, picture, icon
    case created, updated, past, future, birthDate, time, timestamp
    case status, type, color, tag, slug, ip, macAddress, locale, language, timeZone, sku, isbn, version, token, hash
    case mimeType, fileName, title, description, comment, gender, domain, userAgent, iban, lastDigits, flag, code, path
  }

  static let none = PropertyMeaning(kind: .unknown)

  let kind: Kind
  let owner: Owner

  private init(kind: Kind, owner: Owner = Owner(name: nil)) {
    (self.kind, self.owner) = (kind, owner)
  }

  /// The meaning of a member's name in an object.
  init(name: String, owner: Owner) {
    let words = name.words
    let (kind, rest) = Self.kind(words)
    self.kind = kind
    // `customerName` is the name of a customer, whatever it is in.
    let prefix = Owner(words: rest)
    self.owner = prefix.kind == .thing ? (kind == .unknown ? Owner(words: words) : owner) : prefix
  }

  /// A state that belongs to no address is one of progress.
  func besides(address isAddress: Bool) -> PropertyMeaning {
    kind == .region && !isAddress ? PropertyMeaning(kind: .status, owner: owner) : self
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

  /// The kind that the end of a name says, and the words before it.
  private static func kind(_ words: [String]) -> (Kind, [String]) {
    for count in [3, 2, 1] where words.count >= count {
      let end = words.suffix(count).joined()
      if let kind = PropertyVocabulary.kinds[end] ?? PropertyVocabulary.kinds[end.withoutPlural] {
        return (kind == .id && words.count > count ? .reference : kind, Array(words.dropLast(count)))
      }
    }
    if let first = words.first, words.count > 1, ["is", "has", "can", "allow", "enable", "should"].contains(first) {
      return (.flag, [])
    }
    return (.unknown, [])
  }
}

/// What kind of thing an object is, by the name of its schema or of the member that holds it.
struct Owner {
  enum Kind: UInt8 {
    case thing, person, company, product, place, pet, event, category, file, article, project, book, music, vehicle
    case restaurant, plan
  }

  let kind: Kind

  init(name: String?) {
    self.init(words: name?.words ?? [])
  }

  /// The last word that says it counts: an `OrderCustomer` is a customer.
  init(words: [String]) {
    kind =
      words.reversed().lazy.compactMap { PropertyVocabulary.owners[$0] ?? PropertyVocabulary.owners[$0.withoutPlural] }
      .first
      ?? .thing
  }
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
    if utf8.count > 4, hasSuffix("sses") || hasSuffix("xes") || hasSuffix("ches") { return String(dropLast(2)) }
    return utf8.count > 3 && hasSuffix("s") && !hasSuffix("ss") && !hasSuffix("us") ? String(dropLast()) : self
  }
}
