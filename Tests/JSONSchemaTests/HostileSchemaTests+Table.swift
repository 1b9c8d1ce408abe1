extension HostileSchemaTests {
  private static let types = "must be one of null, boolean, integer, number, string, array, object or an array of them"
  private static let count = "must be a whole number from 0 on"

  static let wrongValues: [(String, String, String)] = [
    ("5", "", "a schema is an object, true or false, not number"),
    ("[]", "", "a schema is an object, true or false, not array"),
    (#"{"type": 5}"#, "/type", types), (#"{"type": "str"}"#, "/type", types), (#"{"type": []}"#, "/type", types),
    (#"{"enum": "a"}"#, "/enum", "must be an array"), (#"{"minLength": -1}"#, "/minLength", count),
    (#"{"maxItems": 1.5}"#, "/maxItems", count), (#"{"minProperties": "2"}"#, "/minProperties", count),
    (#"{"minContains": null}"#, "/minContains", count), (#"{"minimum": "1"}"#, "/minimum", "must be a number"),
    (#"{"exclusiveMinimum": true}"#, "/exclusiveMinimum", "must be a number"),
    (
      #"{"multipleOf": 0}"#, "/multipleOf", "must be greater than 0 and have at most 19 significant digits"
    ),
    (
      #"{"multipleOf": -0.1}"#, "/multipleOf", "must be greater than 0 and have at most 19 significant digits"
    ),
    (
      #"{"multipleOf": 1.2345678901234567891}"#, "/multipleOf",
      "must be greater than 0 and have at most 19 significant digits"
    ),
    (#"{"uniqueItems": 1}"#, "/uniqueItems", "must be true or false"),
    (#"{"required": true}"#, "/required", "must be an array of strings"),
    (#"{"required": ["a", 1]}"#, "/required", "must be an array of strings"),
    (#"{"dependentRequired": {"a": "b"}}"#, "/dependentRequired", "must be an object of arrays of strings"),
    (#"{"properties": []}"#, "/properties", "must be an object of schemas"),
    (#"{"properties": {"a/b": 5}}"#, "/properties/a~1b", "a schema is an object, true or false, not number"),
    (#"{"allOf": {}}"#, "/allOf", "must be an array"), (#"{"anyOf": []}"#, "/anyOf", "must have at least one schema"),
    (#"{"not": "a"}"#, "/not", "a schema is an object, true or false, not string"),
    (
      #"{"items": [true]}"#, "/items", "must be a schema; the draft has `prefixItems` for an array of schemas"
    ),
    (#"{"then": 1}"#, "/then", "a schema is an object, true or false, not number"),
    (
      #"{"pattern": "("}"#, "/pattern", "is no regular expression: missing closing parenthesis at offset 1"
    ),
    (
      #"{"patternProperties": {"[": true}}"#, "/patternProperties/[",
      "is no regular expression: missing terminating ] for character class at offset 1"
    ),
    (#"{"pattern": 1}"#, "/pattern", "must be a string"), (#"{"$id": 1}"#, "/$id", "must be a string"),
    (#"{"$anchor": "1a"}"#, "/$anchor", "must be a letter or `_`, then letters, digits, `-`, `_` and `.`"),
    (
      ##"{"$id": "a#b"}"##, "/$id", "must not have a fragment; `$anchor` names a schema within a document"
    ),
    (##"{"$dynamicRef": "#a"}"##, "/$dynamicRef", "dynamic references are not supported"),
  ]

  static let wrongReferences: [(String, String, String)] = [
    (#"{"$ref": 5}"#, "/$ref", "must be a string"),
    (##"{"$ref": "#/$defs/x"}"##, "/$ref", ##""#/$defs/x" refers to nothing"##),
    (##"{"properties": {"a": {"$ref": "#/x"}}}"##, "/properties/a/$ref", ##""#/x" refers to nothing"##),
    (##"{"$ref": "#/enum/7", "enum": [1]}"##, "/$ref", ##""#/enum/7" refers to nothing"##),
    (##"{"$ref": "#/~2"}"##, "/$ref", #""/~2" is no JSON Pointer"#),
    (##"{"$ref": "#%zz"}"##, "/$ref", ##""#%zz" has a fragment that is not percent-encoded UTF-8"##),
    (##"{"$ref": "#%ff"}"##, "/$ref", ##""#%ff" has a fragment that is not percent-encoded UTF-8"##),
    (##"{"$ref": "#here"}"##, "/$ref", #"no schema of "" has the anchor "here""#),
    (#"{"$ref": "https://example.com/a"}"#, "/$ref", #"no document or `$id` is registered as "https://example.com/a""#),
    (##"{"$ref": "#/title", "title": "a"}"##, "/title", "a schema is an object, true or false, not string"),
    (
      #"{"$ref": "u:a", "$defs": {"a": {"$id": "u:a"}, "b": {"$id": "u:a"}}}"#, "/$ref",
      #"two schemas have the identifier "u:a""#
    ),
    (
      ##"{"$ref": "#a", "$defs": {"x": {"$anchor": "a"}, "y": {"$anchor": "a"}}}"##, "/$ref",
      #"two schemas have the anchor "a""#
    ),
  ]
}
