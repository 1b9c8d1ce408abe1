extension ViolationTests {
  /// Each keyword for any value, for numbers and for strings.
  static let scalars = [
    Refusal("false", "1", "", in: "#", "must not be there", "is 1"),
    Refusal(#"{"type": "string"}"#, "5", "type", "must be a string", "is a number"),
    Refusal(#"{"type": "object"}"#, "null", "type", "must be an object", "is null"),
    Refusal(#"{"type": "boolean"}"#, "[]", "type", "must be a boolean", "is an array"),
    Refusal(#"{"type": "integer"}"#, "1.5", "type", "must be an integer", "is 1.5"),
    Refusal(#"{"type": "integer"}"#, #""5""#, "type", "must be an integer", "is a string"),
    Refusal(#"{"type": ["string", "null"]}"#, "true", "type", "must be null or a string", "is a boolean"),
    Refusal(
      #"{"type": ["array", "number", "object"]}"#, #""a""#, "type", "must be a number, an array or an object",
      "is a string"),
    Refusal(
      #"{"enum": ["active", "inactive"]}"#, #""retired""#, "enum", "must be one of active, inactive", #"is "retired""#),
    Refusal(
      #"{"enum": ["two words", "", "7", "true", true, null, [1]]}"#, "7", "enum",
      #"must be one of "two words", "", "7", "true", true, null, [1]"#, "is 7"),
    Refusal(#"{"const": {"a": 1}}"#, #"{"a": 2}"#, "const", #"must be {"a":1}"#, "is an object of 1 member"),
    Refusal(#"{"const": "EUR"}"#, #""eur""#, "const", "must be EUR", #"is "eur""#),
    Refusal(#"{"minimum": 0}"#, "-0.01", "minimum", "must be at least 0", "is -0.01"),
    Refusal(#"{"exclusiveMinimum": 0}"#, "0.0", "exclusiveMinimum", "must be greater than 0", "is 0.0"),
    Refusal(#"{"maximum": 1e2}"#, "100.5", "maximum", "must be at most 1e2", "is 100.5"),
    Refusal(#"{"exclusiveMaximum": 100}"#, "1e2", "exclusiveMaximum", "must be less than 100", "is 1e2"),
    Refusal(#"{"multipleOf": 0.01}"#, "19.995", "multipleOf", "must be a multiple of 0.01", "is 19.995"),
    Refusal(#"{"minLength": 2}"#, #""é""#, "minLength", "must have at least 2 characters", "has 1"),
    Refusal(#"{"minLength": 1}"#, #""""#, "minLength", "must have at least 1 character", "has 0"),
    Refusal(#"{"maxLength": 2}"#, #""😀😀😀""#, "maxLength", "must have at most 2 characters", "has 3"),
    Refusal(#"{"pattern": "^[A-Z]{3}$"}"#, #""eur""#, "pattern", "must match the pattern ^[A-Z]{3}$", #"is "eur""#),
    Refusal(
      #"{"pattern": "^\\p{Letter}+$"}"#, #""a1""#, "pattern", #"must match the pattern ^\p{Letter}+$"#, #"is "a1""#),
    Refusal(#"{"maxLength": 1}"#, #""a\u200b""#, "maxLength", "must have at most 1 character", "has 2"),
    Refusal(#"{"const": 1}"#, #""a\u200b""#, "const", "must be 1", #"is "a\u{200B}""#),
  ]
}
