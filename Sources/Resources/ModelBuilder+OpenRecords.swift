import JSON
import JSONSchema

// Records of which no response of the document says anything.

extension ModelBuilder {
  /// Whether no response shows a resource's records.
  func isOpen(_ resource: Int) -> Bool {
    !resources[resource].isSingleton
      && groups[resource].allSatisfy {
        nodes[$0].isRequested || nodes[$0].record.map { index.shape($0).members.isEmpty } ?? true
      }
  }

  /// Has records that no response shows show their id as most of the others do: by the name `_id`, or as a UUID.
  mutating func followOthersInIDs() {
    let described = resources.indices.filter {
      !resources[$0].isSingleton && !isOpen($0) && resources[$0].idMember != nil
    }
    let unsaid = resources.indices.filter { number in
      isOpen(number) && resources[number].idMember == nil && resources[number].nestedIDMember.isEmpty
        && resources[number].viewMember == nil && resources[number].idStyle == .text
    }
    let most = described.count / 2
    for name in ["_id", "uuid", "uid"]
    where described.count >= 2 && described.count(where: { resources[$0].idMember == name }) > most {
      for number in unsaid { resources[number].idMember = name }
    }
    guard described.count(where: { resources[$0].idStyle == .uuid }) > most else { return }
    for number in unsaid { resources[number].idStyle = .uuid }
  }

  /// The flag that a verb sets in records that no response shows: `archived` for `archive`; nil for other records.
  func openFlag(_ target: OperationTarget, resource: Int) -> OperationDescription.StateChange? {
    guard isOpen(resource), target.verbWords.count == 1, var verb = target.verbWords.first else { return nil }
    let isUndone = verb.hasPrefix("un") && verb.count > 4
    if isUndone { verb.removeFirst(2) }
    guard Self.flagged.contains(verb), let word = StateChangeReader.forms(of: verb).first(where: { $0.hasSuffix("ed") })
    else { return nil }
    return OperationDescription.StateChange(member: word, value: .bool(!isUndone))
  }

  private static let flagged: Set<String> = [
    "archive", "lock", "pin", "publish", "mute", "star", "close", "complete", "approve", "block", "ban", "suspend",
  ]

  /// A list of which the document says no more than that an object answers: it has the form of the document's other lists.
  func objectAlone(
    _ facts: OperationFacts, _ target: OperationTarget, node: CollectionNode, resource: Int
  ) -> OperationDescription? {
    guard collections.answersWithAnyObject(facts), node.hasItems || lists.isPaged(facts), isOpen(resource),
      let form = usualList, let record = index.document.schema(at: resources[resource].schema)
    else { return nil }
    var like = facts
    like.answer = form.answer
    return list(
      like, target, place: EnvelopeFinder.Place(envelope: form.envelope, record: record, confidence: 0.75),
      resource: resource, confidence: 0.75, "an object answers, as at the other lists of the document")
  }

  /// Whether a path behind a record's takes some of its properties alone: `PUT /alarms/{id}/enabled`.
  func isOfPart(_ facts: OperationFacts, resource: Int) -> Bool {
    guard facts.shape.segments.last?.literal != nil, let sent = facts.request.map(index.shape), !sent.members.isEmpty
    else { return false }
    let own = shapes[resource]
    return sent.members.count * 2 <= own.members.count && sent.members.allSatisfy { own.member($0.name) != nil }
  }

  /// How most lists of the document answer that have something around their records; nil for none.
  private var usualList: (envelope: [String], answer: Schema)? {
    var found: [(envelope: [String], answer: Schema)] = []
    for facts in collections.operations where facts.method == "GET" && !facts.isFile {
      guard let answer = facts.answer, let last = facts.shape.segments.last?.literal,
        let place = finder.list(in: answer, names: [last]), place.confidence >= 0.8, !place.envelope.isEmpty
      else { continue }
      found.append((place.envelope, answer))
    }
    var counts: [[String]: Int] = [:]
    for one in found { counts[one.envelope, default: 0] += 1 }
    let most = counts.values.max()
    return found.first { counts[$0.envelope] == most }
  }
}
