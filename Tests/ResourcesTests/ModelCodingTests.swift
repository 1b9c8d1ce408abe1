import JSON
import OpenAPI
import Resources
import Testing

/// A model is the same after it was kept.
@Suite("A kept model") struct ModelCodingTests {
  /// A resource that has something of everything.
  private static let resource: ResourceDescription = {
    var resource = ResourceDescription(
      name: "pets", schema: JSONPointer(["components", "schemas", "a/b"]), idMember: "id",
      idStyle: .prefixed("pet_", length: 12))
    resource.isSingleton = true
    resource.references = ["ownerId": "owners"]
    resource.sentReferences = ["breederId": "owners"]
    resource.sharedIDMember = "breederId"
    resource.ownerMembers = ["ownerId"]
    resource.seedCount = 3
    let lifecycle = Lifecycle(
      member: "status", initial: "new", steps: [.init(from: "new", to: "sold", after: 1_000_000_000)])
    (resource.lifecycles, resource.proposedLifecycle) = ([lifecycle], lifecycle)
    (resource.createdAtMember, resource.updatedAtMember) = ("created", "changed")
    resource.nestedIDMember = ["metadata", "name"]
    resource.attributesMember = "attributes"
    (resource.addressMembers, resource.chosenFrom) = ([["_links", "self", "href"]], "animals")
    resource.resourceObject = ResourceObject(
      type: "pets",
      relationships: [
        .init(name: "owner", target: "owners", isMany: true, inverse: "pet", showsIDs: false, links: ["self"])
      ])
    (resource.viewMember, resource.viewParts) = ("pet", ["owner": "owners"])
    (resource.nameTemplate, resource.uniqueProperties) = ("pets/{pet}", ["tag"])
    resource.uniqueTogether = ["ownerId", "day"]
    resource.otherNames = ["patient"]
    (resource.isTakenAsItComes, resource.isOnePerAccount) = (true, true)
    return resource
  }()

  /// An operation that has something of everything.
  private static let operation: OperationDescription = {
    var operation = OperationDescription(
      operationID: "op", method: "POST", path: "/pets/{id}", kind: .search, resource: "pets", confidence: 0.25,
      reason: "it is")
    (operation.idParameter, operation.isIDInQuery, operation.isBulk) = ("id", true, true)
    (operation.lookupMembers, operation.idContentMember) = (["name"], "petId")
    operation.scopes = [.init(parameter: "owner", parent: "owners", member: nil)]
    operation.scopes[0].isInQuery = true
    operation.recordSchema = .root
    (operation.answerEnvelope, operation.requestEnvelope) = (["data"], ["pet"])
    var paging = Paging(style: .cursor)
    (paging.position, paging.backward, paging.size, paging.page) = ("after", "before", "limit", "page")
    paging.isMoment = true
    (paging.first, paging.defaultSize, paging.maximumSize, paging.hasLinkHeader) = (3, 5, 7, true)
    paging.members = [(["meta", "total"], .total), (["next"], .nextURL)]
    operation.paging = paging
    operation.forms = ["application/hal+json": .init(recordSchema: .root, envelope: ["_embedded"], paging: paging)]
    operation.pageChoice = PageChoice(
      parameter: "paged", form: .init(recordSchema: .root, envelope: ["items"], paging: paging))
    operation.pageChoice?.isUsual = true
    (operation.lowerBounds, operation.upperBounds) = (["min": "age"], ["max": "age"])
    operation.sorting = .init(parameter: "sort", direction: "order")
    (operation.filters, operation.searchParameter) = (["state": "status"], "q")
    operation.change = .init(
      member: "status", value: .array([1, .null]), requestMember: "set", otherwise: "none")
    operation.change?.isToggle = true
    operation.moments = [.init(member: "sold_at", isCleared: true)]
    operation.conditions = ["min__gte": QueryCondition(["age"], .greaterOrEqual, value: "1")]
    (operation.isRelationship, operation.countMember, operation.flag) = (true, "likes_count", "liked")
    operation.marks = MarkList(flag: "liked", marked: "pets", named: "owners", isOfMarkers: true)
    (operation.ownMember, operation.listed) = ("keeper_id", QueryCondition(["status"], .has, value: "sold"))
    (operation.isNewestFirst, operation.lists, operation.produced) = (true, ["pets": "pets"], "orders")
    operation.relationship = "owner"
    operation.usualOrder = .init(member: "name", isFalling: true)
    operation.tree = TreeMembers(parent: "parent_id", children: "children")
    (operation.showsParent, operation.itemMember, operation.severalMember) = (true, "pet", "pets")
    operation.replacesAll = true
    operation.match = RecordMatch(envelope: ["target"], members: ["name"])
    operation.severalIDs = SeveralIDs(name: "ids", isInQuery: true, verb: "action", kind: "object_type", item: "pk")
    operation.membership = Membership(
      .add, owner: "owners", name: "pets", scopes: [], shownIn: "pets", sentIn: "petIds")
    operation.linked = LinkedList(named: "owners", member: "petIds", isOfNamed: true, membership: "owners/pets")
    var account = AccountUse(.signIn)
    (account.record, account.names, account.password) = ("user", ["email"], "password")
    (account.confirmation, account.newPassword, account.refreshToken) = ("password2", "newPassword", "refresh_token")
    (account.accessTokens, account.refreshTokens, account.tokenTypes) = (["token"], ["refresh"], ["token_type"])
    (account.lifetimes, account.ends, account.ids, account.idParameter) = (["expires_in"], ["exp"], ["user_id"], "id")
    (account.code, account.taken, account.isTrueForFree) = ("otp", "available", true)
    account.isForAnybody = true
    operation.account = account
    var longPoll = LongPoll(wait: "timeout")
    (longPoll.isFlag, longPoll.unit, longPoll.usual) = (true, 1_000_000, 30_000_000_000)
    (longPoll.parameter, longPoll.position, longPoll.momentMember) = ("since", .cursor, "created")
    (longPoll.nextMember, longPoll.emptyStatus) = (["next"], 204)
    operation.longPoll = longPoll
    operation.status = 202
    operation.corrections = [.init("x-mock-kind", "list")]
    return operation
  }()

