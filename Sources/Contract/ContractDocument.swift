import HTTPCore
import JSON
import JSONSchema
import Yams

/// The OpenAPI 3.1 document of one API.
package struct ContractDocument: Sendable {
  /// An operation before its schemas are compiled.
  package struct Entry: Sendable, Hashable {
    package let operationID: String
    /// In capitals.
    package let method: String
    /// The template, such as `/v1/lotes/{id}`.
    package let path: String
  }

  private static let methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"]

  /// The API's short name, and the document's URI in ``registry``.
  package let api: String
  package let root: JSONValue
  /// Every operation in the document's order.
  package let entries: [Entry]
  let registry: SchemaRegistry

  /// Reads a document.
  ///
  /// - Throws: ``ContractError`` that says what is wrong with it.
  package init(api: String, yaml: String) throws(ContractError) {
    try self.init(api: api, root: try YAMLReader.read(yaml))
  }

  /// A document that has been parsed already.
  ///
  /// - Throws: ``ContractError`` when it is none of OpenAPI 3.1, or an operation has no id of its own.
  package init(api: String, root: JSONValue) throws(ContractError) {
    guard root["openapi"]?.string?.hasPrefix("3.1") == true, let paths = root["paths"]?.object else {
      throw ContractError("\(api): no OpenAPI 3.1 document")
    }
    var entries: [Entry] = []
    for path in paths.members {
      for method in Self.methods {
        guard let operation = path.value[method] else { continue }
        guard let id = operation["operationId"]?.string, !entries.contains(where: { $0.operationID == id }) else {
          throw ContractError("\(api): \(method) \(path.key) has no operationId of its own")
        }
        entries.append(Entry(operationID: id, method: method.uppercased(), path: path.key))
      }
    }
    (self.api, self.root, self.entries) = (api, root, entries)
    registry = SchemaRegistry(documents: [api: root])
  }

  /// The place of a value, references followed; nil when there is nothing.
  func resolve(_ pointer: JSONPointer) -> Place? {
    var pointer = pointer
    // A chain of references that long is a loop.
    for _ in 0..<16 {
      guard let value = root[pointer] else { return nil }
      guard let reference = value["$ref"]?.string, reference.hasPrefix("#"),
        let next = JSONPointer(parsing: String(reference.dropFirst()))
      else { return Place(pointer: pointer, value: value) }
      pointer = next
    }
    return nil
  }

  /// A value and where it stands.
  struct Place {
    let pointer: JSONPointer
    let value: JSONValue
  }
}

/// Reads YAML into the JSON model; what JSON has no form for is an error.
package enum YAMLReader {
  /// The value of a document.
  ///
  /// - Throws: ``ContractError`` with the line where the text is no YAML, or no JSON.
  package static func read(_ text: String) throws(ContractError) -> JSONValue {
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch {
      throw ContractError("no YAML: \(error)")
    }
    guard let node else { return .null }
    return try value(node)
  }

  private static func value(_ node: Node) throws(ContractError) -> JSONValue {
    switch node {
    case .scalar(let scalar):
      return try value(scalar, Resolver.default.resolveTag(of: node))
    case .sequence(let sequence):
      var elements: [JSONValue] = []
      for element in sequence { elements.append(try value(element)) }
      return .array(elements)
    case .mapping(let mapping):
      var object = JSONObject()
      for (key, member) in mapping {
        guard let name = key.scalar?.string else { throw ContractError("\(place(key)): a key must be a text") }
        guard !object.contains(name) else { throw ContractError("\(place(key)): the key \"\(name)\" comes twice") }
        object[name] = try value(member)
      }
      return .object(object)
    case .alias:
      throw ContractError("\(place(node)): aliases are not understood")
    }
  }

  private static func value(_ scalar: Node.Scalar, _ tag: Tag.Name) throws(ContractError) -> JSONValue {
    switch tag {
    case .null: return .null
    case .bool:
      // YAML 1.1 has more words for these; in a document they are a mistake, such as the country code `no`.
      guard let value = ["true": true, "false": false][scalar.string] else {
        throw ContractError("\(place(.scalar(scalar))): write \"\(scalar.string)\" with quotes")
      }
      return .bool(value)
    case .int, .float:
      let number = JSONNumber(literal: scalar.string) ?? Double(scalar.string).flatMap { JSONNumber($0) }
      guard let number else { throw ContractError("\(place(.scalar(scalar))): no JSON number") }
      return .number(number)
    default: return .string(scalar.string)
    }
  }

  private static func place(_ node: Node) -> String {
    node.mark.map { "line \($0.line), column \($0.column)" } ?? "somewhere"
  }
}
