import Contract
import HTTPCore
import JSON
import Synthesis

/// One operation for a reader who has no other part of the document.
struct OperationText {
  private let operation: DocumentedOperation
  private let document: ContractDocument
  /// What the document's paths begin with in requests.
  private let base: String
  private let now: Int64

  /// How deep references are replaced by what they refer to, and by how many objects and arrays in total.
  private static let maximumReferences = 6
  private static let maximumNodes = 1500

  init(_ operation: DocumentedOperation, _ document: ContractDocument, base: String, now: Int64) {
    (self.operation, self.document, self.base, self.now) = (operation, document, base, now)
  }

  /// - Parameters:
  ///   - understood: What was understood of it; nil for a built-in API.
  func json(_ understood: JSONValue?) -> JSONObject {
    let entry = operation.entry
    let item = document.root[JSONPointer(["paths", entry.path])]
    let object = item?[entry.method.lowercased()]
    var members: JSONObject = [
      "operationId": .string(entry.operationID), "method": .string(entry.method),
      "path": .string(base + entry.path),
    ]
    for name in ["summary", "description"] { members[name] = object?[name] }
    let parameters = (item?["parameters"]?.array ?? []) + (object?["parameters"]?.array ?? [])
    members["parameters"] = .array(parameters.map(inlined))
    members["credentials"] = .array(operation.credentials.map { .array($0.map { .string(Self.text($0)) }) })
    members["request"] = request
    members["responses"] = responses(object)
    if let understood { members["understanding"] = understood }
    return members
  }

  private var request: JSONValue? {
    guard let content = operation.requestContent.first else { return nil }
    var members: JSONObject = [
      "required": .bool(operation.isContentRequired), "mediaType": .string(content.mediaType),
      "schema": document.root[content.place].map(inlined) ?? .null,
    ]
    if let example = example(of: content, .request) { members["example"] = example }
    let others = operation.requestContent.dropFirst().map { JSONValue.string($0.mediaType) }
    if !others.isEmpty { members["otherMediaTypes"] = .array(Array(others)) }
    return .object(members)
  }

  /// The description of each response; the schema and an example of the successful ones.
  private func responses(_ object: JSONValue?) -> JSONValue {
    .array(
      operation.answers.map { answer in
        var members: JSONObject = ["status": .string(answer.status)]
        let documented = object?["responses"]?[answer.status].map(resolved)
        if let text = documented?["description"] { members["description"] = text }
        guard answer.status.hasPrefix("2"), let content = answer.content.first else { return .object(members) }
        members["mediaType"] = .string(content.mediaType)
        members["schema"] = document.root[content.place].map(inlined)
        members["example"] = example(of: content, .answer)
        return .object(members)
      })
  }

  /// The document's example, otherwise one that the schema allows.
  private func example(of content: DocumentedOperation.Content, _ direction: ValueContext.Direction) -> JSONValue? {
    if let given = content.examples.first { return given.value }
    guard content.mediaType.hasSuffix("json") || content.mediaType.hasSuffix("urlencoded") else { return nil }
    let context = ValueContext(direction: direction, now: now)
    return try? ValueGenerator(document.schemas).value(content.place, seed: 1, context: context)
  }

  private static func text(_ credential: DocumentedOperation.Credential) -> String {
    switch credential {
    case .authorization: "header Authorization"
    case .header(let name): "header \(name)"
    case .query(let name): "query \(name)"
    case .cookie(let name): "cookie \(name)"
    }
  }

  // MARK: References

  private func resolved(_ value: JSONValue) -> JSONValue { target(of: value)?.value ?? value }

  private func target(of value: JSONValue) -> (reference: String, value: JSONValue)? {
    guard let reference = value["$ref"]?.string, reference.hasPrefix("#"),
      let pointer = JSONPointer(parsing: String(reference.dropFirst())), let target = document.root[pointer]
    else { return nil }
    return (reference, target)
  }

  /// The value with its references replaced; one to itself, and those beyond the limits, stay.
  private func inlined(_ value: JSONValue) -> JSONValue {
    var nodes = 0
    return inlined(value, within: [], &nodes)
  }

  private func inlined(_ value: JSONValue, within references: [String], _ nodes: inout Int) -> JSONValue {
    switch value {
    case .object(let object):
      nodes += 1
      if let target = target(of: value) {
        guard nodes < Self.maximumNodes, references.count < Self.maximumReferences,
          !references.contains(target.reference)
        else { return ["$ref": .string(target.reference)] }
        return inlined(target.value, within: references + [target.reference], &nodes)
      }
      var members = JSONObject()
      for member in object.members where member.key != "examples" || member.value.array != nil {
        members[member.key] = inlined(member.value, within: references, &nodes)
      }
      return .object(members)
    case .array(let elements):
      nodes += 1
      return .array(elements.map { inlined($0, within: references, &nodes) })
    case .null, .bool, .number, .string: return value
    }
  }
}
