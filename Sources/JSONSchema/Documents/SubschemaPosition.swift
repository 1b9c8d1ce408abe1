/// Which keywords have schemas for values, and in which form. Everything else in a schema is data: an `$id` in an
/// `enum` names nothing.
enum SubschemaPosition {
  /// A schema.
  case schema
  /// An array of schemas.
  case array
  /// An object of schemas by name.
  case map

  static let ofKeyword: [String: SubschemaPosition] = [
    "not": .schema, "if": .schema, "then": .schema, "else": .schema, "items": .schema, "contains": .schema,
    "additionalProperties": .schema, "propertyNames": .schema, "unevaluatedItems": .schema,
    "unevaluatedProperties": .schema, "contentSchema": .schema, "allOf": .array, "anyOf": .array, "oneOf": .array,
    "prefixItems": .array, "properties": .map, "patternProperties": .map, "dependentSchemas": .map, "$defs": .map,
    "definitions": .map,
  ]

  /// The members of an OpenAPI description that are schemas or have them by name.
  static let ofDescription: [String: SubschemaPosition] = ["schema": .schema, "schemas": .map]

  /// The members of an OpenAPI description that are data and have no schema in them.
  static let dataOfDescription: Set<String> = ["example", "examples", "default", "enum", "const", "value"]
}
