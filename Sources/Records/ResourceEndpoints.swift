import HTTPCore
import Store
import World

/// What the resources of an API have in common.
package struct ResourceConventions: Sendable {
  /// The API's short name.
  package let api: String
  /// The path that all its routes begin with.
  package let base: String
  /// The `Cache-Control` of answers with an `ETag`.
  package let cacheControl: String
  /// The records on a page when a request does not say so, and the most.
  package let pageLimits: (default: Int, maximum: Int)
  /// Refuses a call that may not change records.
  package let requireWriter: @Sendable (Call) throws(Problem) -> Void
  /// Puts a list into the shape in which the API has lists.
  package let envelope: @Sendable (_ page: RecordPage, _ name: String) -> [UInt8]

  /// Conventions from their parts.
  package init(
    api: String, base: String, cacheControl: String, pageLimits: (default: Int, maximum: Int),
    requireWriter: @escaping @Sendable (Call) throws(Problem) -> Void,
    envelope: @escaping @Sendable (_ page: RecordPage, _ name: String) -> [UInt8]
  ) {
    (self.api, self.base, self.cacheControl, self.pageLimits) = (api, base, cacheControl, pageLimits)
    (self.requireWriter, self.envelope) = (requireWriter, envelope)
  }

  /// Answers with content that is rendered once for each state of the tables it is made from.
  ///
  /// - Parameters:
  ///   - key: Names the content among the API's.
  ///   - render: Makes the JSON, or nil when there is no such record.
  package func answer(_ call: Call, key: String, render: (Connection) throws -> [UInt8]?) throws -> Response? {
    try CachedResponse.answer(call, key: key, cacheControl: cacheControl) { try render($0).map { RenderedBody($0) } }
  }
}

extension Resource {
  /// What clients can do with the records.
  package enum Operations: Sendable {
    case read, readAndWrite
  }

  /// The routes of the resource: list and record; create, replace and delete where clients may.
  package func endpoints(_ conventions: ResourceConventions, _ operations: Operations = .readAndWrite) -> [Endpoint] {
    let handler = ResourceHandler(self, conventions)
    let (list, record) = ("\(conventions.base)/\(name)", "\(conventions.base)/\(name)/{id}")
    let (plural, singular) = (name.firstUppercased, kind.firstUppercased)
    let reading = [
      Endpoint(.get, list, "list\(plural)", .bearer, answer: handler.list),
      Endpoint(.get, record, "get\(singular)", .bearer, answer: handler.get),
    ]
    guard operations == .readAndWrite else { return reading }
    return reading + [
      Endpoint(.post, list, "create\(singular)", .bearer, answer: handler.create),
      Endpoint(.put, record, "update\(singular)", .bearer, answer: handler.replace),
      Endpoint(.delete, record, "delete\(singular)", .bearer, answer: handler.delete),
    ]
  }
}

extension String {
  fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}

extension Problem {
  /// The refusal for a record that is not there.
  package static func missing(_ kind: String, _ id: String) -> Problem {
    Problem(.notFound, "there is no \(kind) \"\(id.clipped(to: 60))\"", field: "id", value: id)
  }
}

extension Response {
  /// 201 with a record, and where it is from now on.
  ///
  /// - Throws: ``Problem`` of kind `internalError` without a record.
  package static func created(_ record: [UInt8]?, id: String, _ request: Request) throws(Problem) -> Response {
    guard let record else { throw Problem(.internalError, "the created record could not be read back") }
    var response = Response.json(record, status: 201)
    var location = ""
    for segment in request.target.segments {
      location += "/"
      location += segment
    }
    response.headers.append("Location", "\(location)/\(id)")
    return response
  }
}
