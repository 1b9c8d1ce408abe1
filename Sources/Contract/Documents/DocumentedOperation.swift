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
    let isFreeForm: Bool
  }

  /// Content of one media type.
  package struct Content: Sendable {
    /// Without parameters, in lower case.
    package let mediaType: String
    package let schema: CompiledSchema
    /// The schema as it stands in the document.
    let place: JSONPointer
    /// The examples by their names; `example` is called so.
    package let examples: [(name: String, value: JSONValue)]
  }

  /// What may be answered under a status.
  package struct Answer: Sendable {
    /// The status code, or `default`.
    package let status: String
    package let content: [Content]
    /// Header fields and whether they must be there.
    package let headers: [(name: String, isRequired: Bool, schema: CompiledSchema?)]
  }

  /// Where a credential stands.
  package enum Credential: Sendable, Hashable {
    /// `Authorization: Bearer …` and the like.
    case authorization
    case header(String)
    case query(String)
  }

  package let entry: ContractDocument.Entry
  package let parameters: [Parameter]
  /// What the query may hold.
  let query: DocumentedQuery
  let faultlessQueries = FaultlessQueries()
  /// Empty when the operation takes no content.
  package let requestContent: [Content]
  package let isContentRequired: Bool
  package let answers: [Answer]
  /// The choices of credentials, of each of which all must come along; none when an operation is open to all.
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
    self.requestContent = requestContent
    self.isContentRequired = isContentRequired
    self.answers = answers
    self.credentials = credentials
  }

  /// The answers documented for a status, by the number, its class (`4XX`), or `default`.
  package func answer(_ status: Int) -> Answer? {
    let names = ["\(status)", "\(status / 100)XX", "default"]
    return names.lazy.compactMap { name in self.answers.first { $0.status == name } }.first
  }
}
