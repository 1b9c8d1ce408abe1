/// Names of paths, members and parameters as words, so that `customer_id`, `customerId` and `Customer-ID` compare.
package enum Words {
  /// The words of a name in small letters: `findByStatus` is `find`, `by`, `status`; letters with accents lose them.
  package static func split(_ name: String) -> [String] {
    var folded = folded(name)
    return folded.withUTF8(split)
  }

  private static func split(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    var words: [String] = []
    words.reserveCapacity(4)
    var start = 0
    var previous = UInt8(ascii: "_")
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      // A capital begins a word after a small letter or digit, and before a small letter after capitals (`HTTPServer`).
      let begins = isUpper(byte) && (isLower(previous) || isDigit(previous) || (isUpper(previous) && isLower(next)))
      // `IDs` is one word.
      let isPluralOfInitials = begins && isUpper(previous) && next == UInt8(ascii: "s") && index + 2 == bytes.count
      let isLetter = isLetter(byte)
      if !isLetter || (begins && !isPluralOfInitials) {
        if start < index { words.append(small(bytes[start..<index])) }
        start = isLetter ? index : index + 1
      }
      previous = byte
    }
    if start < bytes.count { words.append(small(bytes[start...])) }
    return words
  }

  /// Letters and digits of ASCII as small letters.
  private static func small(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(unsafeUninitializedCapacity: bytes.count) { target in
      for (place, byte) in zip(target.indices, bytes) { target[place] = isUpper(byte) ? byte + 32 : byte }
      return bytes.count
    }
  }

  /// A name without the prefix of its vocabulary: `member` of `hydra:member`, `count` of `@odata.count`.
  static func local(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }) else { return name }
    if let colon = name.lastIndex(of: ":") { return String(name[name.index(after: colon)...]) }
    return name.hasPrefix("@odata.") ? String(name.dropFirst(7)) : name
  }

  /// The words without anything between them: what names are compared by.
  package static func key(_ name: String) -> String {
    var folded = folded(name)
    return folded.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { target in
        var count = 0
        for byte in bytes where isLetter(byte) {
          target[count] = isUpper(byte) ? byte + 32 : byte
          count += 1
        }
        return count
      }
    }
  }

  /// The key of the singular: `orders` and `Order` have the same.
  package static func singularKey(_ name: String) -> String { singularKey(split(name)) }

  /// The same of the words of a name.
  package static func singularKey(_ words: [String]) -> String {
    guard let last = words.last else { return "" }
    return words.count == 1 ? singular(last) : words.dropLast().joined() + singular(last)
  }

  /// A word that is the same in singular and plural, or looks like a plural and is none.
  private static let unchanged: Set<String> = [
    "news", "data", "media", "series", "species", "info", "metadata", "feedback", "address", "access", "progress",
    "process", "business", "success", "status", "bus", "gas", "lens", "campus", "bonus", "virus", "focus", "corpus",
    "analysis", "basis", "https", "sms", "dns", "aws", "gps", "css", "js", "us", "is", "as", "this", "kubernetes",
    "pais", "mes", "gratis", "equipment", "software", "hardware", "inventory", "me",
  ]

  private static let irregular: [String: String] = [
    "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse", "feet": "foot",
    "teeth": "tooth", "indices": "index", "vertices": "vertex", "matrices": "matrix", "criteria": "criterion",
    "analyses": "analysis", "bases": "base", "statuses": "status", "addresses": "address", "buses": "bus",
    "movies": "movie", "cookies": "cookie", "calories": "calorie", "pies": "pie", "ties": "tie", "lies": "lie",
    "aliases": "alias", "databases": "database", "caches": "cache", "axes": "axis", "halves": "half", "leaves": "leaf",
    "shelves": "shelf", "wolves": "wolf", "lives": "life", "knives": "knife", "paises": "pais", "meses": "mes",
    "canciones": "cancion", "sesiones": "sesion", "direcciones": "direccion", "reservaciones": "reservacion",
    "ordenes": "orden", "imagenes": "imagen", "valores": "valor", "colores": "color", "cupones": "cupon",
    "camiones": "camion", "habitaciones": "habitacion", "notificaciones": "notificacion",
    "transacciones": "transaccion", "publicaciones": "publicacion", "estaciones": "estacion",
  ]

  private static let longEndings = [
    "sses", "shes", "ches", "xes", "zzes", "dores", "ctores", "utores", "itores", "dades", "oses", "nores",
  ]

  /// The singular of a word in small letters: by the rules of English, and of Spanish for the words that show it.
  package static func singular(_ word: String) -> String {
    if let known = irregular[word] { return known }
    guard word.utf8.count > 2, word.hasSuffix("s"), !unchanged.contains(word), !word.hasSuffix("ss") else {
      return word
    }
    if word.hasSuffix("us") || word.hasSuffix("is") { return word }
    if word.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    if word.hasSuffix("ciones") || word.hasSuffix("siones") { return String(word.dropLast(2)) }
    for ending in longEndings where word.hasSuffix(ending) {
      return ending == "oses" ? String(word.dropLast()) : String(word.dropLast(2))
    }
    return String(word.dropLast())
  }

  /// The plural of a word in small letters.
  package static func plural(_ word: String) -> String {
    if let known = irregular.first(where: { $0.value == word }).map(\.key),
      irregular.filter({ $0.value == word }).count == 1
    {
      return known
    }
    if isPlural(word) || unchangedPlural.contains(word) { return word }
    if word.hasSuffix("y"), let before = word.utf8.dropLast().last, !"aeiou".utf8.contains(before) {
      return word.dropLast() + "ies"
    }
    for ending in ["s", "x", "z", "ch", "sh"] where word.hasSuffix(ending) { return word + "es" }
    return word + "s"
  }

  private static let unchangedPlural: Set<String> = [
    "news", "data", "media", "series", "species", "info", "metadata", "feedback", "equipment", "software", "hardware",
    "inventory", "sms", "dns",
  ]

  /// Whether a word looks like a plural.
  static func isPlural(_ word: String) -> Bool {
    irregular[word] != nil || unchangedPlural.contains(word) || singular(word) != word
  }

  /// Whether the last word of a name looks like a plural.
  static func isPluralName(_ name: String) -> Bool { split(name).last.map(isPlural) ?? false }

  /// The name of a resource: small letters, digits, `-`, and `_` where the name is written with it.
  static func resourceName(_ name: String, plural isPlural: Bool) -> String {
    var words = split(name)
    guard let last = words.popLast() else { return "records" }
    // `files_under_retention` and `recently-played` stay as they are.
    let stays =
      words.contains { Self.isPlural($0) && !unchangedPlural.contains($0) } || last.hasSuffix("ed") && !words.isEmpty
    words.append(isPlural && !stays && last.utf8.count > 2 ? plural(last) : last)
    return words.joined(separator: name.contains("_") ? "_" : "-")
  }

  /// A name without accents, escapes of URLs and what is no letter of ASCII.
  private static func folded(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 128 }) { return name }
    var result = ""
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else if let base = accents[scalar] {
        result += base
      } else {
        result += scalar.properties.isAlphabetic ? "u" + String(scalar.value, radix: 16) : "_"
      }
    }
    return result
  }

  private static let accents: [Unicode.Scalar: String] = [
    "á": "a", "à": "a", "â": "a", "ä": "a", "ã": "a", "å": "a", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i",
    "ì": "i", "î": "i", "ï": "i", "ó": "o", "ò": "o", "ô": "o", "ö": "o", "õ": "o", "ú": "u", "ù": "u", "û": "u",
    "ü": "u", "ñ": "n", "ç": "c", "ß": "ss", "Á": "A", "É": "E", "Í": "I", "Ó": "O", "Ú": "U", "Ñ": "N", "Ü": "U",
    "Ö": "O", "Ä": "A", "Ç": "C",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { isLower(byte) || isUpper(byte) || isDigit(byte) }
  private static func isLower(_ byte: UInt8) -> Bool { (97...122).contains(byte) }
  private static func isUpper(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
