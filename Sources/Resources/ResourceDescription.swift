import JSON

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
  /// The resources that requests refer to by properties that records do not show.
  package var sentReferences: [String: String] = [:]
  /// The property of a request for a new record that holds the id of a record of another resource, which is the new one's
  /// too: `personId` of practitioners, each of whom is a person; nil where ids are the resource's own.
  package var sharedIDMember: String?
  /// Members that name or show the account that a record belongs to, such as `userId` and `author`.
  package var ownerMembers: [String] = []
  /// How many records there are at first; nil for as many as usual.
  package var seedCount: Int?
  /// What the id's property holds, where it is the record's resource name rather than the id alone: `memos/{memo}`, of
  /// which the last part is the id.
  package var nameTemplate: String?
  /// The members that hold when a record was created, and when it was last changed.
  package var createdAtMember: String?
  package var updatedAtMember: String?
  /// The members that lead to the id where it is not a member of the record itself, such as `metadata` and `name`; none
  /// where ``idMember`` says it.
  package var nestedIDMember: [String] = []
  /// The member that holds a record's own members, such as `attributes` in JSON:API; nil where the record itself does.
  package var attributesMember: String?
  /// What records have beside ``attributesMember``, as JSON:API has it; nil for other records.
  package var resourceObject: ResourceObject?
  /// The member of a view that holds the record proper, such as `post` of `{post, creator, counts}`; nil for a record that
  /// is no view. It is ``attributesMember`` as well.
  package var viewMember: String?
  /// The members of a view that show records of other resources, with these.
  package var viewParts: [String: String] = [:]
  /// The members that hold a record's own address, each by its path, such as `_links`, `self` and `href`.
  package var addressMembers: [[String]] = []
  /// The resource whose records these are, put together by a client, as favourites are products; nil for records of
  /// their own.
  package var chosenFrom: String?
  /// The properties of which no two records below the same parents have the same value.
  package var uniqueProperties: [String] = []
  /// The properties of which no two records have all the same values, unless one of them is cancelled: the doctor, the
  /// date and the time of an appointment.
  package var uniqueTogether: [String] = []
  /// Whether an account makes one record below each parent: a review of a product.
  package var isOnePerAccount = false
  /// How states follow the clock.
  package var lifecycles: [Lifecycle] = []
  /// One that the states suggest, and that has no effect until the document says it; nil for none.
  package var proposedLifecycle: Lifecycle?
  /// Whether no operation lists or creates records, so that any id names one.
  package var isTakenAsItComes = false
  /// What paths call one of its records beside its own name: `patient` for persons in `/person/{patientId}/orders`.
  package var otherNames: [String] = []

  /// What its name means in the singular, without the number that tells it from another resource of that name.
  package var key: String {
    let words = Words.split(name)
    guard words.count > 1, let last = words.last, last.allSatisfy(\.isNumber) else { return Words.singularKey(name) }
    return Words.singularKey(words.dropLast().joined(separator: "-"))
  }

  /// Whether a property of this name holds when something was last changed.
  package static func isTimeOfChange(_ name: String) -> Bool { RecordReader.updated.contains(Words.key(name)) }

  /// A resource with its id.
  package init(name: String, schema: JSONPointer, idMember: String?, idStyle: IDStyle = .text) {
    (self.name, self.schema, self.idMember, self.idStyle) = (name, schema, idMember, idStyle)
  }
}
