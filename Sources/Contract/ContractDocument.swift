import HTTPCore
import JSON
import JSONSchema
import OpenAPI

/// The OpenAPI 3.1 document of one API.
package final class ContractDocument: Sendable {
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
  /// The schemas in it.
  package let schemas: SchemaDocument
  /// Every operation in the document's order.
  package let entries: [Entry]
  /// The schemas of requests and those of answers.
  let requestSchemas: SchemaLibrary
  let answerSchemas: SchemaLibrary
  let memberShapes = MemberShapes()
  let operations = CompiledOperations()
  /// The whole document.
  package var root: JSONValue { schemas.root }
  /// The numbers of ``entries`` by their ids.
  private let numbers: [String: Int]

  /// Reads a document.
  ///
  /// - Throws: ``ContractError`` that says what is wrong with it.
  package convenience init(api: String, yaml: String) throws(ContractError) {
    let root: JSONValue
    do throws(DocumentFailure) {
      root = try YAMLReader.read(Array(yaml.utf8), file: api)
    } catch {
      throw ContractError("\(error)")
    }
    try self.init(api: api, root: root)
  }

  /// A document that has been parsed already, for callers that need no other view of its schemas.
  ///
  /// - Throws: ``ContractError`` as the other does.
  package convenience init(api: String, root: JSONValue) throws(ContractError) {
    try self.init(api: api, schemas: SchemaDocument(root: root))
  }

  /// A document that has been parsed already.
  ///
  /// - Parameters:
  ///   - hasIdentifiers: false when no schema in it has an `$id` or `$anchor`.
  /// - Throws: ``ContractError`` when it is none of OpenAPI 3.1, or an operation has no id of its own.
  package init(api: String, schemas: SchemaDocument, hasIdentifiers: Bool = true) throws(ContractError) {
    let root = schemas.root
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
    (self.api, self.schemas, self.entries) = (api, schemas, entries)
    numbers = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.operationID, $0.offset) })
    let registry = SchemaRegistry(documents: [api: root], hasIdentifiers: hasIdentifiers)
    requestSchemas = SchemaLibrary(registry, assertsFormats: true, direction: .request)
    answerSchemas = SchemaLibrary(registry, assertsFormats: true, direction: .answer)
  }

  /// The entry of an operation; nil for one that the document does not have.
  package func entry(_ operationID: String) -> Entry? { numbers[operationID].map { entries[$0] } }

  /// A value and its place, references followed; nil when there is nothing.
  func resolve(_ pointer: JSONPointer) -> Place? { schemas.resolve(pointer) }

  /// A value and where it stands.
  typealias Place = (pointer: JSONPointer, value: JSONValue)
}
