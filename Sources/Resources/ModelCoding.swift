import JSON
import OpenAPI

// A model as JSON, so that the next start with the same document need not find it out again.

extension APIModel {
  /// Reads a document and understands it; what was understood is kept with the document.
  ///
  /// - Parameters:
  ///   - name: The short name; nil for one made of the file's.
  ///   - overlay: The path of an OpenAPI Overlay that changes the document.
  ///   - cacheFolder: Where both are kept for the next time; nil for nowhere.
  /// - Throws: ``DocumentFailure`` when the document cannot be used.
  package static func load(
    name: String?, path: String, overlay: String?, isStrict: Bool = false, cacheFolder: String?
  ) throws(DocumentFailure) -> (document: OpenAPIDocument, model: APIModel) {
    let (document, derived) = try OpenAPIDocument.load(
      name: name, path: path, overlay: overlay, isStrict: isStrict, cacheFolder: cacheFolder
    ) { APIModel($0).coded }
    return (document, APIModel(coded: derived) ?? APIModel(document))
  }

  /// All of it as JSON, for ``init(coded:)``.
  package var coded: JSONValue {
    let accounts = accounts.map { ModelCoder.written($0) { $0.code(&$1) } }
    let convention = convention.map { ModelCoder.written($0) { $0.code(&$1) } }
    return [
      "accounts": accounts ?? .null,
      "convention": convention ?? .null,
      "describesResponses": .bool(describesResponses),
      "resources": .array(resources.map { ModelCoder.written($0) { $0.code(&$1) } }),
      "operations": .array(operations.map { ModelCoder.written($0) { $0.code(&$1) } }),
      "notes": .array(notes.map(JSONValue.string)),
    ]
  }

  /// The model that ``coded`` shows; nil for anything else.
  package init?(coded: JSONValue) {
    guard let resources = coded["resources"]?.array, let operations = coded["operations"]?.array,
      let notes = coded["notes"]?.array
    else { return nil }
    let blank = ResourceDescription(name: "", schema: .root, idMember: nil)
    self.init(
      resources: resources.compactMap { ModelCoder.read($0, blank) { $0.code(&$1) } },
      operations: operations.compactMap { operation in
        guard let id = operation["operationID"]?.string, let method = operation["method"]?.string,
          let path = operation["path"]?.string
        else { return nil }
        let blank = OperationDescription(
          operationID: id, method: method, path: path, kind: .call, resource: nil, confidence: 0, reason: "")
        return ModelCoder.read(operation, blank) { $0.code(&$1) }
      })
    self.notes = notes.compactMap(\.string)
    accounts = coded["accounts"].flatMap {
      ModelCoder.read($0, AccountsDescription(resource: "")) { $0.code(&$1) }
    }
    let blankConvention = ResponseConvention(holder: "", list: [], statement: JSONObject())
    convention = coded["convention"].flatMap { ModelCoder.read($0, blankConvention) { $0.code(&$1) } }
    describesResponses = coded["describesResponses"]?.bool ?? false
    guard self.resources.count == resources.count, self.operations.count == operations.count else { return nil }
  }
}

extension ResourceDescription {
  mutating func code(_ coder: inout ModelCoder) {
    coder.text("name", &name)
    var place: JSONPointer? = schema
    coder.pointer("schema", &place)
    schema = place ?? .root
    coder.text("idMember", &idMember)
    coder.member("idStyle", &idStyle, or: .text, \.coded, IDStyle.init(coded:))
    coder.text("nameTemplate", &nameTemplate)
    coder.flag("isSingleton", &isSingleton)
    coder.map("references", &references)
    coder.map("sentReferences", &sentReferences)
    coder.text("sharedIDMember", &sharedIDMember)
    coder.texts("uniqueProperties", &uniqueProperties)
    coder.texts("uniqueTogether", &uniqueTogether)
    coder.flag("isOnePerAccount", &isOnePerAccount)
    let blank = Lifecycle(member: "", initial: "", steps: [])
    coder.list("lifecycles", &lifecycles, blank) { $0.code(&$1) }
    coder.inner("proposedLifecycle", &proposedLifecycle, blank) { $0.code(&$1) }
    coder.member("seedCount", &seedCount, or: nil, { .number(JSONNumber($0 ?? 0)) }, \.number?.integer)
    coder.texts("ownerMembers", &ownerMembers)
    coder.text("createdAtMember", &createdAtMember)
    coder.text("updatedAtMember", &updatedAtMember)
    coder.texts("nestedIDMember", &nestedIDMember)
    coder.member(
      "addressMembers", &addressMembers, or: [], { .array($0.map { .array($0.map(JSONValue.string)) }) },
      { $0.array?.map { $0.array?.compactMap(\.string) ?? [] } })
    coder.text("chosenFrom", &chosenFrom)
    coder.text("attributesMember", &attributesMember)
    coder.inner("resourceObject", &resourceObject, ResourceObject(type: nil)) { $0.code(&$1) }
    coder.text("viewMember", &viewMember)
    coder.map("viewParts", &viewParts)
    coder.flag("isTakenAsItComes", &isTakenAsItComes)
    coder.texts("otherNames", &otherNames)
  }
}

