import JSON
import JSONSchema

/// One value in the making.
struct ValueGeneration {
  enum Mode {
    /// Everything that a record has.
    case whole
    /// Only what is given, and what is required.
    case projection
  }

  /// Where in the value a part of it is made.
  struct Frame {
    /// What decides the part.
    var seed: UInt64
    /// The number of the record, or of the element.
    var number: Int
    /// What decides the object that the part belongs to, for parts that must agree with each other.
    var object: UInt64
    /// A number for the place of the part in the value, the same in all records, and for that of the object.
    var path: UInt64 = 0
    var objectPath: UInt64 = 0
    /// The number of the record around.
    let record: Int
    /// A number for the place on earth that the part is about.
    var place: UInt64 = 0
    /// The place of an element in its array.
    var position = 0
    var depth = 0
    var meaning = PropertyMeaning.none
    /// What an example of the object around shows here.
    var hint: JSONValue?
    /// Whether to leave out all that may be left out.
    var isSparse = false

    init(seed: UInt64, number: Int) {
      let mixed = RandomSource.seed(seed, part: 0)
      (self.seed, self.number, record, object) = (mixed, number, number, mixed)
    }

    /// The place of a member.
    func member(_ hash: UInt64, _ meaning: PropertyMeaning, hint: JSONValue? = nil) -> Frame {
      var inner = self
      inner.seed = RandomSource.seed(seed, part: hash)
      inner.object = seed
      inner.path = path &* 31 &+ hash
      inner.objectPath = path
      if meaning.role != 0 { inner.place = meaning.role }
      inner.depth = depth + 1
      inner.meaning = meaning
      inner.hint = hint
      return inner
    }

    /// The frame of a stored record: what its schema requires beside what is stored is the same in every response.
    func record(_ id: JSONValue) -> Frame {
      guard let text = id.string ?? id.number?.literal else { return self }
      var inner = self
      inner.seed = RandomSource.mix(RandomSource.hash(text))
      (inner.object, inner.objectPath, inner.path) = (inner.seed, 0, 0)
      inner.number = Int(inner.seed % 1_000) + 1
      return inner
    }

    /// An element of a list for a text of this place: neighbouring records have different ones.
    func pick<Element>(_ list: [Element], of path: UInt64, stride: UInt64 = 1) -> Element {
      let place = RandomSource.mix(path) % 1_000 &+ UInt64(truncatingIfNeeded: number) &* stride
      return list[Int(place % UInt64(list.count))]
    }
  }

  /// How many parts a value may have that are not given. Past the first bound what is not required is left out.
  private static let softLimit = 400
  private static let hardLimit = 20_000
  /// How many steps of choosing and checking there may be, beside those for what is given.
  private static let stepLimit = 400_000
  /// Steps for each value that is given: it is checked where it stands and in the arrays and objects around it.
  static let stepsPerGivenValue = 16
  private static let depthLimit = 40
  /// Objects inside objects to this depth have their optional members.
  static let wholeDepth = 3

  let plan: SchemaPlan
  let context: ValueContext
  let mode: Mode
  /// How many parts and steps there may be.
  private let partLimit: Int
  private let stepLimit: Int
  private var parts = 0
  private var steps = 0
  /// The schemas around the part that is made.
  private var stack: [ObjectIdentifier] = []
  /// How often no value was found for a schema with alternatives and the like.
  var failures: [SchemaPlan.Key: Int] = [:]

  /// - Parameter given: What is known of the value already. The caller bounds its size; the work grows with it.
  init(plan: SchemaPlan, context: ValueContext, mode: Mode, given: JSONValue?) {
    (self.plan, self.context, self.mode) = (plan, context, mode)
    let count = given?.valueCount() ?? 0
    partLimit = Self.hardLimit + count
    stepLimit = Self.stepLimit + count * Self.stepsPerGivenValue
  }

  var isOverBudget: Bool { parts > Self.softLimit || steps > Self.stepLimit / 8 }
  var isExhausted: Bool { parts > partLimit || steps > stepLimit }

