import HTTPCore
import JSON
import Yams

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
