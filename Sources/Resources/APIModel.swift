import JSON

/// What was understood of an API: its resources, and what each operation does with them.
package struct APIModel: Sendable {
  /// The resources in the order in which the document first uses them; their names differ.
  package var resources: [ResourceDescription]
  /// Every operation, in the document's order.
  package var operations: [OperationDescription]
  /// Corrections in the document that could not be followed, a sentence each, with their places.
  package var notes: [String] = []

  /// A model from its parts.
  package init(resources: [ResourceDescription], operations: [OperationDescription]) {
    (self.resources, self.operations) = (resources, operations)
  }

  /// The resource of a name.
  package func resource(_ name: String) -> ResourceDescription? { resources.first { $0.name == name } }
}

/// One kind of record that an API keeps.
package struct ResourceDescription: Sendable, Equatable {
  /// What the ids of a resource look like.
  package enum IDStyle: Sendable, Equatable {
    /// Whole numbers that count on.
    case integer
    /// UUIDs (RFC 9562 §4).
    case uuid
    /// A text such as `cus_NffrFeUfNV2Hib`: a fixed prefix, then so many letters and digits.
    case prefixed(String, length: Int)
    /// Whatever the schema of the id allows.
    case text
  }

  /// Such as `pets`: lower-case letters, digits, `-` and `_`. The name of its file of own data, and part of that of its
  /// table.
  package var name: String
  /// Where the schema of a whole record stands.
  package var schema: JSONPointer
  /// The member of a record that holds its id; nil when records do not show it.
  package var idMember: String?
  package var idStyle: IDStyle
  /// Whether there is only one record, such as `/me`.
  package var isSingleton = false
  /// Members that name a record of another resource, with that resource: `customerId` and `customers`, or
  /// `lines[].productId` and `products` for those of the objects in an array.
  package var references: [String: String] = [:]
  /// How many records there are at first; nil for as many as usual.
  package var seedCount: Int?
  /// The members that hold when a record was created, and when it was last changed.
  package var createdAtMember: String?
  package var updatedAtMember: String?
  /// The members that lead to the id where it is not a member of the record itself, such as `metadata` and `name`; none
  /// where ``idMember`` tells it.
  package var nestedIDMember: [String] = []
  /// The member that holds a record's own members, such as `attributes` in JSON:API; nil where the record itself does.
  package var attributesMember: String?
  /// The members that hold a record's own address, each by its path, such as `_links`, `self` and `href`.
  package var addressMembers: [[String]] = []
  /// The resource whose records these are, put together by a client, as favourites are products; nil for records of
  /// their own.
  package var chosenFrom: String?
  /// Whether no operation lists or creates records, so that any id names one.
  package var isTakenAsItComes = false

  /// A resource with its id.
  package init(name: String, schema: JSONPointer, idMember: String?, idStyle: IDStyle = .text) {
    (self.name, self.schema, self.idMember, self.idStyle) = (name, schema, idMember, idStyle)
  }
}