  /// Counts steps of choosing.
  mutating func spend(_ count: Int) { steps += count }

  /// Whether a schema allows a value, and with `andShows` nothing of it is to be left out.
  mutating func allows(_ value: JSONValue, _ node: SchemaNode, andShows: Bool = false) -> Bool {
    var acceptance = Acceptance(plan: plan, direction: context.direction, stepLimit: max(stepLimit - steps, 0))
    let isAllowed = acceptance.allows(value, node) && (!andShows || acceptance.shows(value, node))
    steps += acceptance.steps
    return isAllowed
  }

  /// Whether a schema stands around the part already so many times.
  func isRepeated(_ node: SchemaNode, times: Int) -> Bool {
    let identity = ObjectIdentifier(node)
    var count = 0
    for other in stack where other == identity {
      count += 1
      if count >= times { return true }
    }
    return false
  }

  /// A value of a schema.
  mutating func make(_ node: SchemaNode, fixed: JSONValue?, _ frame: Frame) throws(SynthesisFailure) -> JSONValue {
    parts += 1
    if isExhausted { throw failure(node, "a value has too many parts, or too many had to be tried", isOfWork: true) }
    guard stack.count < Self.depthLimit else { throw failure(node, "a value would never end") }
    if node.isCut { throw failure(node, "the schema is made of too many others") }
    if node.facts.isImpossible { throw failure(node, "the schema allows no value") }
    stack.append(ObjectIdentifier(node))
    defer { stack.removeLast() }
    if let fixed, isKept(fixed, node) { return fixed }
    if fixed == nil, let value = mockValue(node, frame) { return value }
    return node.isTricky ? try makeChecked(node, fixed: fixed, frame) : try makePlain(node, fixed: fixed, frame)
  }

  /// The value that the document asks for by `x-mock-value` or `x-mock-values`; nil when there is none, or the schema does
  /// not allow it.
  private mutating func mockValue(_ node: SchemaNode, _ frame: Frame) -> JSONValue? {
    let values = node.facts.mockValues
    guard !values.isEmpty else { return nil }
    let value = values[Int(UInt64(truncatingIfNeeded: frame.number) % UInt64(values.count))]
    // Beside a value, `nil` would be JSON's null.
    guard allows(value, node) else { return nil }
    return value
  }

  func failure(_ node: SchemaNode, _ reason: String, isOfWork: Bool = false) -> SynthesisFailure {
    SynthesisFailure(place: node.place, reason: reason, isOfWork: isOfWork)
  }

  /// Whether a value that is given can stay as it is: one without parts that is allowed; in a projection also one of
  /// which nothing is to be left out.
  private mutating func isKept(_ fixed: JSONValue, _ node: SchemaNode) -> Bool {
    switch fixed {
    case .array, .object: mode == .projection && allows(fixed, node, andShows: true)
    case .null, .bool, .number, .string: allows(fixed, node)
    }
  }

