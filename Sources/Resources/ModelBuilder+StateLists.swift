import JSON
import JSONSchema

// Lists whose name is a state of their records: `GET /tasks/completed`, `GET /bookmarks`, `POST /documents.archived`.

extension ModelBuilder {
  /// What holds for all records of a list by its name; nil for a list of all of them.
  ///
  /// - Parameters:
  ///   - name: The last name of the path, or the word of a command.
  func listedState(named name: String, record: SchemaShape, resource: Int) -> QueryCondition? {
    guard let last = Words.split(name).last,
      case let word = Words.singular(last), word != Words.singularKey(resources[resource].name)
    else { return nil }
    let forms = Set(StateChangeReader.forms(of: word) + [last])
    let flag = record.members.first { member in
      index.shape(member.node).types == ["boolean"] && Words.split(member.name).last.map(forms.contains) ?? false
    }
    if let flag { return QueryCondition([flag.name], .has, value: "true") }
    if let state = StateChangeReader(index: index).state(named: [word, last], of: record) {
      return QueryCondition([state.member], .has, value: state.value)
    }
    // `archivedAt` is set for what is archived.
    let moment = record.members.first { member in
      Self.momentWords.contains(member.words.last ?? "")
        && [word, last].contains(member.words.dropLast().joined()) && index.shape(member.node).types.contains("string")
    }
    if let moment { return QueryCondition([moment.name], .isSet) }
    guard let sign = Self.timeLists[last], let time = beginning(of: record, isDue: last == "overdue") else {
      return nil
    }
    return QueryCondition([time], sign)
  }

  /// A GET whose path means the newest record of the collection before its last name: `/rides/current`, `/orders/latest`.
  func newest(_ facts: OperationFacts, _ target: OperationTarget) -> OperationDescription? {
    guard facts.method == "GET", let last = target.segments.last?.literal?.lowercased(),
      Self.newestWords.contains(last), target.segments.count >= 2,
      let at = collections.numbers[PathShape.key(target.segments.dropLast())], nodes[at].kind == .collection,
      let resource = nodes[at].resource,
      let place = collections.record(facts, names: nodes[at].names, known: views[resource]),
      views[resource].contains(place.record)
    else { return nil }
    let name = resources[resource].name
    var made = make(facts, .read, resource, 0.85, "the newest of the \(name)")
    if last != "latest", last != "last" { made.reason += " that has not ended" }
    (made.isNewestFirst, made.recordSchema, made.answerEnvelope) = (true, place.record.place, place.envelope)
    return made
  }

  private static let newestWords: Set<String> = ["current", "active", "ongoing", "latest", "last"]
  private static let momentWords: Set<String> = ["at", "on", "date", "time"]
  private static let timeLists: [String: QueryCondition.Sign] = [
    "upcoming": .isFuture, "future": .isFuture, "next": .isFuture, "past": .isPast, "previous": .isPast,
    "overdue": .isPast,
  ]

  private static let otherMoments: Set<String> = [
    "created", "updated", "modified", "changed", "birth", "end", "ends", "expires", "expiry", "published",
  ]

  /// The date or time at which what a record tells of begins, or is due.
  private func beginning(of record: SchemaShape, isDue: Bool) -> String? {
    let words: Set<String> =
      isDue ? ["due", "deadline"] : ["start", "starts", "begin", "begins", "scheduled", "departure", "date", "due"]
    return record.members.first { member in
      let shape = index.shape(member.node)
      return ["date", "date-time"].contains(shape.format ?? "") && !words.isDisjoint(with: member.words)
        && Self.otherMoments.isDisjoint(with: member.words)
    }?.name
  }
}
