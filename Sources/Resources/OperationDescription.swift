import JSON

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
    /// What stands for a parameter where the parent is the only one of its kind: the cart of `/cart/items`.
    package static let onlyOne = "@one"

    /// The name of the parameter in the path; ``onlyOne``, or that of the acting account, where the path has none.
    package var parameter: String
    /// The parent's resource; nil for one that the API can neither list nor create, which is taken as it comes.
    package var parent: String?
    /// The member of the record that holds the parent's id; nil when records do not show it.
    package var member: String?
    /// Members of the parent that the parameter is compared with beside its id, as
    /// ``OperationDescription/lookupMembers`` has them.
    package var lookupMembers: [String]
    /// Whether the parameter is one of the query: `GET /dishes?restaurantId=5`.
    package var isInQuery = false

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
    /// The property of the record, or that of an object in it behind a dot: `position.status`.
    package var member: String
    package var value: JSONValue
    /// The property of the request that decides: true means ``value``, false ``otherwise``, and a number is set as it was
    /// sent; nil where nothing decides.
    package var requestMember: String?
    /// The value when the request takes the change back; nil for that of a flag.
    package var otherwise: JSONValue?
    /// Whether the flag becomes the opposite of what it was.
    package var isToggle = false

    /// A change from its parts.
    package init(member: String, value: JSONValue, requestMember: String? = nil, otherwise: JSONValue? = nil) {
      (self.member, self.value, self.requestMember, self.otherwise) = (member, value, requestMember, otherwise)
    }

    /// The names that lead to the property in a record.
    package var path: [String] { member.split(separator: ".").map(String.init) }

    /// What the member holds after a request.
    ///
    /// - Parameters:
    ///   - old: What it held before; nil for nothing.
    package func value(for request: JSONValue?, after old: JSONValue? = nil) -> JSONValue {
      if isToggle, requestMember.flatMap({ request?[$0] }) == nil { return .bool(!(old?.bool ?? false)) }
      guard let sent = requestMember.flatMap({ request?[$0] }) else { return value }
      guard let isSet = sent.bool else { return sent }
      return isSet ? value : otherwise ?? (value.bool.map { .bool(!$0) } ?? .null)
    }
  }

  /// A property that holds when something happened.
  package struct Moment: Sendable, Equatable {
    package var member: String
    /// Whether the action undoes what happened, as `unarchive` does, so that the property is null again.
    package var isCleared: Bool

    /// A moment from its parts.
    package init(member: String, isCleared: Bool) {
      (self.member, self.isCleared) = (member, isCleared)
    }
  }

  /// How a list is sorted when a client asks for it.
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

  /// How a list is sorted where a client asks for no order.
  package struct Order: Sendable, Equatable {
    package var member: String
    /// Whether the greatest comes first.
    package var isFalling: Bool

    /// An order from its parts.
    package init(member: String, isFalling: Bool = false) { (self.member, self.isFalling) = (member, isFalling) }
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
  package struct ResponseForm: Sendable, Equatable {
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
  /// How the request describes the record that it is about, where neither it nor the path has its id; nil for no such request.
  package var match: RecordMatch?
  /// Where the request lists the ids of the records that it is about; nil where it names one, or all.
  package var severalIDs: SeveralIDs?
  /// Whether the request holds an array of records, each of which is created or changed.
  package var isBulk = false
  /// Whether these take the place of all records that are there.
  package var replacesAll = false
  package var scopes: [Scope] = []
  /// Where the schema of a record in this operation's answer stands, for a list that of one element; nil when the answer
  /// shows no record.
  package var recordSchema: JSONPointer?
  /// Whether the answer shows the record's nearest parent, such as the cart that an item was added to.
  package var showsParent = false
  /// The members that lead from the answer's content to the record or the array of records; none when it is the content
  /// itself.
  package var answerEnvelope: [String] = []
  /// The members that lead from the request's content to the record.
  package var requestEnvelope: [String] = []
  /// The property of a request, and of the response, that holds several new records where another one holds a single one:
  /// `transactions` beside `transaction`.
  package var severalMember: String?
  package var paging: Paging?
  package var sorting: Sorting?
  /// Query parameters that filter, with the members that they are compared with; in a search, and so for those of its
  /// paging, members of the request's content too.
  package var filters: [String: String] = [:]
  /// Query parameters that bound a member from below or above, itself included, with these members: `minPrice`.
  package var lowerBounds: [String: String] = [:]
  package var upperBounds: [String: String] = [:]
  /// Query parameters that compare properties in another way, or are flags.
  package var conditions: [String: QueryCondition] = [:]
  /// The query parameter whose text is looked for in all members, such as `q`.
  package var searchParameter: String?
  package var change: StateChange?
  /// The properties that say when an action happened, such as `archivedAt`.
  package var moments: [Moment] = []
  /// Whether it is about how the acting account stands to a record: what it sets or lists is kept for each account.
  package var isRelationship = false
  /// The member that counts how many accounts have marked a record: `likes_count` for `POST /posts/{id}/like`.
  package var countMember: String?
  /// The marks that a list follows from; nil for none, and for those of the acting account.
  package var marks: MarkList?
  /// The property that names a record's parent of the same kind, and the one that shows the records below it, where a list
  /// is a tree: `parent_id` and `children` of `GET /categories/tree`.
  package var tree: TreeMembers?
  /// The property of a list's elements that holds the record: `document` of what a search says of one.
  package var itemMember: String?
  /// How a list is sorted by its description; nil for the order of creation.
  package var usualOrder: Order?
  /// Whether a list shows the newest records first, as feeds do.
  package var isNewestFirst = false
  /// The property that names the acting account in all records of a list: `assignee_id` for `GET /tasks/my`.
  package var ownMember: String?
  /// What holds for all records of a list by its name: `status` is `completed` for `GET /tasks/completed`.
  package var listed: QueryCondition?
  /// The mark of the acting account that all records of a list have: `bookmarked` for `GET /bookmarks`.
  package var flag: String?
  /// The members of the answer that list records of several resources, with these, where a search is over all of them.
  package var lists: [String: String] = [:]
  /// What it does with a list of records of another resource; nil for no such list.
  package var membership: Membership?
  /// How its records stand in a relation with the record that the path names; nil for none.
  package var linked: LinkedList?
  /// The relationship of the record whose ids it shows or changes, as JSON:API has it; nil for none.
  package var relationship: String?
  /// The resource of which an action makes a record, such as the order that comes of a cart.
  package var produced: String?
  /// How the answer shows its records in other media types than the first that is JSON, by these.
  package var forms: [String: ResponseForm] = [:]
  /// How a list answers in pages, where it answers with an array else; nil for a list of one form.
  package var pageChoice: PageChoice?
  /// What it does for accounts; nil for nothing.
  package var account: AccountUse?
  /// How it waits for news; nil for an operation that answers at once.
  package var longPoll: LongPoll?
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
