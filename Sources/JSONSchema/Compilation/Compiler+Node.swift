import HTTPCore
import JSON

extension Compiler {
  /// The node of a schema. The order of the steps is that of the violations in a report.
  mutating func node(at place: SchemaPlace, _ value: JSONValue) throws(SchemaError) -> SchemaNode {
    var node = SchemaNode(place: place)
    switch value {
    case .bool(let isAllowed):
      if !isAllowed { node.types = [] }
    case .object(let object):
      let reader = SchemaReader(object: object, place: place)
      try checkNames(reader)
      try addValueKeywords(reader, to: &node)
      try addNumberKeywords(reader, to: &node)
      try addStringKeywords(reader, to: &node)
      try addArrayKeywords(reader, to: &node)
      try addObjectKeywords(reader, to: &node)
      try addApplicators(reader, value, to: &node)
      try addUnevaluated(reader, to: &node)
    case .null, .number, .string, .array:
      throw SchemaError(place, "a schema is an object, true or false, not \(value.typeName)")
    }
    return node
  }

  /// The keywords that give a schema its name, or mean one that only the evaluation could tell.
  private func checkNames(_ reader: SchemaReader) throws(SchemaError) {
    if let id = try reader.string("$id"), ResourceIndex.identifier(id, base: "") == nil {
      throw reader.error("$id", "must not have a fragment; `$anchor` names a schema within a document")
    }
    if let anchor = try reader.string("$anchor"), !Self.isAnchor(anchor) {
      throw reader.error("$anchor", "must be a letter or `_`, then letters, digits, `-`, `_` and `.`")
    }
    if reader.object.contains("$dynamicRef") {
      throw reader.error("$dynamicRef", "dynamic references are not supported")
    }
  }

  private static func isAnchor(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isASCIILetter || first == UInt8(ascii: "_") else { return false }
    return text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
  }

  private func addValueKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    if let type = reader.object["type"] {
      guard let types = JSONTypes(keyword: type) else {
        throw reader.error("type", "must be one of \(JSONTypes.all.names.joined(separator: ", ")) or an array of them")
      }
      node.types = types
    }
    if let values = try reader.values("enum") { node.keywords.append(Enumeration(keyword: "enum", values: values)) }
    if let value = reader.object["const"] { node.keywords.append(Enumeration(keyword: "const", values: [value])) }
  }
}