  /// A value of a schema without alternatives and the like.
  mutating func makePlain(
    _ node: SchemaNode, fixed: JSONValue?, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue {
    if node.facts.enumeration != nil { return try choose(node, fixed: fixed, frame) }
    var types = node.facts.types
    if let fixed, !fixed.isNull, node.facts.allowsType(of: fixed) {
      types = SchemaTypes(fixed)
    } else if types.isSuperset(of: .all) {
      types = node.facts.likelyTypes
    }
    if types.contains(.object), fixed?.object != nil || node.facts.describesMembers || !types.contains(.array) {
      return .object(try makeObject(node, fixed: fixed?.object, frame))
    }
    if types.contains(.array) { return .array(try makeArray(node, fixed: fixed?.array, frame)) }
    if let fixed, let value = converted(fixed, node) { return value }
    return try makeScalar(node, types, frame)
  }

  /// One of the values of an enumeration.
  private func choose(
    _ node: SchemaNode, fixed: JSONValue?, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue {
    if let fixed, node.facts.allowsScalar(fixed) { return fixed }
    if frame.number == 0, let shown = shown(node, frame) { return shown }
    var chance = RandomSource(frame.seed)
    guard !node.choosable.isEmpty else { throw failure(node, "none of the values of the enumeration is allowed") }
    return chance.pick(node.choosable)
  }

  /// The value that the document's examples show.
  func shown(_ node: SchemaNode, _ frame: Frame) -> JSONValue? {
    if let hint = frame.hint, !hint.isNull, node.facts.allowsScalar(hint) { return hint }
    return node.examples.first { !$0.isNull }
  }

  /// A text as the number that it spells, or a number or truth value as text, when the schema wants that.
  private func converted(_ fixed: JSONValue, _ node: SchemaNode) -> JSONValue? {
    let candidate: JSONValue?
    switch fixed {
    case .string("true"): candidate = .bool(true)
    case .string("false"): candidate = .bool(false)
    case .string(let text):
      candidate = text.utf8.count <= 40 ? JSONNumber(literal: text).map { .number($0) } : nil
    case .number(let number): candidate = .string(number.literal)
    case .bool(let flag): candidate = .string(flag ? "true" : "false")
    case .null, .array, .object: candidate = nil
    }
    // Beside a value, `nil` would be JSON's null.
    guard let candidate, node.facts.allowsScalar(candidate) else { return nil }
    return candidate
  }
}

// Objects.

extension ValueGeneration {
  private mutating func makeObject(
    _ node: SchemaNode, fixed: JSONObject?, _ place: Frame
  ) throws(SynthesisFailure) -> JSONObject {
    let id = mode == .projection ? fixed?["id"] ?? fixed?["_id"] ?? fixed?["uuid"] : nil
    let frame = id.map(place.record) ?? place
    spend(node.properties.count)
    var object = JSONObject()
    let example = frame.hint?.object ?? node.facts.examples.first { $0.object != nil }?.object
    for property in node.properties {
      let given = fixed?[property.name]
      if let value = try makeMember(property, of: node, given: given, example: example, frame) {
        object.append(newKey: property.name, value)
      }
    }
    for name in node.requiredOthers {
      let given = fixed?[name] ?? (frame.number == 0 ? example?[name] : nil)
      object[name] = try makeOther(name, of: node, given: given, frame)
    }
    for member in fixed?.members ?? [] where !object.contains(member.key) && node.positions[member.key] == nil {
      if object.count >= node.facts.maxProperties { break }
      guard node.showsOthers, allowsName(member.key, node) else { continue }
      if let value = try? makeOther(member.key, of: node, given: member.value, frame) { object[member.key] = value }
    }
    // What is known already stays as it is.
    if let relations = node.relations,
      fixed == nil || object.members.contains(where: { fixed?.contains($0.key) == false })
    {
      spend(node.properties.count)
      var relating = ObjectRelating(
        relations: relations, plan: plan, frame: frame, given: fixed, example: example, object: object)
      relating.relate()
      object = relating.object
    }
    try addOthers(to: &object, node, fixed: fixed, example: example, frame)
    try dropMembers(of: &object, node)
    return object
  }

  /// A member with a schema of its own; nil when it is left out.
  private mutating func makeMember(
    _ property: SchemaNode.Property, of node: SchemaNode, given: JSONValue?, example: JSONObject?, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue? {
    let member = plan.node(property.link)
    let (readOnly, writeOnly) = (member.facts.isReadOnly, member.facts.isWriteOnly)
    if readOnly != writeOnly, context.direction == .answer ? writeOnly : readOnly { return nil }
    var given = given
    if let value = given, value.isNull, !allows(value, member) { given = nil }
    let hint = example?[property.name]
    let hasNoRequirements = node.facts.required.isEmpty
    if given == nil, !property.isRequired,
      !wants(member, property, isShown: hint != nil, hasNoRequirements: hasNoRequirements, frame)
    {
      return nil
    }
    let inner = frame.member(property.hash, property.meaning, hint: hint)
    if given == nil, isNull(member, property, inner) { return .null }
    do throws(SynthesisFailure) {
      if given == nil {
        for preference in property.preferredValues where allows(preference, member) { return preference }
      }
      return try make(member, fixed: given, inner)
    } catch {
      if property.isRequired || isExhausted { throw error }
      return nil
    }
  }

  /// A member that another one asks for.
  mutating func makeMember(
    named name: String, of node: SchemaNode, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue {
    guard let place = node.positions[name] else { return try makeOther(name, of: node, given: nil, frame) }
    let property = node.properties[place]
    let inner = frame.member(property.hash, property.meaning)
    return try make(plan.node(property.link), fixed: nil, inner)
  }

  /// Whether an optional member is there.
  private func wants(
    _ member: SchemaNode, _ property: SchemaNode.Property, isShown: Bool, hasNoRequirements: Bool, _ frame: Frame
  ) -> Bool {
    if member.facts.isImpossible || isOverBudget { return false }
    // What can have one value only says what the whole is: `{"message": "collection renamed"}`.
    if mode == .projection { return member.choosable.count == 1 && member.choosable[0].string != nil }
    if frame.isSparse { return false }
    let isScalar = SchemaTypes.scalar.isSuperset(of: plan.types(of: member))
    if frame.depth >= Self.wholeDepth || !isScalar && frame.depth >= Self.wholeDepth - 1 { return false }
    if !isScalar, isRepeated(member, times: 1) { return frame.depth < 2 && !isRepeated(member, times: 2) }
    // An id leads to another record, so that a client cannot go on without it.
    let isID = property.meaning.kind == .reference
    if isShown || isID || property.meaning.isEssential || !member.facts.mockValues.isEmpty { return true }
    // Nor can it without another record, or where the schema does not say what may be missing.
    if hasNoRequirements || member.positions["id"] != nil { return true }
    return RandomSource.seed(frame.seed, part: property.hash &+ 1) % 100 < 92
  }

  /// Whether a member that may be null is.
  private func isNull(_ member: SchemaNode, _ property: SchemaNode.Property, _ frame: Frame) -> Bool {
    guard member.facts.types.contains(.null), member.facts.types != .null, member.alternatives.isEmpty,
      member.facts.enumeration?.contains(.null) ?? true
    else { return false }
    if !member.facts.mockValues.isEmpty { return false }
    // What may also be an object of no known members is better absent than an object that no client expects.
    let types = member.facts.types
    if types.isSuperset(of: [.object, .string]), !types.isSuperset(of: .all), !member.facts.describesMembers {
      return true
    }
    if frame.hint?.isNull == true, frame.number == 0 { return true }
    if !SchemaTypes.scalar.isSuperset(of: member.facts.types),
      frame.depth > Self.wholeDepth || isOverBudget || isRepeated(member, times: 1)
    {
      return true
    }
    if property.meaning.isEssential || frame.number == 0 || mode == .projection { return false }
    return RandomSource.seed(frame.seed, part: 2) % 100 < 12
  }

  /// A member without a schema of its own.
  private mutating func makeOther(
    _ name: String, of node: SchemaNode, given: JSONValue?, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue {
    let inner = frame.member(RandomSource.hash(name), PropertyMeaning(name: name, owner: node.meaning))
    if let link = node.link(ofOther: name) { return try make(plan.node(link), fixed: given, inner) }
    if let link = node.unevaluated.first { return try make(plan.node(link), fixed: given, inner) }
    if let given { return given }
    return try make(plan.node(.init(schemas: [SchemaDocument.anything])), fixed: nil, inner)
  }

  /// Adds members to a map, and to an object that has too few.
  private mutating func addOthers(
    to object: inout JSONObject, _ node: SchemaNode, fixed: JSONObject?, example: JSONObject?, _ frame: Frame
  ) throws(SynthesisFailure) {
    var count = node.facts.minProperties
    guard count <= 1_000 else { throw failure(node, "an object would have too many members") }
    let isMap = node.properties.isEmpty && node.hasSchemaForOthers && !forbidsOthers(node)
    let isTight = mode == .projection || frame.isSparse || isOverBudget || frame.depth >= Self.wholeDepth
    if isMap, fixed == nil, !isTight { count = max(count, 2) }
    count = min(count, node.facts.maxProperties)
    if fixed == nil, !isTight, let example, node.properties.isEmpty {
      for member in example.members where object.count < node.facts.maxProperties && !object.contains(member.key) {
        guard allowsName(member.key, node) else { continue }
        if let value = try? makeOther(member.key, of: node, given: member.value, frame) { object[member.key] = value }
      }
    }
    if object.count < count { try addLeftOut(to: &object, node, count: count, frame) }
    var attempts = 0
    while object.count < count {
      attempts += 1
      if attempts > count * 4 + 20 {
        if object.count >= node.facts.minProperties { return }
        throw failure(node, "no further names of members were found")
      }
      guard let name = try makeName(node, number: attempts - 1, frame), !object.contains(name) else { continue }
      do throws(SynthesisFailure) {
        object[name] = try makeOther(name, of: node, given: nil, frame)
      } catch {
        if isExhausted || object.count < node.facts.minProperties, attempts > 10 { throw error }
      }
    }
  }

  /// Adds members of the schema that were left out, for an object that has too few.
  private mutating func addLeftOut(
    to object: inout JSONObject, _ node: SchemaNode, count: Int, _ frame: Frame
  ) throws(SynthesisFailure) {
    for property in node.properties where object.count < count && !object.contains(property.name) {
      let member = plan.node(property.link)
      if member.facts.isImpossible || isForOtherDirection(member) { continue }
      let inner = frame.member(property.hash, property.meaning)
      if let value = try? make(member, fixed: nil, inner) { object[property.name] = value }
    }
  }

  private func isForOtherDirection(_ member: SchemaNode) -> Bool {
    guard member.facts.isReadOnly != member.facts.isWriteOnly else { return false }
    return context.direction == .answer ? member.facts.isWriteOnly : member.facts.isReadOnly
  }

  /// Drops optional members of an object that has too many.
  private func dropMembers(of object: inout JSONObject, _ node: SchemaNode) throws(SynthesisFailure) {
    guard object.count > node.facts.maxProperties else { return }
    var room = node.facts.maxProperties - object.keys.count { node.facts.requires($0) }
    if room < 0 { throw failure(node, "more members are required than allowed") }
    let kept = object.members.filter { member in
      if !node.facts.requires(member.key) { room -= 1 }
      return room >= 0 || node.facts.requires(member.key)
    }
    object = JSONObject(kept.map { ($0.key, $0.value) })
  }

  /// Whether no other members are allowed, whatever their names.
  private func forbidsOthers(_ node: SchemaNode) -> Bool {
    node.facts.memberPatterns.isEmpty
      && node.facts.others.contains { plan.schemas.schema($0.schema).value == .bool(false) }
  }

  private mutating func allowsName(_ name: String, _ node: SchemaNode) -> Bool {
    for link in node.memberNames where !allows(.string(name), plan.node(link)) { return false }
    return true
  }

  /// The name of a further member of a map.
  private mutating func makeName(
    _ node: SchemaNode, number: Int, _ frame: Frame
  ) throws(SynthesisFailure) -> String? {
    var inner = frame
    inner.seed = RandomSource.seed(frame.seed, part: UInt64(number) &+ 77)
    inner.hint = nil
    inner.meaning = .none
    inner.number = 1
    if !node.memberNames.isEmpty {
      let schemas = node.memberNames.flatMap(\.key.schemas)
      guard let name = try make(plan.node(.init(schemas: schemas)), fixed: nil, inner).string else { return nil }
      return allowsName(name, node) ? name : nil
    }
    var chance = RandomSource(inner.seed)
    if let pattern = node.facts.memberPatterns.first {
      return pattern.pattern.make(&chance, least: 3 + number % 8, most: 40)
        ?? pattern.pattern.make(&chance, least: 1, most: 40)
    }
    return chance.pick(Words.keys)
  }
}
