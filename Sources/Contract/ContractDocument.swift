import HTTPCore
import JSON
import JSONSchema
import OpenAPI

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

  /// The API's short name, and the document's URI in schema errors.
  package let api: String
  package let root: JSONValue
  /// Every operation in the document's order.
  package let entries: [Entry]
  /// The schemas of requests and those of answers.
  let requestSchemas: SchemaLibrary
  let answerSchemas: SchemaLibrary
  let memberShapes = MemberShapes()
  /// The numbers of ``entries`` by their ids.
  private let numbers: [String: Int]

  /// Reads a document.
  ///
  /// - Throws: ``ContractError`` that says what is wrong with it.
  package init(api: String, yaml: String) throws(ContractError) {
    let root: JSONValue
    do throws(DocumentFailure) {
      root = try YAMLReader.read(Array(yaml.utf8), file: api)
    } catch {
      throw ContractError("\(error)")
    }
    try self.init(api: api, root: root)
  }

  /// A document that has been parsed already.
  ///
  /// - Parameters:
  ///   - hasIdentifiers: false when no schema in it has an `$id` or `$anchor`.
  /// - Throws: ``ContractError`` when it is none of OpenAPI 3.1, or an operation has no id of its own.
  package init(api: String, root: JSONValue, hasIdentifiers: Bool = true) throws(ContractError) {
    guard root["openapi"]?.string?.hasPrefix("3.1") == true, let paths = root["paths"]?.object else {
      throw ContractError("\(api): no OpenAPI 3.1 document")
    }
    var entries: [Entry] = []
    var ids: Set<String> = []
    for path in paths.members {
      for method in Self.methods {
        guard let operation = path.value[method] else { continue }
        guard let id = operation["operationId"]?.string, ids.insert(id).inserted else {
          throw ContractError("\(api): \(method) \(path.key) has no operationId of its own")
        }
        entries.append(Entry(operationID: id, method: method.uppercased(), path: path.key))
      }
    }
    (self.api, self.root, self.entries) = (api, root, entries)
    numbers = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.operationID, $0.offset) })
    let registry = SchemaRegistry(documents: [api: root], hasIdentifiers: hasIdentifiers)
    requestSchemas = SchemaLibrary(registry, assertsFormats: true, direction: .request)
    answerSchemas = SchemaLibrary(registry, assertsFormats: true, direction: .answer)
  }

  /// The entry of an operation; nil for one that the document does not have.
  package func entry(_ operationID: String) -> Entry? { numbers[operationID].map { entries[$0] } }

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
