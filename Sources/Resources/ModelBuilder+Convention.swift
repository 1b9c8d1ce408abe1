import JSON
import JSONSchema

// What the responses that a document describes have in common, for those that it does not describe.

extension ModelBuilder {
  /// Finds the convention of a document's responses, and has open responses follow it.
  func followConvention(in model: inout APIModel) {
    let answered = collections.operations.filter { [200, 201, 202].contains($0.status) && !$0.isFile }
    let described = answered.count { !$0.isAnswerOpen(index) }
    model.describesResponses = described >= Self.fewest && described * 5 >= answered.count * 4
    guard let convention = convention(of: model.operations) else { return }
    model.convention = convention
    for number in model.operations.indices {
      let facts = collections.operations[number]
      let made = model.operations[number]
      guard made.kind != .call, made.answerEnvelope.isEmpty, !facts.isFile, facts.isAnswerOpen(index) else { continue }
      let isList = made.kind == .list || made.kind == .search
      model.operations[number].answerEnvelope = isList ? convention.list : [convention.holder]
      model.operations[number].reason += "; what is around it is as in other responses"
    }
  }

  /// What most described responses have around their records; nil where they have nothing, or too few are described.
  private func convention(of operations: [OperationDescription]) -> ResponseConvention? {
    let recordKinds: Set<OperationDescription.Kind> = [.read, .create, .update, .replace, .action]
    let listKinds: Set<OperationDescription.Kind> = [.list, .search]
    var (records, lists): ([[String]], [[String]]) = ([], [])
    var answers: [SchemaShape] = []
    for (number, made) in operations.enumerated() where made.recordSchema != nil {
      guard let answer = collections.operations[number].answer, !index.shape(answer).isOpen else { continue }
      if listKinds.contains(made.kind) {
        lists.append(made.answerEnvelope)
      } else if recordKinds.contains(made.kind) {
        records.append(made.answerEnvelope)
      } else {
        continue
      }
      answers.append(index.shape(answer))
    }
    let firsts = (records + lists).map(\.first)
    guard let holder = mostUsed(firsts.compactMap(\.self)), firsts.count >= Self.fewest,
      Self.holders.contains(Words.key(holder)), firsts.count(where: { $0 == holder }) * 5 >= firsts.count * 3
    else { return nil }
    let list = mostUsed(lists.filter { $0.first == holder && $0.count <= 2 }) ?? [holder]
    let around = answers.filter { $0.member(holder) != nil }
    var statement = JSONObject()
    for (name, value) in Self.statements {
      let members = around.compactMap { shape in shape.members.first { $0.key == name } }
      guard members.count * 2 >= around.count, let member = members.first else { continue }
      let shape = index.shape(member.node)
      let fits =
        value.bool != nil ? shape.types == ["boolean"] : shape.types == ["string"] && shape.enumeration.isEmpty
      if fits { statement[member.name] = value }
    }
    return ResponseConvention(holder: holder, list: list, statement: statement)
  }

  private func mostUsed<Value: Hashable>(_ values: [Value]) -> Value? {
    var counts: [Value: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    let most = counts.values.max()
    return values.first { counts[$0] == most }
  }

  /// How many responses must be described.
  private static let fewest = 5
  private static let holders: Set<String> = ["data", "result", "payload", "response", "content", "body", "datos"]
  private static let statements: [(name: String, value: JSONValue)] = [
    ("success", true), ("ok", true), ("succeeded", true), ("issuccess", true), ("message", "success"),
    ("msg", "success"),
  ]
}
