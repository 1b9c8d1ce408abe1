import Foundation
import HTTPCore
import Synchronization

/// The documents in a folder, `<api>.yaml` each, read and compiled when they are first asked for.
package final class ContractLibrary: Sendable {
  private struct State {
    /// nil for an API without a document.
    var documents: [String: ContractDocument?] = [:]
    var operations: [Key: DocumentedOperation] = [:]
    /// How often the documents were read again.
    var version = 0
  }

  private struct Key: Hashable {
    let api: String
    let operationID: String

    /// Few APIs have operations of the same id.
    func hash(into hasher: inout Hasher) { hasher.combine(operationID) }
  }

  /// Where the documents are.
  package let folder: String
  /// Documents that do not lie there, by the names of their APIs.
  private let own: Mutex<[String: ContractDocument]>
  private let state = Mutex(State())

  /// The library of a folder; nothing is read yet.
  ///
  /// - Parameters:
  ///   - own: Documents that were read already, which lie elsewhere.
  package init(folder: String, own: [ContractDocument] = []) {
    self.folder = folder
    self.own = Mutex(Dictionary(own.map { ($0.api, $0) }) { first, _ in first })
  }

  /// The document of an API whose document does not lie in the folder; nil for any other one.
  package func ownDocument(_ api: String) -> ContractDocument? { own.withLock { $0[api] } }

  /// Puts other documents in the place of those that do not lie in the folder.
  package func replace(own documents: [ContractDocument]) {
    own.withLock { $0 = Dictionary(documents.map { ($0.api, $0) }) { first, _ in first } }
    state.withLock { $0 = State(version: $0.version + 1) }
  }

  /// Grows by one each time the documents are read again.
  package var version: Int { state.withLock { $0.version } }

  /// Reads all documents again.
  ///
  /// - Parameters:
  ///   - apis: The APIs whose documents must be good, as far as there are any.
  /// - Throws: ``ContractError`` when one cannot be used; the library goes on with the old ones then.
  package func reload(_ apis: [String]) throws(ContractError) {
    let fresh = ContractLibrary(folder: folder, own: own.withLock { Array($0.values) })
    for api in apis {
      guard let document = try fresh.document(api) else { continue }
      for entry in document.entries { _ = try fresh.operation(api, entry.operationID) }
    }
    let read = fresh.state.withLock { $0 }
    state.withLock { $0 = State(documents: read.documents, operations: read.operations, version: $0.version + 1) }
  }

  /// The document of an API; nil when there is none.
  ///
  /// - Throws: ``ContractError`` when there is one that cannot be used.
  package func document(_ api: String) throws(ContractError) -> ContractDocument? {
    if let known = state.withLock({ $0.documents[api] }) { return known }
    var document = ownDocument(api)
    if document == nil, let text = text("\(api).yaml") { document = try ContractDocument(api: api, yaml: text) }
    state.withLock { $0.documents[api] = .some(document) }
    return document
  }

  /// An operation with its schemas compiled; nil when it is not documented.
  ///
  /// - Throws: ``ContractError`` when the document cannot be used.
  package func operation(_ api: String, _ operationID: String) throws(ContractError) -> DocumentedOperation? {
    if let known = ready(api, operationID) { return known }
    guard let document = try document(api), let entry = document.entry(operationID) else { return nil }
    let operation = try document.operation(entry)
    state.withLock { $0.operations[Key(api: api, operationID: operationID)] = operation }
    return operation
  }

  /// An operation that is compiled already; nil for one that would have to be read or compiled first.
  package func ready(_ api: String, _ operationID: String) -> DocumentedOperation? {
    state.withLock { $0.operations[Key(api: api, operationID: operationID)] }
  }

  /// The text of a file in the folder, nil when there is none.
  package func text(_ file: String) -> String? { Self.text(of: "\(folder)/\(file)") }

  /// The text of a file; nil when there is none, or it is not UTF-8.
  package static func text(of path: String) -> String? {
    FileManager.default.contents(atPath: path).flatMap { String(validating: $0, as: UTF8.self) }
  }
}

extension ContractDocument {
  /// An operation with its schemas compiled; callers share it while it is in use.
  ///
  /// - Throws: ``ContractError`` when a reference leads nowhere or a schema cannot be used.
  package func operation(_ entry: Entry) throws(ContractError) -> DocumentedOperation {
    if let known = operations[entry] { return known }
    return operations.keep(try OperationReader(document: self).read(entry))
  }
}

/// The compiled operations of one document that are in use. A class, so that the copies of the document share it. Its
/// references are weak, because each operation holds the document.
final class CompiledOperations: Sendable {
  private struct Reference {
    weak var operation: DocumentedOperation?
  }

  private let made = Mutex<[String: Reference]>([:])

  subscript(entry: ContractDocument.Entry) -> DocumentedOperation? {
    made.withLock { $0[entry.operationID]?.operation }
  }

  /// Stores an operation, unless another thread has compiled it meanwhile.
  ///
  /// - Returns: The stored operation.
  func keep(_ operation: DocumentedOperation) -> DocumentedOperation {
    made.withLock { made in
      if let known = made[operation.entry.operationID]?.operation { return known }
      made[operation.entry.operationID] = Reference(operation: operation)
      return operation
    }
  }
}

/// An API document that cannot be used.
package struct ContractError: Error, CustomStringConvertible {
  /// What is wrong, and where.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
