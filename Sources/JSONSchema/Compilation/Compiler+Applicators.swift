import HTTPCore
import JSON

// The keywords that apply schemas to the value itself.

extension Compiler {
  mutating func addApplicators(
    _ reader: SchemaReader, _ value: JSONValue, to node: inout SchemaNode
  ) throws(SchemaError) {
    if let reference = try reader.string("$ref") {
      let target = try target(of: reference, in: reader.place, value)
      add(AllOf(schemas: [try number(of: target.place, target.value)]), to: &node)
    }
    let all = try subschemas("allOf", of: reader)
    if !all.isEmpty { add(AllOf(schemas: all), to: &node) }
    let any = try subschemas("anyOf", of: reader)
    if !any.isEmpty { add(AnyOf(schemas: any), to: &node) }
    let one = try subschemas("oneOf", of: reader)
    if !one.isEmpty { add(OneOf(schemas: one), to: &node) }
    if let schema = try subschema("not", of: reader) { add(Not(schema: schema), to: &node) }
    // Compiled without `if` as well, for the faults they may have; they are then never applied.
    let (then, otherwise) = (try subschema("then", of: reader), try subschema("else", of: reader))
    if let condition = try subschema("if", of: reader) {
      add(Conditional(condition: condition, then: then, otherwise: otherwise), to: &node)
    }
    let dependent = try subschemasByName("dependentSchemas", of: reader)
    if !dependent.isEmpty { add(DependentSchemas(schemas: dependent), to: &node) }
  }

  private func add(_ keyword: some Applicator, to node: inout SchemaNode) {
    node.applicators.append(keyword)
    node.applied += keyword.applied
    node.describing += keyword.describing
  }

  mutating func addUnevaluated(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    if let schema = try subschema("unevaluatedItems", of: reader) {
      node.unevaluated.append(UnevaluatedItems(schema: schema))
    }
    if let schema = try subschema("unevaluatedProperties", of: reader) {
      node.unevaluated.append(UnevaluatedProperties(schema: schema))
      if reader.object["unevaluatedProperties"]?.object != nil { node.documented.hasOthers = true }
    }
  }
}
