extension HostileTable {
  /// Numbers outside of 0.01…100000 (CONTRACT §3.4), some outside of what a computer counts with.
  package static let badNumbers = HostileTable(
    name: "numbers out of range",
    inputs: [
      "0", "-0", "0.0", "0e0", "-1", "-2.5", "0.009", "0.00999", "1e-2000", "1e-400", "-1e-400", "-0.01", "100000.01",
      "100001", "1e6", "1E+5000", "1e400", "-1e400", "1.7976931348623159e308", "1e99999999999999999999",
      "1e-99999999999999999999", "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
      "18446744073709551616", "9".times(10_000), "0." + "0".times(10_000) + "1", "1" + "0".times(10_000) + ".5",
    ].map {
      .badField("areaHectareas", String($0.prefix(30)), Draft.lote.with("areaHectareas", $0).text, BodyTarget.lotes)
    })

  /// Texts that are too short, too long, blank or hold a NUL.
  package static let badTexts = HostileTable(
    name: "texts of a wrong length",
    inputs: texts("nombre", .lote, 2...100, BodyTarget.lotes) + texts("ubicacion", .lote, 2...200, BodyTarget.lotes)
      + texts("tipoCultivo", .lote, 2...100, BodyTarget.lotes) + texts("notas", .lote, 0...2000, BodyTarget.lotes)
      + texts("productorId", .lote, 1...100, BodyTarget.lotes)
      + texts("nombre", .productor, 2...100, BodyTarget.productores)
      + texts("email", .productor, 5...254, BodyTarget.productores)
      + texts("telefono", .productor, 10...30, BodyTarget.productores)
      + texts("direccion", .productor, 0...200, BodyTarget.productores)
      + texts("documentoIdentidad", .productor, 1...50, BodyTarget.productores)
      + texts("email", .login, 1...254, [.login]) + texts("password", .login, 1...1024, [.login]))

  private static func texts(
    _ field: String, _ draft: Draft, _ length: ClosedRange<Int>, _ targets: [BodyTarget]
  ) -> [HostileInput] {
    var texts = [
      ("one too many", "x".times(length.upperBound + 1)), ("half a mebibyte", "x".times(1 << 19)),
      ("100,000 emoji", "🍅".times(100_000)), ("50,000 marks on one letter", "ab" + "\u{301}".times(50_000)),
      ("U+0000", "abc@example.com\u{0}"), ("U+0000 alone", "\u{0}"), ("U+0000 at length", "123456789\u{0}0"),
    ]
    if length.lowerBound > 0 {
      texts += [
        ("empty", ""), ("blank", " ".times(12)), ("white space", "\t\n\r\t\n\r\t\n\r\t\n\r"),
        ("wide blanks", "\u{3000}".times(12)),
      ]
    }
    if length.lowerBound > 1 { texts.append(("one too few", "x".times(length.lowerBound - 1))) }
    return texts.map { .badField(field, $0.0, draft.with(field, $0.1.quoted).text, targets) }
  }

  /// States that no document knows.
  package static let badChoices = HostileTable(
    name: "unknown states",
    inputs: choices(["cosechado", "suspendido", "en_cosecha,activo"], .lote, BodyTarget.lotes)
      + choices(["eliminado", "en_cosecha", "en_preparacion"], .productor, BodyTarget.productores))

  private static func choices(_ more: [String], _ draft: Draft, _ targets: [BodyTarget]) -> [HostileInput] {
    let texts = [
      "", "ACTIVO", "Activo", "activo ", " activo", "activo\u{0}", "activ", "activoo", "\u{430}ctivo", "activo\u{301}",
      "null",
      "1", "true", "🍅", "' OR '1'='1", "activo\n", "x".times(100_000), "x" + "\u{301}".times(50_000),
    ]
    return (texts + more).map {
      .badField("estado", String($0.prefix(20)), draft.with("estado", $0.quoted).text, targets)
    }
  }

  /// E-mail addresses and telephone numbers that are none.
  package static let badContacts = HostileTable(
    name: "contacts",
    inputs: [
      "plain", "@example.com", "ana@", "ana@example", "ana@example.", "ana@.com", "ana@example..com",
      "ana..ruiz@example.com",
      "ana ruiz@example.com", "ana@exa mple.com", "ana@ruiz@example.com", "ana@example.com\n", "\tana@example.com",
      "ana@example.com ", "ana@@example.com", "@@@@@", ".....", "ana@example,com", "mailto:ana",
      "ana\u{A0}@example.com",
    ].map { .badField("email", $0, Draft.productor.with("email", $0.quoted).text, BodyTarget.productores) }
      + [
        "123456789", "1234567890123456", "12345abcde", "+51 999 999", "++++++++++", "--------------", "１２３４５６７８９０",
        "1234567890\n", "123-456-789x0", "tel:1234567890", "1234567890;ext=1", "(((((((((((((((", "٠١٢٣٤٥٦٧٨٩",
        "1234567890'",
      ].map { .badField("telefono", $0, Draft.productor.with("telefono", $0.quoted).text, BodyTarget.productores) })

  /// Producers that do not exist.
  package static let badReferences = HostileTable(
    name: "references to nothing",
    inputs: [
      "prod_0", "prod_99999", "PROD_1", "prod_1 ", " prod_1", "prod_01", "prod_", "1", "null", "*", "%", "prod_%",
      "prod__",
      "prod_1' OR '1'='1", "prod_1';--", "../prod_1", "prod_1/", "lote_1", "user_123", "🍅", "prod_1\n", "prod_\u{661}",
    ].map { .badField("productorId", $0, Draft.lote.with("productorId", $0.quoted).text, BodyTarget.lotes) })
}
