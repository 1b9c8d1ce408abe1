extension ViolationTests {
  /// Two kinds of payment, distinguished by a member.
  private static let payment = """
    {"oneOf": [
      {"properties": {"kind": {"const": "card"}, "number": {"type": "string"}}, "required": ["kind", "number"]},
      {"properties": {"kind": {"const": "cash"}}, "required": ["kind"], "maxProperties": 1}]}
    """

  /// Each keyword that applies schemas to the value itself.
  static let applicators = [
    Refusal(
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}}"##, "1", "type", in: "#/$defs/a/type", "must be null",
      "is a number"),
    Refusal(
      ##"{"$ref": "#/$defs/a", "minimum": 0, "$defs": {"a": {"maximum": 3}}}"##, "4", "maximum",
      in: "#/$defs/a/maximum",
      "must be at most 3", "is 4"),
    Refusal(
      #"{"allOf": [true, {"minimum": 2}]}"#, "1", "minimum", in: "#/allOf/1/minimum", "must be at least 2", "is 1"),
    Refusal(
      #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "1", "anyOf", "must match one of the 2 schemas of `anyOf`",
      "is 1 and matches none"),
    Refusal(
      #"{"anyOf": [{"minimum": 5}, {"multipleOf": 2}]}"#, "3", "anyOf", "must match one of the 2 schemas of `anyOf`",
      "is 3 and matches none"),
    // Only the first alternative is for strings.
    Refusal(
      #"{"anyOf": [{"type": "string", "minLength": 3}, {"type": "null"}]}"#, #""ab""#, "minLength",
      in: "#/anyOf/0/minLength", "must have at least 3 characters", "has 2"),
    Refusal(
      payment, #"{"kind": "card"}"#, "required", in: "#/oneOf/0/required", #"must have the member "number""#,
      "has no such member"),
    Refusal(
      payment, #"{"kind": "card", "number": 4}"#, at: "/number", "type", in: "#/oneOf/0/properties/number/type",
      "must be a string", "is a number"),
    Refusal(
      payment, #"{"kind": "coupon"}"#, "oneOf", "must match one of the 2 schemas of `oneOf`",
      "is an object of 1 member and matches none"),
    Refusal(
      #"{"oneOf": [{"minimum": 1}, {"type": "string"}, {"maximum": 9}]}"#, "5", "oneOf",
      "must match exactly one of the 3 schemas of `oneOf`", "matches those at 0 and 2"),
    Refusal(#"{"not": {"type": "string"}}"#, #""a""#, "not", "must not match the schema of `not`", #"is "a" and does"#),
    Refusal(
      #"{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}"#, #""a""#, "minLength",
      in: "#/then/minLength", "must have at least 2 characters", "has 1"),
    Refusal(
      #"{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}"#, "1", "minimum",
      in: "#/else/minimum", "must be at least 2", "is 1"),
    Refusal(
      #"{"dependentSchemas": {"a": {"maxProperties": 1}}}"#, #"{"a": 1, "b": 2}"#, "maxProperties",
      in: "#/dependentSchemas/a/maxProperties", "must have at most 1 member", "has 2 members"),
    // What an alternative that fails would have evaluated is not reported on top of the failure.
    Refusal(
      #"{"anyOf": [{"properties": {"a": {"type": "null"}}}], "unevaluatedProperties": false}"#, #"{"a": 1, "b": 2}"#,
      at: "/a", "type", in: "#/anyOf/0/properties/a/type", "must be null", "is a number"),
  ]
}
