import HTTPCore
import JSON
import JSONSchema

/// The value of a JSON text, as deep as the parser allows at most.
func json(_ text: String) throws -> JSONValue {
  try JSONParser.parse(Array(text.utf8), limits: JSONLimits(maximumDepth: JSONLimits.greatestDepth))
}

/// The schema of a JSON text.
func schema(_ text: String, assertsFormats: Bool = false) throws -> CompiledSchema {
  try CompiledSchema(json(text), assertsFormats: assertsFormats)
}

/// The fault of a schema; nil when it has none.
func fault(_ text: String) throws -> SchemaError? {
  let value = try json(text)
  do throws(SchemaError) {
    _ = try CompiledSchema(value)
    return nil
  } catch {
    return error
  }
}
