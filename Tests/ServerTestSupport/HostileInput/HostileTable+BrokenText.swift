extension HostileTable {
  /// Bytes that are no UTF-8, characters that no JSON string may have, and nothing at all.
  package static let brokenText = HostileTable(
    name: "broken text",
    inputs: inString.map { .notAnObject($0.0, Array(#"{"nombre":""#.utf8) + $0.1 + Array(#""}"#.utf8)) }
      + outside.map { .notAnObject($0.0, $0.1) } + empty)

  /// Bytes between the quotes of a value.
  private static let inString: [(String, [UInt8])] =
    [
      ("overlong slash", [0xC0, 0xAF]), ("overlong letter", [0xC1, 0x81]), ("overlong NUL", [0xC0, 0x80]),
      ("overlong in three", [0xE0, 0x80, 0xAF]), ("overlong in three, highest", [0xE0, 0x9F, 0xBF]),
      ("overlong in four", [0xF0, 0x80, 0x80, 0xAF]), ("overlong in four, highest", [0xF0, 0x8F, 0xBF, 0xBF]),
      ("first surrogate", [0xED, 0xA0, 0x80]), ("last surrogate", [0xED, 0xBF, 0xBF]),
      ("surrogate pair", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]), ("past U+10FFFF", [0xF4, 0x90, 0x80, 0x80]),
      ("far past U+10FFFF", [0xF7, 0xBF, 0xBF, 0xBF]), ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
      ("six bytes", [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]), ("0xFE", [0xFE]), ("0xFF", [0xFF]),
      ("continuation alone", [0x80]), ("continuation too many", [0xC3, 0xA9, 0xA9]), ("two of two missing", [0xC3]),
      ("two of three missing", [0xE2]), ("one of three missing", [0xE2, 0x82]),
      ("one of four missing", [0xF0, 0x9F, 0x8D]),
      ("cut by a letter", [0xE2, 0x82, 0x41]), ("Latin-1", [0x43, 0x61, 0x66, 0xE9]),
      ("Windows quotes", [0x93, 0x61, 0x94]),
      ("line feed", [0x0A]), ("carriage return", [0x0D]), ("tab", [0x09]), ("NUL", [0x00]), ("U+0001", [0x01]),
      ("backspace", [0x08]), ("escape", [0x1B]), ("U+001F", [0x1F]),
    ]
    + [
      ("hexadecimal escape", #"\x41"#), ("three hexadecimal digits", #"\u12"#), ("no hexadecimal digit", #"\u12G4"#),
      ("escape in braces", #"\u{1F345}"#), ("capital escape", #"\U0041"#), ("escaped apostrophe", #"\'"#),
      ("escaped letter", #"\a"#), ("escaped digit", #"\0"#), ("escaped line break", "\\\n"),
      ("escaped quote at the end", #"\"#),
      ("high surrogate", #"\ud83c"#), ("low surrogate", #"\udf45"#), ("high and letter", #"\ud83cA"#),
      ("high and escaped letter", #"\ud83c\u0041"#), ("high and high", #"\ud83c\ud83c"#),
      ("low and high", #"\udf45\ud83c"#),
      ("high, escape of another kind", #"\ud83c\n"#), ("signed digits", #"\u-123"#),
    ].map { ($0.0, Array($0.1.utf8)) }

  /// Whole bodies.
  private static let outside: [(String, [UInt8])] = [
    ("byte order mark", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
    ("two byte order marks", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
    ("UTF-16, little end first", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]),
    ("UTF-16, big end first", [0xFE, 0xFF, 0, 0x7B, 0, 0x7D]),
    ("UTF-16 without a mark", [0x7B, 0, 0x7D, 0]), ("UTF-16, big, without a mark", [0, 0x7B, 0, 0x7D]),
    ("UTF-32", [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0, 0x7D, 0, 0, 0]),
    ("UTF-32 without a mark", [0, 0, 0, 0x7B, 0, 0, 0, 0x7D]),
    ("0xFF behind", [0x7B, 0x7D, 0xFF]), ("0xFF in front", [0xFF, 0x7B, 0x7D]),
    ("Latin-1 key", [0x7B, 0x22, 0xF1, 0x22, 0x3A, 0x31, 0x7D]),
    ("gzip", [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3]), ("zip", [0x50, 0x4B, 3, 4]),
    ("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]),
    ("MessagePack", [0x81, 0xA1, 0x61, 1]), ("CBOR", [0xA1, 0x61, 0x61, 1]), ("all bytes", Array(0...255)),
    ("reversed bytes", Array((0...255).reversed())), ("a mebibyte of 0xFF", [UInt8](repeating: 0xFF, count: 1 << 20)),
    ("a mebibyte of NUL", [UInt8](repeating: 0, count: 1 << 20)),
  ]

  /// Refreshing without a body is documented (CONTRACT §3.4), but without any token it is refused.
  private static let empty = [
    HostileInput(
      name: "nothing", body: [], targets: BodyTarget.allCases.filter { $0 != .refresh }, status: 400, field: "body"),
    HostileInput(name: "no body, no token", body: [], targets: [.refresh], status: 401, field: nil),
    .notAnObject("a space", " "), .notAnObject("blank lines", " \r\n\t\n "),
    .notAnObject("a mebibyte of spaces", [UInt8](repeating: 0x20, count: 1 << 20)),
  ]
}
