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

/// Reads or writes the members of a value, each named once. Members that say what is said anyway are left out.
struct ModelCoder {
  private var object: JSONObject
  private let isReading: Bool
  /// Whether all that was read so far is of the right kind.
  private var isWhole = true

  /// A value as JSON.
  static func written<Value>(_ value: Value, _ code: (inout Value, inout ModelCoder) -> Void) -> JSONValue {
    var (value, coder) = (value, ModelCoder(object: JSONObject(), isReading: false))
    code(&value, &coder)
    return .object(coder.object)
  }

  /// A value from JSON; nil when that is of another kind.
  ///
  /// - Parameters:
  ///   - blank: What it is when nothing is said.
  static func read<Value>(
    _ json: JSONValue, _ blank: Value, _ code: (inout Value, inout ModelCoder) -> Void
  ) -> Value? {
    guard let object = json.object else { return nil }
    var (value, coder) = (blank, ModelCoder(object: object, isReading: true))
    code(&value, &coder)
    return coder.isWhole ? value : nil
  }

  /// A member of any kind.
  mutating func member<Value: Equatable>(
    _ name: String, _ value: inout Value, or usual: Value, _ json: (Value) -> JSONValue,
    _ read: (JSONValue) -> Value?
  ) {
    guard isReading else {
      if value != usual { object[name] = json(value) }
      return
    }
    guard let coded = object[name] else {
      value = usual
      return
    }
    if let known = read(coded) { value = known } else { isWhole = false }
  }

  mutating func text(_ name: String, _ value: inout String) {
    member(name, &value, or: "", JSONValue.string, \.string)
  }

  mutating func text(_ name: String, _ value: inout String?) {
    member(name, &value, or: nil, { $0.map(JSONValue.string) ?? .null }, \.string)
  }

  mutating func texts(_ name: String, _ value: inout [String]) {
    member(name, &value, or: [], { .array($0.map(JSONValue.string)) }, { $0.array?.compactMap(\.string) })
  }

  mutating func flag(_ name: String, _ value: inout Bool) { member(name, &value, or: false, JSONValue.bool, \.bool) }

  mutating func number(_ name: String, _ value: inout Int) {
    member(name, &value, or: 0, { .number(JSONNumber($0)) }, \.number?.integer)
  }

  mutating func pointer(_ name: String, _ value: inout JSONPointer?) {
    member(
      name, &value, or: nil, { .array(($0?.tokens ?? []).map(JSONValue.string)) },
      { $0.array.map { JSONPointer($0.compactMap(\.string)) } })
  }

  mutating func map(_ name: String, _ value: inout [String: String]) {
    member(
      name, &value, or: [:], { .object(JSONObject($0.sorted { $0.key < $1.key }.map { ($0, .string($1)) })) },
      { json in
        json.object.map { object in
          Dictionary(object.members.compactMap { one in one.value.string.map { (one.key, $0) } }) { $1 }
        }
      })
  }

  /// A value with members of its own, or nil.
  mutating func inner<Value: Equatable>(
    _ name: String, _ value: inout Value?, _ blank: Value, _ code: (inout Value, inout ModelCoder) -> Void
  ) {
    member(
      name, &value, or: nil, { $0.map { Self.written($0, code) } ?? .null }, { Self.read($0, blank, code) })
  }

  /// Several of them.
  mutating func list<Value: Equatable>(
    _ name: String, _ value: inout [Value], _ blank: Value, _ code: (inout Value, inout ModelCoder) -> Void
  ) {
    member(
      name, &value, or: [], { .array($0.map { Self.written($0, code) }) },
      { $0.array?.compactMap { Self.read($0, blank, code) } })
  }
}

extension ResourceDescription {
  fileprivate mutating func code(_ coder: inout ModelCoder) {
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
  fileprivate var coded: JSONValue {
    switch self {
    case .integer: "integer"
    case .uuid: "uuid"
    case .text: "text"
    case .prefixed(let prefix, let length): [.string(prefix), .number(JSONNumber(length))]
    }
  }

  fileprivate init?(coded: JSONValue) {
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
  fileprivate mutating func code(_ coder: inout ModelCoder) {
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
        let blank = AnswerForm(recordSchema: nil, envelope: [], paging: nil)
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

extension OperationDescription.AnswerForm {
  fileprivate mutating func code(_ coder: inout ModelCoder) {
    coder.pointer("recordSchema", &recordSchema)
    coder.texts("envelope", &envelope)
    coder.inner("paging", &paging, Paging(style: .page)) { $0.code(&$1) }
  }
}

extension Paging {
  fileprivate mutating func code(_ coder: inout ModelCoder) {
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
