extension ViolationTests {
  /// Each keyword for arrays and for objects.
  static let containers = [
    Refusal(#"{"minItems": 1}"#, "[]", "minItems", "must have at least 1 item", "has 0 items"),
    Refusal(#"{"maxItems": 2}"#, "[1, 2, 3]", "maxItems", "must have at most 2 items", "has 3 items"),
    Refusal(
      #"{"uniqueItems": true}"#, #"["a", {"x": 1, "y": 2}, {"y": 2.0, "x": 1}]"#, "uniqueItems",
      "must have no two equal items", "has equal items at 1 and 2"),
    Refusal(
      #"{"uniqueItems": true}"#, "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3e0]", "uniqueItems", "must have no two equal items",
      "has equal items at 2 and 10"),
    Refusal(
      #"{"items": {"type": "string"}}"#, #"["a", 1]"#, at: "/1", "type", in: "#/items/type", "must be a string",
      "is a number"),
    Refusal(
      #"{"prefixItems": [{"type": "string"}, {"minimum": 1}]}"#, #"["a", 0]"#, at: "/1", "minimum",
      in: "#/prefixItems/1/minimum", "must be at least 1", "is 0"),
    Refusal(#"{"prefixItems": [true], "items": false}"#, "[1, 2]", "items", "must have at most 1 item", "has 2 items"),
    Refusal(
      #"{"contains": {"const": 1}}"#, "[2]", "contains", "must have at least 1 item that `contains` allows", "has 0"),
    Refusal(
      #"{"contains": {"const": 1}, "minContains": 2}"#, "[1]", "minContains",
      "must have at least 2 items that `contains` allows", "has 1"),
    Refusal(
      #"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1]", "maxContains",
      "must have at most 1 item that `contains` allows", "has 2"),
    Refusal(
      #"{"prefixItems": [true], "unevaluatedItems": false}"#, "[1, 2]", at: "/1", "unevaluatedItems",
      "must not be there", "is 2"),
    Refusal(
      #"{"prefixItems": [true], "unevaluatedItems": {"type": "null"}}"#, "[1, 2]", at: "/1", "type",
      in: "#/unevaluatedItems/type", "must be null", "is a number"),
    Refusal(#"{"minProperties": 1}"#, "{}", "minProperties", "must have at least 1 member", "has 0 members"),
    Refusal(#"{"maxProperties": 0}"#, #"{"a": 1}"#, "maxProperties", "must have at most 0 members", "has 1 member"),
    Refusal(#"{"required": ["id"]}"#, #"{"Id": 1}"#, "required", #"must have the member "id""#, "has no such member"),
    Refusal(
      #"{"dependentRequired": {"card": ["expiry"]}}"#, #"{"card": 1}"#, "dependentRequired",
      #"must have the member "expiry", because it has "card""#, "has no such member"),
    Refusal(
      #"{"propertyNames": {"maxLength": 2}}"#, #"{"ab": 1, "abc": 1}"#, at: "/abc", "propertyNames",
      "must have a name that `propertyNames` allows", #"is called "abc""#),
    Refusal(
      #"{"properties": {"a/b": {"type": "null"}}}"#, #"{"a/b": 1}"#, at: "/a~1b", "type", in: "#/properties/a~1b/type",
      "must be null", "is a number"),
    Refusal(
      #"{"patternProperties": {"^x-": {"type": "string"}}}"#, #"{"x-a": 1}"#, at: "/x-a", "type",
      in: "#/patternProperties/^x-/type", "must be a string", "is a number"),
    Refusal(
      #"{"properties": {"a": true}, "additionalProperties": false}"#, #"{"a": 1, "b": 2}"#, at: "/b",
      "additionalProperties", "must not be there", "is 2"),
    Refusal(
      #"{"additionalProperties": {"minimum": 3}}"#, #"{"b": 2}"#, at: "/b", "minimum",
      in: "#/additionalProperties/minimum",
      "must be at least 3", "is 2"),
    Refusal(
      #"{"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}"#, #"{"a": 1, "b": [2]}"#, at: "/b",
      "unevaluatedProperties", "must not be there", "is an array of 1 item"),
    // A precomposed é and an e with its accent are two names (RFC 8259 section 8.3).
    Refusal(
      #"{"properties": {"\u00e9": true}, "additionalProperties": false}"#, #"{"e\u0301": 1}"#, at: "/e\u{301}",
      "additionalProperties", "must not be there", "is 1"),
  ]
}
