import HTTPCore

// The keywords for arrays and for objects.

extension Compiler {
  mutating func addArrayKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    let (least, most) = (try reader.count("minItems"), try reader.count("maxItems"))
    if least != nil || most != nil {
      node.keywords.append(ItemCount(bounds: CountBounds(least: least ?? 0, most: most ?? Int.max)))
    }
    if try reader.flag("uniqueItems") == true { node.keywords.append(UniqueItems()) }
    let prefix = try subschemas("prefixItems", of: reader)
    let rest = try subschema("items", of: reader)
    if !prefix.isEmpty || rest != nil { node.keywords.append(Items(prefix: prefix, rest: rest)) }
    let (fewest, greatest) = (try reader.count("minContains"), try reader.count("maxContains"))
    if let schema = try subschema("contains", of: reader) {
      node.keywords.append(
        Contains(schema: schema, bounds: CountBounds(least: fewest ?? 1, most: greatest ?? Int.max)))
    }
  }

  mutating func addObjectKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    let (least, most) = (try reader.count("minProperties"), try reader.count("maxProperties"))
    if least != nil || most != nil {
      node.keywords.append(MemberCount(bounds: CountBounds(least: least ?? 0, most: most ?? Int.max)))
    }
    if let names = try reader.strings("required"), !names.isEmpty { node.keywords.append(Required(names: names)) }
    if let required = try reader.stringsByName("dependentRequired") {
      node.keywords.append(DependentRequired(required: required))
    }
    if let names = try subschema("propertyNames", of: reader) { node.keywords.append(PropertyNames(schema: names)) }
    try addMembers(reader, to: &node)
  }

  private mutating func addMembers(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    let properties = try subschemasByName("properties", of: reader)
    var patterns: [Members.PatternSchema] = []
    for (pattern, schema) in try subschemasByName("patternProperties", of: reader) {
      let place = reader.place.appending("patternProperties").appending(pattern)
      patterns.append(Members.PatternSchema(expression: try expression(pattern, place), node: schema))
    }
    let others = try subschema("additionalProperties", of: reader)
    if properties.isEmpty, patterns.isEmpty, others == nil { return }
    node.keywords.append(Members(properties: PropertyTable(properties), patterns: patterns, others: others))
    node.documented = DocumentedProperties(
      names: Set(properties.map(\.name)), patterns: patterns.map(\.expression),
      hasOthers: reader.object["additionalProperties"]?.object != nil)
  }
}
