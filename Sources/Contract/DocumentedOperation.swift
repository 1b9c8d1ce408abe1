import HTTPCore
import JSON
import JSONSchema

/// One operation of a document, its schemas compiled. A class, since each request takes one along.
package final class DocumentedOperation: Sendable {
  /// A parameter of the path, the query or the header section.
  package struct Parameter: Sendable {
    /// Where a parameter stands.
    package enum Location: String, Sendable {
      case path, query, header
    }

    package let name: String
    package let location: Location
    package let isRequired: Bool
    package let schema: CompiledSchema
    /// What the document shows as an example.
    package let example: JSONValue?
    /// Whether it stands for parameters of many names: an exploded object (OpenAPI §4.8.12.3).
    package let isFreeForm: Bool
    /// What stands between the elements of a list that is one text; nil for a list of texts of their own.
    var separator: Character? = nil
    /// The schema as it stands in the document; nil when there is none.
    package var place: JSONPointer? = nil
  }

  /// Content of one media type. A class, as ``Answer`` is: requests pass it on several times.
  package final class Content: Sendable {
    /// Without parameters, in lower case.
    package let mediaType: String
    package let schema: CompiledSchema
    /// The schema as it stands in the document.
    package let place: JSONPointer
    /// The examples by their names; `example` is called so.
    package let examples: [(name: String, value: JSONValue)]
    private let members = LazyMemberShape()

    init(
      mediaType: String, schema: CompiledSchema, place: JSONPointer, examples: [(name: String, value: JSONValue)]
    ) {
      (self.mediaType, self.schema, self.place, self.examples) = (mediaType, schema, place, examples)
    }

    /// Stands for the schema in ``Response/validSchema``.
    package var schemaIdentity: any AnyObject & Sendable { members }

    /// What the schema says about members.
    func memberShape(in document: ContractDocument) -> MemberShape { members.shape(of: place, in: document) }
  }

  /// What may be answered under a status.
  package final class Answer: Sendable {
    /// The status code, or `default`.
    package let status: String
    package let content: [Content]
    package let headers: [Header]
    /// The status code, that of a class as its first digit; nil for `default` and for what is no status.
    fileprivate let code: Int?
    /// Whether it is for a class of statuses, such as `4XX`.
    fileprivate let isClass: Bool

    init(status: String, content: [Content], headers: [Header]) {
      (self.status, self.content, self.headers) = (status, content, headers)
      let digits = status.hasSuffix("XX") ? status.dropLast(2) : status[...]
      code = Int(digits).flatMap { "\($0)" == digits ? $0 : nil }
      isClass = digits.utf8.count < status.utf8.count
    }
  }

  /// A header field of an answer.
  package struct Header: Sendable {
    package let name: String
    package let isRequired: Bool
    package let schema: CompiledSchema?
    /// The schema as it stands in the document.
    package let place: JSONPointer?
  }

  /// Where a credential stands.
  package enum Credential: Sendable, Hashable {
    /// `Authorization: Bearer …` and the like.
    case authorization
    case header(String)
    case query(String)
    case cookie(String)
  }

  package let entry: ContractDocument.Entry
  package let parameters: [Parameter]
  /// What the query may hold.
  let query: DocumentedQuery
  /// Whether a request without a query lacks a parameter.
  let requiresQuery: Bool
  let faultlessQueries = ConformingQueries()
  /// Empty when the operation takes no content.
  package let requestContent: [Content]
  package let isContentRequired: Bool
  package let answers: [Answer]
  /// The choices of credentials; a request needs all credentials of one choice. Empty when an operation is open to all.
  package let credentials: [[Credential]]
  let document: ContractDocument

  init(
    _ entry: ContractDocument.Entry, in document: ContractDocument, parameters: [Parameter],
    requestContent: [Content], isContentRequired: Bool, answers: [Answer], credentials: [[Credential]]
  ) {
    self.entry = entry
    self.document = document
    self.parameters = parameters
    self.query = DocumentedQuery(parameters, credentials)
    requiresQuery = parameters.contains { $0.location == .query && $0.isRequired && !$0.isFreeForm }
    self.requestContent = requestContent
    self.isContentRequired = isContentRequired
    self.answers = answers
    self.credentials = credentials
  }

  /// The answers documented for a status, by the number, its class (`4XX`), or `default`.
  package func answer(_ status: Int) -> Answer? {
    answers.first { $0.code == status && !$0.isClass } ?? answers.first { $0.code == status / 100 && $0.isClass }
      ?? answers.first { $0.status == "default" }
  }

  /// Whether a status says that the operation did what it is for, and the document has it. An answer for all statuses
  /// (`default`) is one of a success only where the document has no other.
  package func isSuccess(_ status: Int) -> Bool {
    guard status == 101 || (200..<400).contains(status), let answer = answer(status) else { return false }
    return answer.status != "default" || !answers.contains { $0.status.hasPrefix("2") }
  }
}

/// The names that a query of an operation may have, worked out once, since every request with a query is held against
/// them.
package struct DocumentedQuery: Sendable {
  /// The names of single parameters and of credentials, in the order of the document.
  let names: [String]
  private let known: Set<String>
  /// The names that the exploded objects of the query have.
  private let free: [DocumentedProperties]
  /// What the names of such members may begin with: `filter` of `filter[status]`.
  private let freeNames: Set<String>

  init(_ parameters: [DocumentedOperation.Parameter], _ credentials: [[DocumentedOperation.Credential]]) {
    let query = parameters.filter { $0.location == .query }
    let keys = credentials.joined().compactMap { credential -> String? in
      guard case .query(let name) = credential else { return nil }
      return name
    }
    names = query.filter { !$0.isFreeForm }.map(\.name) + keys
    known = Set(names)
    free = query.filter(\.isFreeForm).map { $0.schema.documentedProperties() }
    freeNames = Set(query.filter(\.isFreeForm).map(\.name))
  }

  /// Whether a parameter of this name is documented.
  func contains(_ name: String) -> Bool {
    known.contains(name) || free.contains { $0.contains(name) } || isDeep(name)
  }
}

extension DocumentedQuery {
  /// Whether a name is that of a member of an object: `filter[status]` (OpenAPI 3.1 §4.8.12.2, deepObject).
  private func isDeep(_ name: String) -> Bool {
    guard !freeNames.isEmpty, name.hasSuffix("]"), let open = name.firstIndex(of: "[") else { return false }
    return freeNames.contains(String(name[..<open]))
  }
}
