import HTTPCore
import JSON
import Records
import Resources
import Synthesis

/// What all new records of an operation have in common, worked out from the document when the first one is made.
final class CreationPlan: Sendable {
  /// A member that a new record has when it was not sent.
  struct Addition: Sendable {
    let name: String
    let value: Value
  }

  /// What such a member holds.
  enum Value: Sendable {
    /// Always the same: the default, null, or an empty list.
    case fixed(JSONValue)
    /// A value of the schema at a place, for what only the server sets.
    case made(JSONPointer)
    /// The moment of the creation.
    case now(ValueGenerator.Member)
  }

  /// A part of the path of a new record.
  enum PathPart: Sendable {
    case text(String)
    case id
    /// The id of a parent, by what it is called in all paths.
    case parent(String)
  }

  let additions: [Addition]
  /// Whether a new record has the moment of its last change: what nobody has edited yet was never edited, unless the
  /// document requires it.
  let isEditedAtFirst: Bool
  /// What the objects in lists of a request get that only the server counts: the votes of the choices of a new poll.
  private let counts: [String: [(name: String, value: JSONValue)]]
  /// The properties whose letters the document says that it changes, and how.
  private let cases: [String: StatedValues.LetterCase]
  /// What the record's objects hold of what requests may send beside the rest, while nothing was sent.
  let unset: [String: JSONObject]
  /// The path of a record; nil when no operation reads one by its id.
  let path: [PathPart]?
  /// The properties that parameters of the path say.
  let pathMembers: [(parameter: String, member: ValueGenerator.Member)]
  /// Members that a whole record must have; its identity comes later.
  private let required: [String]
  /// Members of which requests and records have one schema.
  private let shared: Set<String>
  /// Whether nothing but its members decides whether a record is whole.
  private let isPlain: Bool

  init(_ handler: OperationHandler, _ collection: RecordCollection) {
    let api = handler.api
    // A parent that the path does not name may be none.
    let named = Set(handler.operation.scopes.compactMap(\.member))
    let parents = collection.scopes.compactMap(\.member).filter { name in
      named.contains(name) || collection.members[name]?.isNullable != true
        || collection.resource.ownerMembers.contains(name)
    }
    pathMembers = handler.pathMembers(collection)
    let identity = Set([collection.idPath.first].compactMap(\.self) + parents)
    var additions: [Addition] = []
    for member in handler.requestMembers {
      let name = collection.memberName(like: member.name)
      guard collection.members[name] != nil, let value = api.defaultValue(at: member.place) else { continue }
      additions.append(Addition(name: name, value: .fixed(value)))
    }
    let taken = Set(handler.requestMembers.map { collection.memberName(like: $0.name) })
    let hasOwnSchema =
      !handler.requestMembers.isEmpty
      && !handler.requestMembers.allSatisfy {
        collection.members[$0.name]?.place == $0.place
      }
    let alternatives = api.alternativeMembers(of: collection.resource.schema)
    let stated = StatedValues(handler)
    for member in collection.orderedMembers where !member.isWriteOnly && !identity.contains(member.name) {
      // What only some kinds of record have follows from what is sent.
      if alternatives.contains(member.name) { continue }
      let isServers = hasOwnSchema && !taken.contains(member.name)
      // Whom somebody else will name is nobody at first: the driver of a ride.
      if collection.resource.references[member.name] != nil, !collection.resource.ownerMembers.contains(member.name),
        !member.isRequired, !member.isNullable
      {
        continue
      }
      if collection === api.accounts, let role = api.role(of: member, madeBy: handler.operation) {
        additions.append(Addition(name: member.name, value: .fixed(.string(role))))
        continue
      }
      if collection === api.accounts, let isAdmin = api.adminFlag(member, madeBy: handler.operation) {
        additions.append(Addition(name: member.name, value: .fixed(.bool(isAdmin))))
        continue
      }
      if let number = stated.beginning(of: member), isServers {
        additions.append(Addition(name: member.name, value: .fixed(number)))
        continue
      }
      if let state = api.statedBeginning(of: member, madeBy: handler.operation) {
        additions.append(Addition(name: member.name, value: .fixed(state)))
        continue
      }
      // Of requests that the document leaves out, it is clear what they do not hold.
      if handler.requestMembers.isEmpty, !member.isRequired, !member.isNullable, Self.isGivenOut(member) {
        additions.append(Addition(name: member.name, value: .made(member.place)))
        continue
      }
      if let value = api.openState(of: member, isServers: isServers, collection.resource.name)
        ?? api.beginning(of: member, isServers: isServers)
      {
        additions.append(Addition(name: member.name, value: value))
      }
    }
    // What only lists or other views of a record show: when it was made.
    var known = Set(collection.members.keys).union(additions.map(\.name))
    let views = (api.operations[collection.resource.name] ?? []).compactMap(\.recordSchema)
    for member in views.flatMap(api.maker.members(of:)) where known.insert(member.name).inserted {
      let isState = ["status", "state", "stage"].contains(Words.key(member.name))
      guard !identity.contains(member.name), isState || PropertyRole(member.name, types: member.types) != nil,
        let value = api.beginning(of: member, isServers: true)
      else { continue }
      additions.append(Addition(name: member.name, value: value))
    }
    self.additions = additions
    let updated = collection.resource.updatedAtMember
    isEditedAtFirst =
      updated.map { !Words.split($0).contains("edited") || collection.members[$0]?.isRequired == true } ?? true
    counts = Self.counts(handler.requestMembers, collection, api)
    unset = handler.unsetPlaces(collection)
    cases = stated.cases(of: collection)
    required = collection.orderedMembers.filter { $0.isRequired && !identity.contains($0.name) }.map(\.name)
    shared = Set(
      handler.requestMembers.filter { collection.members[$0.name]?.place == $0.place }.map(\.name))
    isPlain = api.maker.hasPlainMembers(collection.resource.schema)
    path = Self.path(of: handler.reading)
  }

