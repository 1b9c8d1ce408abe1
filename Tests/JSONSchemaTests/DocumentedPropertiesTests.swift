import HTTPCore
import JSONSchema
import Testing

@Suite("The documented members of a schema")
struct DocumentedPropertiesTests {
  @Test("are those of all the schemas that describe the object")
  func names() throws {
    let documented = try schema(
      """
      {"$ref": "#/$defs/base", "properties": {"own": {"properties": {"inner": true}}},
       "allOf": [{"properties": {"all": true}}, {"allOf": [{"properties": {"deep": true}}]}],
       "anyOf": [{"properties": {"any": true}}, {"type": "null"}],
       "oneOf": [{"$ref": "#/$defs/one"}],
       "not": {"properties": {"forbidden": true}},
       "if": {"properties": {"asked": true}}, "then": {"properties": {"then": true}},
       "else": {"properties": {"otherwise": true}},
       "dependentSchemas": {"own": {"properties": {"dependent": true}}},
       "$defs": {"base": {"properties": {"base": true}}, "one": {"properties": {"one": true}}}}
      """
    ).documentedProperties()
    #expect(documented.names == ["own", "base", "all", "deep", "any", "one", "then", "otherwise", "dependent"])
    #expect(!documented.allowsOthers)
    #expect(documented.contains("deep") && !documented.contains("inner"))
  }

  @Test("may be any when others have a schema; that they are merely allowed is not enough")
  func others() throws {
    let rows = [
      (#"{"additionalProperties": {"type": "string"}}"#, true), (#"{"additionalProperties": {}}"#, true),
      (#"{"additionalProperties": true}"#, false), (#"{"additionalProperties": false}"#, false), ("{}", false),
      (#"{"allOf": [{"additionalProperties": {}}]}"#, true), (#"{"unevaluatedProperties": {}}"#, true),
      (#"{"unevaluatedProperties": false}"#, false), ("true", false), ("false", false),
    ]
    for (text, allows) in rows {
      let documented = try schema(text).documentedProperties()
      #expect(documented.names.isEmpty)
      #expect(documented.allowsOthers == allows, "\(text)")
      #expect(documented.contains("anything") == allows, "\(text)")
    }
  }

  @Test("include those of a pattern")
  func patterns() throws {
    let documented = try schema(#"{"properties": {"id": true}, "patternProperties": {"^x-": {}}}"#)
      .documentedProperties()
    #expect(documented.allowsOthers)
    #expect(documented.contains("id") && documented.contains("x-trace") && !documented.contains("trace"))
  }

  @Test("of a schema that recurses are found as well")
  func recursion() throws {
    let text = ##"{"properties": {"next": {"$ref": "#"}}, "anyOf": [{"properties": {"last": {"$ref": "#"}}}]}"##
    #expect(try schema(text).documentedProperties().names == ["next", "last"])
  }
}
