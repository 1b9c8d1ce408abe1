import JSON

// Schemas whose values cannot all be made on purpose: what is made is checked, and made again when it does not hold.

extension ValueGeneration {
  private static let attempts = 8
  /// After so many failures no value is looked for again: alternatives inside alternatives would multiply the attempts.
  private static let failureLimit = 2

  /// A value of a schema with alternatives, conditions or the like.
  mutating func makeChecked(
    _ node: SchemaNode, fixed: JSONValue?, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue {
    var reason = failure(node, "no value was found that the schema allows")
    if fixed == nil, failures[node.key] ?? 0 >= Self.failureLimit { throw reason }
    let choices = node.alternatives.first.map { ranking($0, fixed: fixed, frame) }
    let attempts = max(Self.attempts, min((choices?.count ?? 0) + 4, 60))
    for attempt in 0..<attempts {
      var inner = frame
      // Once as it is preferred, then other values, and at last as few members as can be.
      if attempt > 0 { inner.seed = RandomSource.seed(frame.seed, part: UInt64(attempt)) }
      if attempt >= attempts - 2 { inner.isSparse = true }
      do throws(SynthesisFailure) {
        let value: JSONValue
        if let choices, let group = node.alternatives.first {
          let choice = plan.node(group.choices[choices[attempt % choices.count]])
          value = try make(choice, fixed: fixed, inner)
        } else {
          value = try makeConditional(node, fixed: fixed, inner)
        }
        if allows(value, node) { return value }
      } catch {
        reason = error
        if isExhausted { break }
      }
    }
    if fixed == nil { failures[node.key, default: 0] += 1 }
    throw reason
  }

  /// A value of a schema with conditions: made without them, then made again with those that apply.
  private mutating func makeConditional(
    _ node: SchemaNode, fixed: JSONValue?, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue {
    var key = node.key
    var value = try makeUnconditional(node, fixed: fixed, frame)
    for _ in 0..<4 {
      let before = key
      for conditional in node.conditionals {
        let holds = allows(value, plan.node(conditional.condition))
        let branch = holds ? conditional.then : conditional.otherwise
        if let branch { key = key.adding(branch.key.schemas, settling: conditional.identity) }
      }
      for dependent in node.dependents where value.object?.contains(dependent.name) == true {
        key = key.adding(dependent.link.key.schemas, settling: dependent.identity)
      }
      var missing: [String] = []
      for rule in node.facts.dependentRequired where value.object?.contains(rule.name) == true {
        missing += rule.required.filter { value.object?.contains($0) == false }
      }
      if key == before, missing.isEmpty { return value }
      let next = plan.node(key)
      if !missing.isEmpty, var object = value.object {
        for name in missing where !object.contains(name) {
          object[name] = try makeMember(named: name, of: next, frame)
        }
        value = .object(object)
      }
      if key != before {
        value =
          next.alternatives.isEmpty && next.conditionals.isEmpty
          ? try makeUnconditional(next, fixed: value, frame) : try make(next, fixed: value, frame)
      }
    }
    return value
  }

  private mutating func makeUnconditional(
    _ node: SchemaNode, fixed: JSONValue?, _ frame: Frame
  ) throws(SynthesisFailure) -> JSONValue {
    var value = try makePlain(node, fixed: fixed, frame)
    if !node.containing.isEmpty, var elements = value.array {
      for rule in node.containing where rule.least > 0 && rule.least <= 100 {
        try meet(rule, in: &elements, node, frame)
      }
      value = .array(elements)
    }
    return value
  }

  /// Puts elements into an array so that it has as many of a kind as it must.
  private mutating func meet(
    _ rule: (link: SchemaLink, least: Int, most: Int), in elements: inout [JSONValue], _ node: SchemaNode,
    _ frame: Frame
  ) throws(SynthesisFailure) {
    let wanted = plan.node(rule.link)
    var count = 0
    for element in elements where allows(element, wanted) { count += 1 }
    var number = 0
    while count < rule.least {
      number += 1
      guard number <= rule.least * 2 + 10 else {
        throw failure(node, "no elements were found that the array must contain")
      }
      var inner = frame
      inner.seed = RandomSource.seed(frame.seed, part: UInt64(number) &+ 5_000)
      inner.depth = frame.depth + 1
      let schemas = (node.elements.last?.key.schemas ?? []) + rule.link.key.schemas
      let element = try make(plan.node(.init(schemas: schemas)), fixed: nil, inner)
      if node.facts.isUnique, elements.contains(element) { continue }
      if elements.count >= node.facts.maxItems {
        guard let last = elements.lastIndex(where: { !allows($0, wanted) }) else { return }
        elements.remove(at: last)
      }
      elements.append(element)
      count += 1
    }
  }

  /// The branches of alternatives, in the order in which they are tried.
  private mutating func ranking(
    _ group: SchemaNode.Alternatives, fixed: JSONValue?, _ frame: Frame
  ) -> [Int] {
    let indices = Array(group.choices.indices.prefix(200))
    spend(indices.count + (plan.node(group.choices[0]).properties.count / 8) * indices.count)
    var scores: [Int] = []
    var chance = RandomSource(RandomSource.seed(frame.seed, part: 4))
    let favourite = chance.below(indices.count)
    let wantsNull =
      fixed == nil && frame.number > 0 && !frame.meaning.isEssential && mode == .whole
      && chance.isTrue(percent: 12)
    let isTight = isOverBudget || frame.depth >= Self.wholeDepth || frame.isSparse
    for index in indices {
      let choice = plan.node(group.choices[index])
      let types = plan.types(of: choice)
      if let fixed {
        scores.append(fit(fixed, choice, depth: 0))
        continue
      }
      var score = 0
      if choice.facts.isImpossible { score -= 10_000 }
      if types == .null { score += wantsNull ? 500 : isTight ? -50 : -500 }
      if isRepeated(choice, times: 1) || isRepeated(plan.node(group.branches[index]), times: 1) { score -= 300 }
      if let hint = frame.hint, frame.number == 0 { score += fit(hint, choice, depth: 0) * 4 }
      if isTight, !SchemaTypes.scalar.isSuperset(of: types) { score -= 100 }
      if choice.facts.types.contains(.object), choice.facts.describesMembers, index == favourite { score += 20 }
      score -= index
      scores.append(score)
    }
    return indices.sorted { scores[$0] == scores[$1] ? $0 < $1 : scores[$0] > scores[$1] }
  }

  /// How well a value fits a schema that it may be a part of.
  private mutating func fit(_ value: JSONValue, _ node: SchemaNode, depth: Int) -> Int {
    spend(1)
    guard !isExhausted, node.facts.allowsType(of: value), !node.facts.isImpossible else { return -1_000 }
    var score = 0
    switch value {
    case .object(let object): score = fit(object, node, depth: depth)
    case .array(let elements):
      if let first = elements.first, let link = node.elements.first, depth < 4 {
        score = max(fit(first, plan.node(link), depth: depth + 1), -200)
      }
    case .null, .bool, .number, .string:
      score = node.facts.allowsScalar(value) ? (node.facts.enumeration == nil ? 10 : 30) : -100
    }
    if depth < 4 {
      for group in node.alternatives {
        var best = -1_000
        for branch in group.branches.prefix(50) { best = max(best, fit(value, plan.node(branch), depth: depth + 1)) }
        score += best
      }
    }
    return score
  }

  private mutating func fit(_ object: JSONObject, _ node: SchemaNode, depth: Int) -> Int {
    var score = 0
    for member in object.members.prefix(200) {
      if let preferredValues = node.facts.preferredValues[member.key] {
        score += preferredValues.contains(member.value) ? 500 : -300
      }
      guard let place = node.positions[member.key] else {
        score -= node.showsOthers ? 1 : 5
        continue
      }
      let schema = plan.node(node.properties[place].link)
      switch member.value {
      case .object, .array:
        let isRight = schema.facts.allowsType(of: member.value)
        score += isRight ? 5 : -50
        if isRight, depth < 3 { score += max(fit(member.value, schema, depth: depth + 1), -100) / 10 }
      case .null, .bool, .number, .string:
        if schema.facts.allowsScalar(member.value) {
          score += schema.facts.enumeration == nil ? 6 : 60
        } else {
          score -= schema.facts.enumeration == nil ? 30 : 200
        }
      }
    }
    for property in node.properties where property.isRequired && object[property.name] == nil { score -= 3 }
    return score
  }
}
