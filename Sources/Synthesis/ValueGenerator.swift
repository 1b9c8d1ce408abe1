import JSON
import JSONSchema

/// What values are made for.
package struct ValueContext: Sendable {
  /// Which half of an exchange a value is for: `readOnly` members stand in answers only, `writeOnly` ones in requests.
  package enum Direction: Sendable {
    case answer, request
  }

  package var direction: Direction
  /// Seconds since 1970 that generated times lie before.
  package var now: Int64
  /// The number of the record that is made, from 0: names, pictures and prices differ from record to record. Number 0 is
  /// as the document's examples show it.
  package var number: Int
  /// What addresses of pictures begin with, such as `http://localhost:3000`: the pictures are those of `/media`. Empty for
  /// local links (`media:/…`), which any host can stand for later.
  package var origin: String

  /// A context from its parts.
  package init(direction: Direction = .answer, now: Int64, number: Int = 0, origin: String = "http://localhost:3000") {
    (self.direction, self.now, self.number, self.origin) = (direction, now, number, origin)
  }
}

/// A value that could not be made.
package struct SynthesisFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The place of the schema that cannot be met.
  package let place: JSONPointer
  /// Why, in a sentence without a full stop.
  package let reason: String
  /// Whether the bound on the work was reached, so that there may be such a value.
  package let isOfWork: Bool

  init(place: JSONPointer, reason: String, isOfWork: Bool = false) {
    (self.place, self.reason, self.isOfWork) = (place, reason, isOfWork)
  }

  /// For instance `#/components/schemas/Pet/properties/age: no number is both at least 10 and at most 5`.
  package var description: String { "#\(place): \(reason)" }
}