extension ResourceDescription.IDStyle {
  var coded: JSONValue {
    switch self {
    case .integer: "integer"
    case .uuid: "uuid"
    case .text: "text"
    case .prefixed(let prefix, let length): [.string(prefix), .number(JSONNumber(length))]
    }
  }

  init?(coded: JSONValue) {
    if let parts = coded.array, let prefix = parts.first?.string, let length = parts.last?.number?.integer {
      self = .prefixed(prefix, length: length)
      return
    }
    switch coded.string {
    case "integer": self = .integer
    case "uuid": self = .uuid
    case "text": self = .text
    default: return nil
    }
  }
}

extension ResourceObject {
  mutating func code(_ coder: inout ModelCoder) {
    coder.text("type", &type)
    coder.list("relationships", &relationships, Relationship(name: "", target: nil, isMany: false)) { one, coder in
      coder.text("name", &one.name)
      coder.text("target", &one.target)
      coder.flag("isMany", &one.isMany)
      coder.text("inverse", &one.inverse)
      coder.member("showsIDs", &one.showsIDs, or: true, JSONValue.bool, \.bool)
      coder.texts("links", &one.links)
    }
  }
}

extension Membership {
  mutating func code(_ coder: inout ModelCoder) {
    coder.member("change", &change, or: .list, { .string($0.rawValue) }, { $0.string.flatMap(Change.init) })
    coder.text("owner", &owner)
    coder.text("name", &name)
    let scope = OperationDescription.Scope(parameter: "", parent: nil, member: nil)
    coder.list("scopes", &scopes, scope) { $0.code(&$1) }
    coder.text("shownIn", &shownIn)
    coder.text("sentIn", &sentIn)
  }
}

extension QueryCondition {
  mutating func code(_ coder: inout ModelCoder) {
    coder.texts("members", &members)
    coder.member("sign", &sign, or: .equal, { .string($0.rawValue) }, { $0.string.flatMap(Sign.init) })
    coder.text("value", &value)
  }
}

extension AccountsDescription {
  mutating func code(_ coder: inout ModelCoder) {
    coder.text("resource", &resource)
    coder.texts("names", &names)
    coder.flag("canRegister", &canRegister)
  }
}

extension AccountUse {
  mutating func code(_ coder: inout ModelCoder) {
    coder.member("role", &role, or: .me, { .string($0.rawValue) }, { $0.string.flatMap(Role.init) })
    coder.flag("isForAnybody", &isForAnybody)
    coder.text("record", &record)
    coder.texts("names", &names)
    coder.text("password", &password)
    coder.text("confirmation", &confirmation)
    coder.text("newPassword", &newPassword)
    coder.text("idParameter", &idParameter)
    coder.texts("ids", &ids)
    coder.text("refreshToken", &refreshToken)
    coder.text("code", &code)
    coder.text("taken", &taken)
    coder.flag("isTrueForFree", &isTrueForFree)
    coder.texts("accessTokens", &accessTokens)
    coder.texts("refreshTokens", &refreshTokens)
    coder.texts("tokenTypes", &tokenTypes)
    coder.texts("lifetimes", &lifetimes)
    coder.texts("ends", &ends)
  }
}

extension Lifecycle {
  fileprivate mutating func code(_ coder: inout ModelCoder) {
    coder.text("member", &member)
    coder.text("initial", &initial)
    coder.list("steps", &steps, Step(from: "", to: "", after: 0)) { step, coder in
      coder.text("from", &step.from)
      coder.text("to", &step.to)
      coder.member(
        "after", &step.after, or: 0, { .number(JSONNumber(Int($0))) }, { $0.number?.integer.map(Int64.init) })
    }
  }
}

extension Paging {
  mutating func code(_ coder: inout ModelCoder) {
    coder.member("style", &style, or: .page, { .string($0.rawValue) }, { $0.string.flatMap(Style.init) })
    coder.text("position", &position)
    coder.text("backward", &backward)
    coder.text("page", &page)
    coder.text("size", &size)
    coder.flag("isMoment", &isMoment)
    coder.number("first", &first)
    coder.number("defaultSize", &defaultSize)
    coder.number("maximumSize", &maximumSize)
    var places = members.map { PagingPlace(path: $0.path, role: $0.role) }
    coder.list("members", &places, PagingPlace(path: [], role: .total)) { place, coder in
      coder.texts("path", &place.path)
      coder.member("role", &place.role, or: .total, { .string($0.rawValue) }, { $0.string.flatMap(Role.init) })
    }
    members = places.map { ($0.path, $0.role) }
    coder.flag("hasLinkHeader", &hasLinkHeader)
  }
}

private struct PagingPlace: Equatable {
  var path: [String]
  var role: Paging.Role
}
