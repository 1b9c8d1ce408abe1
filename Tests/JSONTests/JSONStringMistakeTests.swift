import JSON
import Testing

@Suite struct JSONStringMistakeTests {
  static let strings: [JSONMistake] = [
    JSONMistake("‸\"", .unterminatedString),
    JSONMistake("‸\"abc", .unterminatedString),
    JSONMistake("[‸\"a]", .unterminatedString),
    JSONMistake("{‸\"a", .unterminatedString),
    JSONMistake("{\"a\":‸\"b}", .unterminatedString),
    JSONMistake("‸\"\\", .unterminatedString),
    JSONMistake("‸\"a\\\"", .unterminatedString),
    JSONMistake("‸\"\\u", .unterminatedString),
    JSONMistake("‸\"\\u12", .unterminatedString),
    JSONMistake("‸\"\\ud83d", .unterminatedString),
    JSONMistake("‸\"\\ud83d\\", .unterminatedString),
    JSONMistake("‸\"\\ud83d\\ude", .unterminatedString),
    JSONMistake("‸\"é", .unterminatedString),
    JSONMistake("\"a‸\nb\"", .controlCharacter),
    JSONMistake("[\"a‸\r\n\"]", .controlCharacter),
    JSONMistake("\"‸\t\"", .controlCharacter),
    JSONMistake("\"‸\u{0}\"", .controlCharacter),
    JSONMistake("\"‸\u{1F}\"", .controlCharacter),
    JSONMistake("{\"a‸\n:1}", .controlCharacter),
    JSONMistake("\"é‸\u{8}\"", .controlCharacter),
    JSONMistake("\"\\n‸\n\"", .controlCharacter),
    JSONMistake("\"‸\\x41\"", .invalidEscape),
    JSONMistake("\"‸\\'\"", .invalidEscape),
    JSONMistake("\"a‸\\a\"", .invalidEscape),
    JSONMistake("\"‸\\\n\"", .invalidEscape),
    JSONMistake("\"‸\\N\"", .invalidEscape),
    JSONMistake("\"‸\\U0041\"", .invalidEscape),
    JSONMistake("\"‸\\0\"", .invalidEscape),
    JSONMistake("\"C:‸\\Users\"", .invalidEscape),
    JSONMistake("\"‸\\é\"", .invalidEscape),
    JSONMistake("\"‸\\ \"", .invalidEscape),
    JSONMistake("\"‸\\\u{0}\"", .invalidEscape),
    JSONMistake("{\"‸\\d\":1}", .invalidEscape),
    JSONMistake("\"‸\\u12\"", .invalidUnicodeEscape),
    JSONMistake("\"‸\\u12G4\"", .invalidUnicodeEscape),
    JSONMistake("\"‸\\u{41}\"", .invalidUnicodeEscape),
    JSONMistake("\"‸\\u+123\"", .invalidUnicodeEscape),
    JSONMistake("\"‸\\u 123\"", .invalidUnicodeEscape),
    JSONMistake("\"\\ud83d‸\\u12\"", .invalidUnicodeEscape),
    JSONMistake("\"‸\\u00é\"", .invalidUnicodeEscape),
    JSONMistake("\"‸\\u@123\"", .invalidUnicodeEscape),
    JSONMistake("\"‸\\uD800\"", .loneSurrogate),
    JSONMistake("\"‸\\uDC00\"", .loneSurrogate),
    JSONMistake("\"‸\\ud83dx\"", .loneSurrogate),
    JSONMistake("\"‸\\ud83d\\n\"", .loneSurrogate),
    JSONMistake("\"‸\\ud83d\\ud83d\"", .loneSurrogate),
    JSONMistake("\"‸\\ud83d\\u0041\"", .loneSurrogate),
    JSONMistake("\"\\ud83d\\ude00‸\\ude00\"", .loneSurrogate),
    JSONMistake("\"‸\\udbff\"", .loneSurrogate),
    JSONMistake("\"‸\\udfff\\ud800\"", .loneSurrogate),
    JSONMistake("{\"‸\\udead\":1}", .loneSurrogate),
    JSONMistake("\"‸\\ud83d\\\"", .loneSurrogate),
  ]

  @Test(arguments: strings)
  func namesWhatIsWrongInAString(mistake: JSONMistake) throws {
    let error = try mistake.error()
    #expect(error.kind == mistake.kind, "\(error)")
    #expect(error.offset == mistake.offset, "\(error)")
  }
}