/// What one operation does.
package struct OperationDescription: Sendable, Equatable {
  /// The ways in which an operation uses a resource.
  package enum Kind: String, Sendable, CaseIterable {
    case list, create, read, replace, update, delete
    /// Does something with one record, such as `POST /orders/{id}/cancel`, or with all of them.
    case action
    /// Lists by what the request's content says, such as `POST /pets/search`.
    case search
    /// None of these: answers the same to the same request.
    case call
  }

  /// A parameter of the path before the record's own id: it narrows the resource to the records of one parent.
  package struct Scope: Sendable, Equatable {
    /// The name of the parameter in the path.
    package var parameter: String
    /// The parent's resource; nil for one that the API can neither list nor create, which is taken as it comes.
    package var parent: String?
    /// The member of the record that holds the parent's id; nil when records do not show it.
    package var member: String?
    /// Members of the parent that the parameter is compared with beside its id, as
    /// ``OperationDescription/lookupMembers`` has them.
    package var lookupMembers: [String]

    /// A scope from its parts.
    package init(parameter: String, parent: String?, member: String?, lookupMembers: [String] = []) {
      (self.parameter, self.parent, self.member) = (parameter, parent, member)
      self.lookupMembers = lookupMembers
    }

    /// What the records' scopes are called, the same in all paths of a resource.
    package var key: String { parent ?? parameter }
  }

  /// What an action sets in its record.
  package struct StateChange: Sendable, Equatable {
    package var member: String
    package var value: JSONValue

    /// A change from its parts.
    package init(member: String, value: JSONValue) {
      (self.member, self.value) = (member, value)
    }
  }

  /// How a list is sorted at a client's wish.
  package struct Sorting: Sendable, Equatable {
    /// The query parameter that names the member, such as `sort`; a `-` before the name, or `:desc`, ` desc` or `,desc`
    /// behind it, means falling. `order[title]=desc` says it, too.
    package var parameter: String
    /// The query parameter with `asc` or `desc`, where there is one.
    package var direction: String?

    /// A sorting from its parts.
    package init(parameter: String, direction: String? = nil) {
      (self.parameter, self.direction) = (parameter, direction)
    }
  }

  /// A member to write to an operation, which corrects how it is understood.
  package struct Correction: Sendable, Equatable {
    /// Such as `x-mock-kind`.
    package var name: String
    package var value: String

    /// A correction from its parts.
    package init(_ name: String, _ value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// Where an answer of one media type shows its record or records.
  package struct AnswerForm: Sendable, Equatable {
    /// As ``OperationDescription/recordSchema``, ``OperationDescription/answerEnvelope`` and
    /// ``OperationDescription/paging``.
    package var recordSchema: JSONPointer?
    package var envelope: [String]
    package var paging: Paging?

    /// A form from its parts.
    package init(recordSchema: JSONPointer?, envelope: [String], paging: Paging? = nil) {
      (self.recordSchema, self.envelope, self.paging) = (recordSchema, envelope, paging)
    }
  }

  package let operationID: String
  /// In capitals.
  package let method: String
  /// As in the document, such as `/pets/{petId}`.
  package let path: String
  package var kind: Kind
  /// The resource's name; nil for a call.
  package var resource: String?
  /// The parameter that names the record: of the path, else of the query when ``isIDInQuery``; nil for none.
  package var idParameter: String?
  package var isIDInQuery = false
  /// Members that the id parameter is compared with beside the record's id: `name` for `{idOrName}`, or `slug` for
  /// `/articles/by-slug/{slug}` where the id is another member.
  package var lookupMembers: [String] = []
  /// The member of the request's content that holds the record's id, where neither path nor query name it, such as `id`
  /// of `PUT /pet`.
  package var idContentMember: String?
  /// Whether the request holds an array of records, each of which is created or changed.
  package var isBulk = false
  package var scopes: [Scope] = []
  /// Where the schema of a record in this operation's answer stands, for a list that of one element; nil when the answer
  /// shows no record.
  package var recordSchema: JSONPointer?
  /// The members that lead from the answer's content to the record or the array of records; none when it is the content
  /// itself.
  package var answerEnvelope: [String] = []
  /// The members that lead from the request's content to the record.
  package var requestEnvelope: [String] = []
  package var paging: Paging?
  package var sorting: Sorting?
  /// Query parameters that filter, with the members that they are compared with; in a search, and so for those of its
  /// paging, members of the request's content too.
  package var filters: [String: String] = [:]
  /// Query parameters that bound a member from below or above, itself included, with these members: `minPrice`.
  package var lowerBounds: [String: String] = [:]
  package var upperBounds: [String: String] = [:]
  /// The query parameter whose text is looked for in all members, such as `q`.
  package var searchParameter: String?
  package var change: StateChange?
  /// How the answer shows its records in other media types than the first that is JSON, by these.
  package var forms: [String: AnswerForm] = [:]
  /// The status of an answer when all goes well.
  package var status: Int = 200
  /// How sure this is, from 0 to 1.
  package var confidence: Double
  /// Why it was understood so, in a sentence.
  package var reason: String
  /// What would settle an unsure case: the corrections that say what it most likely is.
  package var corrections: [Correction] = []

  /// An operation of a kind; the rest is what it is said to be.
  package init(
    operationID: String, method: String, path: String, kind: Kind, resource: String?, confidence: Double,
    reason: String
  ) {
    (self.operationID, self.method, self.path) = (operationID, method, path)
    (self.kind, self.resource, self.confidence, self.reason) = (kind, resource, confidence, reason)
  }
}

/// How a list is cut into pages: what the query says, and what the answer tells.
package struct Paging: Sendable, Equatable {
  /// What the position in a query counts.
  package enum Style: String, Sendable {
    /// Pages of a size: `page`, `per_page`.
    case page
    /// Records to skip: `offset`, `limit`.
    case offset
    /// A text from the last answer: `cursor`, `pageToken`, `marker`.
    case cursor
    /// The id of the last record seen: `starting_after`, or of the first: `ending_before`.
    case record
  }

  package var style: Style
  /// The query parameter with the position: `page`, `offset`, `cursor`, `starting_after`.
  package var position: String?
  /// The query parameter that goes back: `ending_before`.
  package var backward: String?
  /// The query parameter with the number of records on a page.
  package var size: String?
  /// The number of the first page, or of the first record, 0 or 1.
  package var first = 1
  package var defaultSize = 20
  package var maximumSize = 100

  /// Members of the answer, each by its path from the content, with what it tells.
  package var members: [(path: [String], role: Role)] = []
  /// Whether a `Link` header tells the next page (RFC 8288).
  package var hasLinkHeader = false

  /// What a member of the answer tells.
  package enum Role: String, Sendable {
    /// How many records there are in all.
    case total
    /// How many pages there are.
    case pageCount
    /// The number of this page.
    case page
    /// The number of the records to skip.
    case offset
    /// The greatest number of records on a page.
    case size
    /// How many records are on this page.
    case count
    /// The numbers of the first and of the last record on this page, counted from 1.
    case firstNumber, lastNumber
    /// Whether there are more, whether there are some before, and whether this page is the first, the last, or empty.
    case hasMore, hasPrevious, isFirst, isLast, isEmpty
    /// What to send as ``Paging/position`` for the next page, or back; null or left out at the end.
    case nextPosition, previousPosition
    /// The address of the next page, the one before, the first, the last, and of this one.
    case nextURL, previousURL, firstURL, lastURL, selfURL
    /// The id of the first and of the last record on this page.
    case firstID, lastID
  }

  /// Paging in a style.
  package init(style: Style) {
    self.style = style
  }

  package static func == (left: Paging, right: Paging) -> Bool {
    left.style == right.style && left.position == right.position && left.backward == right.backward
      && left.size == right.size && left.first == right.first && left.defaultSize == right.defaultSize
      && left.maximumSize == right.maximumSize && left.hasLinkHeader == right.hasLinkHeader
      && left.members.count == right.members.count
      && zip(left.members, right.members).allSatisfy { $0.path == $1.path && $0.role == $1.role }
  }
}