  /// Whether a property is named like what a server gives out: `confirmation_number`, `trackingCode`.
  private static func isGivenOut(_ member: ValueGenerator.Member) -> Bool {
    let words = Words.split(member.name)
    guard words.count == 2, Set(member.types).isSubset(of: ["string", "integer"]), !member.types.isEmpty else {
      return false
    }
    return ["confirmation", "reservation", "booking", "tracking", "receipt", "invoice", "ticket"].contains(words[0])
      && ["number", "code", "reference"].contains(words[1])
  }

  private static func counts(
    _ sent: [ValueGenerator.Member], _ collection: RecordCollection, _ api: CustomAPI
  ) -> [String: [(name: String, value: JSONValue)]] {
    var found: [String: [(name: String, value: JSONValue)]] = [:]
    for member in sent where member.types.contains("array") {
      let name = collection.memberName(like: member.name)
      guard let element = api.maker.shape(of: member.place).items,
        let shown = collection.members[name].flatMap({ api.maker.shape(of: $0.place).items })
      else { continue }
      let names = Set(api.maker.members(of: element).map(\.name))
      let zeros = api.maker.members(of: shown).compactMap { member -> (name: String, value: JSONValue)? in
        guard !names.contains(member.name), PropertyRole(member.name, types: member.types) == .count,
          case .fixed(let value)? = api.beginning(of: member, isServers: true)
        else { return nil }
        return (member.name, value)
      }
      if !zeros.isEmpty { found[name] = zeros }
    }
    return found
  }

  /// Has the objects in lists begin with nothing counted.
  func beginCounts(in content: inout JSONObject) {
    for (name, zeros) in counts {
      guard let elements = content[name]?.array else { continue }
      content[name] = .array(
        elements.map { element in
          guard var object = element.object else { return element }
          for zero in zeros where object[zero.name] == nil { object[zero.name] = zero.value }
          return .object(object)
        })
    }
  }

  /// Writes the texts that a request has in the case that the document says: "symbols are cast to uppercase".
  func castCases(of input: inout JSONObject) {
    for (name, letters) in cases {
      if let text = input[name]?.string { input[name] = .string(letters.written(text)) }
    }
  }

  /// Whether a record has all that it must have, and nothing that another schema than the record's has allowed.
  ///
  /// - Parameters:
  ///   - input: What was sent of it.
  func isWhole(_ content: JSONObject, _ input: JSONObject) -> Bool {
    isPlain && required.allSatisfy(content.contains) && input.members.allSatisfy { shared.contains($0.key) }
  }

  private static func path(of reading: OperationDescription?) -> [PathPart]? {
    guard let reading, let parameter = reading.idParameter else { return nil }
    func part(_ name: String) -> PathPart? {
      if name == parameter { return .id }
      return reading.scopes.first { $0.parameter == name }.map { .parent($0.key) }
    }
    var parts: [PathPart] = []
    for segment in PathPattern(reading.path).segments {
      parts.append(.text("/"))
      switch segment {
      case .literal(let text): parts.append(.text(text))
      case .parameter(let name):
        guard let part = part(name) else { return nil }
        parts.append(part)
      case .template(let template):
        var rest = template.description[...]
        for name in template.names {
          guard let mark = rest.range(of: "{\(name)}"), let part = part(name) else { return nil }
          parts += [.text(String(rest[..<mark.lowerBound])), part]
          rest = rest[mark.upperBound...]
        }
        parts.append(.text(String(rest)))
      }
    }
    return parts
  }

  /// The path of a record below that of its server; nil when there is none.
  func path(of record: StoredRecord) -> String? { path.flatMap { Self.text($0, record) } }

  /// The path by which an operation reads a record; nil when the record stands below none of the operation's parents.
  static func path(of record: StoredRecord, by reading: OperationDescription) -> String? {
    path(of: reading).flatMap { text($0, record) }
  }

  private static func text(_ path: [PathPart], _ record: StoredRecord) -> String? {
    var text = ""
    for part in path {
      switch part {
      case .text(let literal): text += literal
      case .id: text += PercentEncoding.encode(record.id)
      case .parent(let key):
        guard let id = record.scope[key] else { return nil }
        text += PercentEncoding.encode(id)
      }
    }
    return text
  }
}