  @Test("is the same, whatever it says")
  func everything() throws {
    var model = APIModel(resources: [Self.resource], operations: [Self.operation])
    model.notes = ["a note"]
    var accounts = AccountsDescription(resource: "users")
    (accounts.names, accounts.canRegister) = (["email"], true)
    model.accounts = accounts
    model.convention = ResponseConvention(holder: "data", list: ["data", "items"], statement: ["success": true])
    model.describesResponses = true
    let read = try #require(APIModel(coded: try JSONParser.parse(JSONWriter.serialize(model.coded))))
    #expect(read.resources == model.resources)
    #expect(read.operations == model.operations)
    #expect(read.notes == model.notes)
    #expect(read.accounts == model.accounts)
    #expect(read.convention == model.convention)
    #expect(read.describesResponses)
  }

  /// A member that is added to a model and not to its coding shows here.
  @Test("leaves no member out")
  func members() throws {
    let coded = APIModel(resources: [Self.resource], operations: [Self.operation]).coded
    let resource = try #require(coded["resources"]?.array?.first?.object)
    let operation = try #require(coded["operations"]?.array?.first?.object)
    let paging = try #require(operation["paging"]?.object)
    func names(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
    #expect(Set(resource.keys) == names(Self.resource))
    #expect(Set(operation.keys) == names(Self.operation))
    #expect(Set(paging.keys) == names(try #require(Self.operation.paging)))
  }

  @Test(
    "is none when it is of another kind",
    arguments: [
      "null", "{}", #"{"resources":[],"operations":[{}],"notes":[]}"#,
      #"{"resources":[{"idStyle":5}],"operations":[],"notes":[]}"#,
      #"{"resources":[],"operations":[{"operationID":"a","method":"GET","path":"/","kind":"?"}],"notes":[]}"#,
    ])
  func others(_ text: String) throws {
    #expect(APIModel(coded: try JSONParser.parse(Array(text.utf8))) == nil)
  }
}