/// Makes values of the schemas of one document (JSON Schema draft 2020-12, as OpenAPI 3.1 has it) that look real and that
/// the schemas allow. A schema is read when it is first needed and kept then; any number of threads may use a maker at
/// once. Whatever the schemas, the work for one value is bounded.
package final class ValueGenerator: Sendable {
  /// A member that a schema describes. A class, since requests pass members of all records' schemas around: to copy one
  /// counts one reference and not five, which all threads would count.
  package final class Member: Sendable, Equatable {
    package let name: String
    /// Where the schema of the member stands, or the schema that it refers to when it says nothing else; the first when
    /// there are several.
    package let place: JSONPointer
    /// The types that are allowed: `null`, `boolean`, `integer`, `number`, `string`, `array`, `object`.
    package let types: [String]
    package let format: String?
    package let isRequired: Bool
    package let isReadOnly: Bool
    package let isWriteOnly: Bool
    /// Whether it is a number of milliseconds since 1970, by its example or its description.
    package let isInMilliseconds: Bool

    init(
      name: String, place: JSONPointer, types: [String], format: String?, isRequired: Bool, isReadOnly: Bool,
      isWriteOnly: Bool, isInMilliseconds: Bool
    ) {
      (self.name, self.place, self.types, self.format) = (name, place, types, format)
      (self.isRequired, self.isReadOnly, self.isWriteOnly) = (isRequired, isReadOnly, isWriteOnly)
      self.isInMilliseconds = isInMilliseconds
    }

    /// Compares all that is known of the members.
    package static func == (left: Member, right: Member) -> Bool {
      left === right
        || (left.name, left.place, left.types, left.format) == (right.name, right.place, right.types, right.format)
          && (left.isRequired, left.isReadOnly, left.isWriteOnly, left.isInMilliseconds)
            == (right.isRequired, right.isReadOnly, right.isWriteOnly, right.isInMilliseconds)
    }

    /// Whether the member may be null.
    package var isNullable: Bool { types.contains("null") }

    /// Whether the member is an object, and nothing else but null.
    package var isObject: Bool { types.contains("object") && types.allSatisfy { $0 == "object" || $0 == "null" } }
  }

  let plan: SchemaPlan

  /// A maker for the schemas of a document.
  ///
  /// - Parameters:
  ///   - root: The whole document; all references in it are of the form `#/…`. What leads nowhere allows anything.
  package init(root: JSONValue) {
    plan = SchemaPlan(SchemaDocument(root: root))
  }

  /// A maker for the schemas of a document, which others read as well.
  package init(_ schemas: SchemaDocument) {
    plan = SchemaPlan(schemas)
  }

  /// A value of the schema at a place. The same seed and context give the same value.
  ///
  /// Members that are missing in `fixed` are generated: required ones always, optional ones mostly, and of those that may
  /// be null some are. In a record of number 0 the examples of the document are used, in others values like them.
  ///
  /// - Parameters:
  ///   - fixed: What is known already, such as what a client sent: it is kept wherever the schema knows a member of that
  ///     name, or says that others are allowed (a schema that says nothing of other members does not show them), and
  ///     allows the value. A text is taken as a number, and a number as a text, where the schema wants the other.
  /// - Throws: ``SynthesisFailure`` when there is no such value, or none was found.
  package func value(
    _ schema: JSONPointer, seed: UInt64, context: ValueContext, fixed: JSONValue? = nil
  ) throws(SynthesisFailure) -> JSONValue {
    var maker = ValueGeneration(plan: plan, context: context, mode: .whole, given: fixed)
    let node = try node(schema)
    var frame = ValueGeneration.Frame(seed: seed, number: context.number)
    // A text by itself is what the property of its schema, or the path of its response, names.
    if let name = node.facts.name ?? Owner.name(of: schema) {
      frame.meaning = PropertyMeaning(name: name, owner: node.meaning)
    }
    return try maker.make(node, fixed: fixed, frame)
  }

  /// The part of a value that the schema shows: members that it does not know, or that are not for this direction, are
  /// left out, and nothing is generated but required members that are missing. A value that fits already is returned as it
  /// is.
  ///
  /// - Throws: ``SynthesisFailure`` when there is no such value, or none was found.
  package func projected(
    _ value: JSONValue, on schema: JSONPointer, seed: UInt64, context: ValueContext
  ) throws(SynthesisFailure) -> JSONValue {
    var maker = ValueGeneration(plan: plan, context: context, mode: .projection, given: value)
    return try maker.make(try node(schema), fixed: value, ValueGeneration.Frame(seed: seed, number: context.number))
  }

  /// The members that the schema at a place describes, in its order, those of all its alternatives (`oneOf`, `anyOf`)
  /// too; of a member that several alternatives describe the first. None when the place holds no schema of an object.
  package func members(of schema: JSONPointer) -> [Member] {
    (try? node(schema)).map(members(of:)) ?? []
  }

  /// The same of a node. It keeps them: requests ask for those of the same schemas again and again.
  func members(of node: SchemaNode) -> [Member] {
    if let known = node.knownMembers.withLock(\.self) { return known }
    var members: [Member] = []
    var (names, seen): (Set<String>, Set<SchemaPlan.Key>) = ([], [])
    addMembers(of: node, isAlternative: false, to: &members, &names, &seen)
    node.knownMembers.withLock { $0 = members }
    return members
  }

  /// A member that stands alone, such as a parameter; nil where there is no schema at the place.
  package func member(_ name: String, at place: JSONPointer, isRequired: Bool) -> Member? {
    guard let schema = try? node(place) else { return nil }
    return Member(
      name: name, place: schema.place, types: plan.types(of: schema).names, format: schema.facts.format,
      isRequired: isRequired, isReadOnly: false, isWriteOnly: schema.facts.isWriteOnly,
      isInMilliseconds: schema.facts.isInMilliseconds)
  }

  private func addMembers(
    of node: SchemaNode, isAlternative: Bool, to members: inout [Member], _ names: inout Set<String>,
    _ seen: inout Set<SchemaPlan.Key>
  ) {
    guard seen.count < 200, seen.insert(node.key).inserted else { return }
    for property in node.properties where names.insert(property.name).inserted {
      let schema = plan.node(property.link)
      members.append(
        Member(
          name: property.name, place: schema.place, types: plan.types(of: schema).names, format: schema.facts.format,
          isRequired: property.isRequired && !isAlternative, isReadOnly: schema.facts.isReadOnly,
          isWriteOnly: schema.facts.isWriteOnly, isInMilliseconds: schema.facts.isInMilliseconds))
    }
    for group in node.alternatives {
      for branch in group.branches {
        addMembers(of: plan.node(branch), isAlternative: true, to: &members, &names, &seen)
      }
    }
  }

  /// Whether the schema at a place allows all objects with the required members, each of which its own schema allows:
  /// it has no alternatives, conditions and the like.
  package func hasPlainMembers(_ schema: JSONPointer) -> Bool {
    guard let node = try? node(schema) else { return false }
    return !node.isTricky && !node.isCut && !node.facts.isImpossible
  }

  /// Whether the schema at a place allows a value of a request.
  package func allows(_ value: JSONValue, on schema: JSONPointer) -> Bool {
    guard let node = try? node(schema) else { return false }
    var acceptance = Acceptance(plan: plan, direction: .request, stepLimit: Self.stepLimit(for: value))
    return acceptance.allows(value, node)
  }

  /// Whether the schema at a place, which allows a value, shows all of it to whom the value goes.
  package func shows(_ value: JSONValue, on schema: JSONPointer, context: ValueContext) -> Bool {
    guard let node = try? node(schema) else { return false }
    var acceptance = Acceptance(plan: plan, direction: context.direction, stepLimit: Self.stepLimit(for: value))
    return acceptance.shows(value, node)
  }

  /// How many steps the check of a value may take.
  private static func stepLimit(for value: JSONValue) -> Int {
    20_000 + value.valueCount() * ValueGeneration.stepsPerGivenValue
  }

  /// - Throws: ``SynthesisFailure`` when there is nothing.
  func node(_ place: JSONPointer) throws(SynthesisFailure) -> SchemaNode {
    guard let node = plan.node(at: place) else {
      throw SynthesisFailure(place: place, reason: "there is no schema at this place")
    }
    return node
  }
}

extension SchemaPlan {
  /// The types that a schema allows, those of its alternatives included.
  func types(of node: SchemaNode) -> SchemaTypes {
    let known = node.knownTypes.load(ordering: .relaxed)
    if known != 255 { return SchemaTypes(rawValue: known) }
    var steps = 2_000
    let types = findTypes(of: node, depth: 0, &steps)
    node.knownTypes.store(types.rawValue, ordering: .relaxed)
    return types
  }

  private func findTypes(of node: SchemaNode, depth: Int, _ steps: inout Int) -> SchemaTypes {
    steps -= 1
    var types = node.facts.types
    if types.isSuperset(of: .all), node.alternatives.isEmpty { types = node.facts.likelyTypes }
    if let enumerated = node.enumeratedTypes { types.formIntersection(enumerated) }
    guard depth < 8, steps > 0 else { return types }
    for group in node.alternatives {
      var union: SchemaTypes = []
      for branch in group.branches { union.formUnion(findTypes(of: self.node(branch), depth: depth + 1, &steps)) }
      types.formIntersection(union)
    }
    return types
  }
}
