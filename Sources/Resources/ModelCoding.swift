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
    name: String?, path: String, overlay: String?, cacheFolder: String?
  ) throws(DocumentFailure) -> (document: OpenAPIDocument, model: APIModel) {
    let (document, derived) = try OpenAPIDocument.load(
      name: name, path: path, overlay: overlay, cacheFolder: cacheFolder
    ) { APIModel($0).coded }
    return (document, APIModel(coded: derived) ?? APIModel(document))
  }

  /// All of it as JSON, for ``init(coded:)``.
  package var coded: JSONValue {
    [
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
    coder.flag("isSingleton", &isSingleton)
    coder.map("references", &references)
    coder.member("seedCount", &seedCount, or: nil, { .number(JSONNumber($0 ?? 0)) }, \.number?.integer)
    coder.text("createdAtMember", &createdAtMember)
    coder.text("updatedAtMember", &updatedAtMember)
    coder.texts("nestedIDMember", &nestedIDMember)
    coder.member(
      "addressMembers", &addressMembers, or: [], { .array($0.map { .array($0.map(JSONValue.string)) }) },
      { $0.array?.map { $0.array?.compactMap(\.string) ?? [] } })
    coder.text("chosenFrom", &chosenFrom)
    coder.text("attributesMember", &attributesMember)
    coder.flag("isTakenAsItComes", &isTakenAsItComes)
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

extension OperationDescription {
  mutating func code(_ coder: inout ModelCoder) {
    // These never change; whoever reads has them already.
    var (id, method, path) = (operationID, method, path)
    coder.text("operationID", &id)
    coder.text("method", &method)
    coder.text("path", &path)
    coder.member("kind", &kind, or: .call, { .string($0.rawValue) }, { $0.string.flatMap(Kind.init) })
    coder.text("resource", &resource)
    coder.text("idParameter", &idParameter)
    coder.flag("isIDInQuery", &isIDInQuery)
    coder.texts("lookupMembers", &lookupMembers)
    coder.text("idContentMember", &idContentMember)
    coder.flag("isBulk", &isBulk)
    coder.list("scopes", &scopes, Scope(parameter: "", parent: nil, member: nil)) { scope, coder in
      coder.text("parameter", &scope.parameter)
      coder.text("parent", &scope.parent)
      coder.text("member", &scope.member)
      coder.texts("lookupMembers", &scope.lookupMembers)
    }
    coder.pointer("recordSchema", &recordSchema)
    coder.texts("answerEnvelope", &answerEnvelope)
    coder.texts("requestEnvelope", &requestEnvelope)
    coder.inner("paging", &paging, Paging(style: .page)) { $0.code(&$1) }
    coder.member(
      "forms", &forms, or: [:],
      { forms in
        let members = forms.sorted { $0.key < $1.key }
        return .object(JSONObject(members.map { ($0.key, ModelCoder.written($0.value) { $0.code(&$1) }) }))
      },
      { json in
        let blank = ResponseForm(recordSchema: nil, envelope: [], paging: nil)
        let forms = (json.object?.members ?? []).compactMap { form in
          ModelCoder.read(form.value, blank) { $0.code(&$1) }.map { (form.key, $0) }
        }
        return Dictionary(forms) { first, _ in first }
      })
    coder.inner("sorting", &sorting, Sorting(parameter: "")) { sorting, coder in
      coder.text("parameter", &sorting.parameter)
      coder.text("direction", &sorting.direction)
    }
    coder.map("filters", &filters)
    coder.map("lowerBounds", &lowerBounds)
    coder.map("upperBounds", &upperBounds)
    coder.text("searchParameter", &searchParameter)
    coder.inner("change", &change, StateChange(member: "", value: .null)) { change, coder in
      coder.text("member", &change.member)
      coder.member("value", &change.value, or: .null, { $0 }, { $0 })
    }
    coder.number("status", &status)
    coder.member("confidence", &confidence, or: 0, { JSONNumber($0).map(JSONValue.number) ?? 0 }, \.number?.double)
    coder.text("reason", &reason)
    coder.list("corrections", &corrections, Correction("", "")) { correction, coder in
      coder.text("name", &correction.name)
      coder.text("value", &correction.value)
    }
  }
}

extension OperationDescription.ResponseForm {
  mutating func code(_ coder: inout ModelCoder) {
    coder.pointer("recordSchema", &recordSchema)
    coder.texts("envelope", &envelope)
    coder.inner("paging", &paging, Paging(style: .page)) { $0.code(&$1) }
  }
}

extension Paging {
  mutating func code(_ coder: inout ModelCoder) {
    coder.member("style", &style, or: .page, { .string($0.rawValue) }, { $0.string.flatMap(Style.init) })
    coder.text("position", &position)
    coder.text("backward", &backward)
    coder.text("size", &size)
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
