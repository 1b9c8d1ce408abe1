import JSON
import JSONSchema

/// Tells which member of a record an action sets.
package struct StateChangeReader {
  let index: SchemaIndex

  private static let states = [
    "status", "state", "phase", "stage", "estado", "situacion", "lifecyclestate", "lifecyclestatus",
  ]

  /// Words of states that no rule of grammar makes from their verbs.
  private static let particular: [String: [String]] = [
    "start": ["started", "in_progress", "running", "active", "processing", "ongoing"],
    "begin": ["started", "in_progress"],
    "run": ["running", "in_progress", "started"], "stop": ["stopped", "inactive", "terminated", "off"],
    "pause": ["paused", "on_hold"], "resume": ["active", "running", "in_progress", "started"],
    "open": ["open", "opened", "active"], "reopen": ["open", "opened", "reopened", "active"],
    "close": ["closed", "close"], "activate": ["active", "activated", "enabled"],
    "reactivate": ["active", "reactivated", "enabled"], "deactivate": ["inactive", "deactivated", "disabled"],
    "enable": ["enabled", "active"], "disable": ["disabled", "inactive"], "ship": ["shipped", "in_transit"],
    "send": ["sent", "open", "sending"], "pay": ["paid", "succeeded"],
    "complete": ["completed", "complete", "done", "finished"],
    "finish": ["finished", "completed", "done"], "end": ["ended", "finished", "completed"],
    "resolve": ["resolved", "solved", "closed"], "hold": ["on_hold", "held", "onhold"],
    "submit": ["submitted", "pending", "in_review"],
    "void": ["voided", "void"], "finalize": ["finalized", "open", "final"], "capture": ["captured", "succeeded"],
    "refund": ["refunded"], "reject": ["rejected", "declined", "denied"], "decline": ["declined", "rejected"],
    "deny": ["denied", "rejected"], "accept": ["accepted", "approved", "assigned"],
    "claim": ["claimed", "taken", "assigned"],
    "take": ["taken", "assigned"], "place": ["placed", "ordered", "submitted"], "approve": ["approved", "accepted"],
    "publish": ["published", "live", "public"], "unpublish": ["unpublished", "draft"],
    "restore": ["active", "restored", "available"],
    "unarchive": ["active", "unarchived", "open"], "suspend": ["suspended"], "unsuspend": ["active"],
    "block": ["blocked"], "join": ["joined", "member"], "attend": ["attending", "going"],
    "rsvp": ["going", "attending"],
    "unblock": ["active", "unblocked"], "ban": ["banned"], "unban": ["active"],
    "abort": ["aborted", "cancelled", "canceled"],
    "withdraw": ["withdrawn"], "freeze": ["frozen"], "unfreeze": ["active"], "lock": ["locked"],
    "unlock": ["unlocked", "active"],
    "deliver": ["delivered"], "fulfill": ["fulfilled"], "fulfil": ["fulfilled"], "trash": ["trashed"],
    "book": ["booked"],
    "reserve": ["reserved"], "return": ["returned"], "shutdown": ["off", "stopped", "shutdown"],
    "reboot": ["active", "running"], "checkin": ["checked_in"], "checkout": ["checked_out"],
    "cancelar": ["cancelado", "cancelada", "anulado", "anulada"],
    "anular": ["anulado", "anulada", "cancelado", "cancelada"],
    "cerrar": ["cerrado", "cerrada"], "abrir": ["abierto", "abierta"], "pagar": ["pagado", "pagada"],
    "entregar": ["entregado", "entregada"],
    "iniciar": ["iniciado", "iniciada", "en_curso", "en_proceso", "en_progreso"],
    "empezar": ["empezado", "en_curso"], "devolver": ["devuelto", "devuelta"],
  ]

  /// The verbs of nouns that paths have for actions: `POST /orders/{id}/cancellation`.
  private static let nouns: [String: String] = [
    "cancellation": "cancel", "cancelation": "cancel", "approval": "approve", "rejection": "reject",
    "confirmation": "confirm", "completion": "complete", "activation": "activate", "deactivation": "deactivate",
    "publication": "publish", "closure": "close", "submission": "submit", "acceptance": "accept",
    "suspension": "suspend", "termination": "terminate", "acknowledgement": "acknowledge", "payment": "pay",
    "shipment": "ship", "delivery": "deliver", "resolution": "resolve", "archival": "archive",
  ]

  /// Actions that undo another, and so make its member false.
  private static let undoing: [String: String] = [
    "leave": "join", "quit": "join", "disable": "enable", "deactivate": "activate", "reopen": "close", "open": "close",
    "restore": "delete",
    "undo": "complete",
  ]

  /// The verb whose effect a verb takes back: `favourite` for `unfavourite`.
  private static func undone(_ verb: String) -> String? {
    undoing[verb] ?? (verb.hasPrefix("un") && verb.count > 4 ? String(verb.dropFirst(2)) : nil)
  }

  /// What a verb sets in a record; with `isUndone`, what its opposite does, as `DELETE …/lock` is.
  ///
  /// - Parameters:
  ///   - facts: The operation, whose example or description may name the state; nil for the verb alone.
  func change(
    verbWords: [String], record: SchemaShape, isUndone: Bool, facts: OperationFacts? = nil
  ) -> OperationDescription.StateChange? {
    guard var verb = verbWords.first else { return nil }
    if verb == "toggle" { return toggled(Array(verbWords.dropFirst()), record: record) }
    var rest = verbWords.dropFirst().filter { $0 != "all" && $0 != "as" }
    // `mark-as-read`
    if ["mark", "set", "make", "move", "marcar"].contains(verb), let last = rest.last {
      (verb, rest) = (last, [])
    }
    guard rest.isEmpty || isUndone == false else { return nil }
    verb = Self.nouns[verb] ?? verb
    var wanted = Self.forms(of: isUndone ? "un" + verb : verb)
    // `check-in`
    if rest.count == 1, let last = rest.last, ["in", "out", "off", "on", "up"].contains(last) {
      wanted = wanted.map { $0 + "_" + last }
    }
    let members = record.members.filter { member in
      Self.states.contains { member.key.hasSuffix($0) }
    }.sorted { Self.states.contains($0.key) && !Self.states.contains($1.key) }
    for member in members {
      let codes = codes(of: member.node)
      if let code = wanted.lazy.compactMap({ codes[Words.key($0)] }).first {
        return OperationDescription.StateChange(member: member.name, value: .number(JSONNumber(code)))
      }
      let values = values(of: member.node)
      for word in wanted {
        let key = Words.key(word)
        if let value = values.first(where: { $0.string.map(Words.key) == key }) {
          return OperationDescription.StateChange(member: member.name, value: value)
        }
      }
    }
    if let change = flag(verb, record: record, isUndone: isUndone) {
      // What the request holds is what is set: `{"rating": 5}`.
      let sent = facts?.request.map(index.shape)
      if change.value.bool != nil || sent?.member(change.member) == nil { return change }
    }
    if members.isEmpty, let change = activity(verb, record: record, isUndone: isUndone) { return change }
    if members.isEmpty, rest.isEmpty, !isUndone, let change = innerState(wanted + ["in_" + verb], record) {
      return change
    }
    guard let facts, !isUndone else { return nil }
    for member in members {
      if let value = shown(member.name, in: facts) ?? named(values(of: member.node), in: facts) {
        return OperationDescription.StateChange(member: member.name, value: value)
      }
    }
    // A state without documented values is written as the verb's participle.
    guard let member = members.first, Self.states.contains(Words.key(member.name)), rest.isEmpty,
      values(of: member.node).isEmpty, index.shape(member.node).types == ["string"],
      Vocabulary.actions.contains(verb) || Self.particular[verb] != nil,
      let word = Self.particular[verb]?.first ?? Self.forms(of: verb).first(where: { $0.hasSuffix("ed") })
    else { return nil }
    let example = member.node["example"]?.string ?? ""
    let isUpper = !example.isEmpty && example == example.uppercased()
    return OperationDescription.StateChange(member: member.name, value: .string(isUpper ? word.uppercased() : word))
  }

  /// The state in an object of the record that has one of some names: `nav.status` is `DOCKED` after `dock`; nil for none,
  /// and where several objects have one.
  private func innerState(_ wanted: [String], _ record: SchemaShape) -> OperationDescription.StateChange? {
    let keys = Set(wanted.map(Words.key))
    let found = record.members.flatMap { outer -> [OperationDescription.StateChange] in
      let inner = index.shape(outer.node)
      guard inner.isObject, !EnvelopeFinder.hasOwnID(inner), !outer.name.contains(".") else { return [] }
      return inner.members.filter { Self.states.contains($0.key) && !$0.name.contains(".") }.compactMap { member in
        let values = index.shape(member.node).enumeration
        let value = values.first { $0.string.map { keys.contains(Words.key($0)) } ?? false }
        return value.map { .init(member: "\(outer.name).\(member.name)", value: $0) }
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  private static let neutral: Set<String> = ["none", "no", "normal", "unset", "notset", "default", "neutral"]

  /// The state of records that has one of some names, with its property; nil for none.
  func state(named names: [String], of record: SchemaShape) -> (member: String, value: String)? {
    for member in record.members where Self.states.contains(where: { member.key.hasSuffix($0) }) {
      let codes = codes(of: member.node)
      if let code = names.lazy.compactMap({ codes[Words.key($0)] }).first { return (member.name, String(code)) }
      if let value = values(of: member.node).compactMap(\.string).first(where: { names.contains(Words.key($0)) }) {
        return (member.name, value)
      }
    }
    return nil
  }

  /// The properties that say when a verb's action happened: `archivedAt` for `archive`, which `unarchive` clears.
  func moments(verbWords: [String], record: SchemaShape, isUndone: Bool) -> [OperationDescription.Moment] {
    let isMark = verbWords.count > 1 && ["mark", "set", "marcar"].contains(verbWords[0])
    guard let word = isMark ? verbWords.last : verbWords.first, isMark || verbWords.count == 1 else { return [] }
    let verb = Self.nouns[word] ?? word
    func find(_ verb: String) -> String? {
      let forms = Set(Self.forms(of: verb).map(Words.key))
      return record.members.first { member in
        guard let last = member.words.last, ["at", "on", "date", "time"].contains(last), member.words.count > 1
        else { return false }
        let types = index.shape(member.node).types
        return forms.contains(member.words.dropLast().joined()) && !types.contains("boolean")
          && (types.contains("string") || types.contains("integer") || types.contains("number"))
      }?.name
    }
    if let name = find(verb) { return [OperationDescription.Moment(member: name, isCleared: isUndone)] }
    let opposites = verb == "restore" ? ["delete", "archive", "trash"] : [Self.undone(verb)].compactMap(\.self)
    return opposites.compactMap(find).map { OperationDescription.Moment(member: $0, isCleared: !isUndone) }
  }

  /// The states that a property may have: those of its schema, else those that its description lists.
  private func values(of node: Schema) -> [JSONValue] {
    let values = index.shape(node).enumeration.filter { $0.string != nil }
    if !values.isEmpty { return values }
    guard index.shape(node).types == ["string"], let text = node["description"]?.string else { return [] }
    let list = text.prefix(400).split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.map(String.init)
    let isList = text.contains(where: { ",|/`'\"".contains($0) })
    return isList ? list.filter { $0.utf8.count > 2 }.map(JSONValue.string) : []
  }

  /// The numbers that stand for states, by the keys of their names: `1 = PENDING, 2 = APPROVED` in the description, or
  /// `x-enum-varnames` beside the values.
  private func codes(of node: Schema) -> [String: Int] {
    let shape = index.shape(node)
    guard shape.isInteger || shape.types == ["number"] else { return [:] }
    var codes: [String: Int] = [:]
    for name in ["x-enum-varnames", "x-enumNames"] {
      for (value, name) in zip(shape.enumeration, node[name]?.array ?? []) {
        if let code = value.number?.integer, let name = name.string { codes[Words.key(name)] = code }
      }
    }
    if !codes.isEmpty { return codes }
    let text = (node["description"]?.string ?? "").prefix(600)
    // Words and what stands between them: `1 = PENDING`, `0: new`, `active(1)`.
    var last = ""
    var separator = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0.isLetter || $0.isNumber || $0 == "_" }) {
      separator = String(rest[..<start])
      let word = String(rest[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      if let code = Int(last), Int(word) == nil, !separator.contains(","),
        separator.contains(where: { "=:-–)".contains($0) })
      {
        codes[Words.key(word)] = code
      } else if let code = Int(word), !last.isEmpty, Int(last) == nil, separator.contains(where: { "=:(".contains($0) })
      {
        codes[Words.key(last)] = code
      }
      last = word
      rest = rest[start...].dropFirst(word.count)
    }
    return codes.count > 1 ? codes : [:]
  }

  /// The state in the operation's own example of its answer, where that is none of those at the beginning.
  private func shown(_ name: String, in facts: OperationFacts) -> JSONValue? {
    let place = facts.pointer.appending("responses").appending("\(facts.status)")
    guard let answer = index.object(index.root[place], at: place)?.0 else { return nil }
    for type in answer["content"]?.object?.members ?? [] {
      let example = type.value["example"] ?? type.value["examples"]?.object?.members.first?.value["value"]
      for object in [example?.object] + (example?.object?.members ?? []).map(\.value.object) {
        if let value = object?[name]?.string { return .string(value) }
      }
    }
    return nil
  }

  /// The one state that the operation's description names, by itself or behind `to`.
  private func named(_ values: [JSONValue], in facts: OperationFacts) -> JSONValue? {
    let text = "\(facts.object["summary"]?.string ?? ""). \(facts.object["description"]?.string ?? "")"
    let words = text.prefix(1000).split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    let found = words.indices.filter { place in
      values.contains { $0.string == words[place] }
        && (words[place].contains { $0.isUppercase || $0 == "_" } || text.contains("`\(words[place])`")
          || place > 0 && ["to", "as", "becomes", "is"].contains(words[place - 1].lowercased()))
    }
    let behind = found.filter { $0 > 0 && ["to", "as", "becomes"].contains(words[$0 - 1].lowercased()) }
    guard let place = behind.last ?? (Set(found.map { words[$0] }).count == 1 ? found.first : nil) else { return nil }
    return .string(words[place])
  }

  /// What `toggle` changes: the flag that the words behind it name, else the one that says how far the record is.
  private func toggled(_ words: [String], record: SchemaShape) -> OperationDescription.StateChange? {
    let flags = record.members.filter { index.shape($0.node).types == ["boolean"] }
    let forms = Set(words.flatMap(Self.forms))
    let named = flags.first { forms.contains(Words.split($0.name).last ?? "") }
    let usual = flags.first { PropertyRole($0.name, types: ["boolean"]) != nil }
    guard let flag = words.isEmpty || words == ["status"] ? usual ?? (flags.count == 1 ? flags[0] : nil) : named else {
      return nil
    }
    var change = OperationDescription.StateChange(member: flag.name, value: .bool(true))
    change.isToggle = true
    return change
  }

  private func flag(_ verb: String, record: SchemaShape, isUndone: Bool) -> OperationDescription.StateChange? {
    func find(_ verb: String) -> String? {
      let forms = Set(Self.forms(of: verb).map(Words.key) + [verb])
      return record.members.first { member in
        var words = member.words
        if ["is", "has", "viewer", "user"].contains(words.first ?? ""), words.count > 1 { words.removeFirst() }
        // `retain_indefinitely`
        while words.count > 1, words.last?.hasSuffix("ly") == true { words.removeLast() }
        // Databases have numbers for flags.
        return forms.contains(words.joined()) && [["boolean"], ["integer"]].contains(index.shape(member.node).types)
      }?.name
    }
    func change(_ name: String, _ isSet: Bool) -> OperationDescription.StateChange {
      let isNumber = record.member(name).map { index.shape($0).isInteger } ?? false
      let value = isNumber ? JSONValue.number(JSONNumber(isSet ? 1 : 0)) : .bool(isSet)
      return OperationDescription.StateChange(member: name, value: value)
    }
    if let name = find(verb) { return change(name, !isUndone) }
    if let opposite = Self.undone(verb), let name = find(opposite) { return change(name, isUndone) }
    // What is liked is a favourite.
    if let name = Self.synonyms[verb]?.lazy.compactMap(find).first { return change(name, !isUndone) }
    let name = Self.undone(verb).flatMap { Self.synonyms[$0]?.lazy.compactMap(find).first }
    return name.map { change($0, isUndone) }
  }

  /// Verbs that mean the same mark, where records have one of them.
  private static let synonyms: [String: [String]] = [
    "like": ["favorite", "favourite"], "favorite": ["favourite", "like"], "favourite": ["favorite", "like"],
    "star": ["favorite", "favourite"], "heart": ["like", "favorite", "favourite"],
  ]

  /// The value with a verb's participle in a property that is not called a state: `relationship: Blocked`; once that is
  /// taken back, the value that says that there is none.
  func stance(verbWords: [String], record: SchemaShape, isUndone: Bool) -> OperationDescription.StateChange? {
    guard verbWords.count == 1, let verb = verbWords.first else { return nil }
    let keys = Set(Self.forms(of: verb).map(Words.key)).subtracting([Words.key(verb)])
    for member in record.members {
      let values = index.shape(member.node).enumeration.filter { $0.string != nil }
      guard (2...40).contains(values.count) else { continue }
      if values.contains(where: { $0.string.map { keys.contains(Words.key($0)) } ?? false }),
        let value = values.first(where: { value in
          value.string.map { (isUndone ? Self.neutral : keys).contains(Words.key($0)) } ?? false
        })
      {
        return OperationDescription.StateChange(member: member.name, value: value)
      }
    }
    return nil
  }

  /// What a verb sets in a record whose only state is whether it is active: nothing more happens after `cancel`.
  private func activity(_ verb: String, record: SchemaShape, isUndone: Bool) -> OperationDescription.StateChange? {
    let isStart = Self.starts.contains(verb)
    guard isStart || Self.ends.contains(verb),
      let flag = record.members.first(where: { member in
        ["active", "isactive", "enabled", "isenabled"].contains(member.key)
          && index.shape(member.node).types.contains("boolean")
      })
    else { return nil }
    return OperationDescription.StateChange(member: flag.name, value: .bool(isStart != isUndone))
  }

  private static let starts: Set<String> = ["start", "resume", "activate", "reactivate", "enable", "renew", "restart"]
  private static let ends: Set<String> = [
    "cancel", "stop", "pause", "suspend", "terminate", "end", "deactivate", "disable",
  ]

  /// The words that a state may have after a verb: `cancelled` and `canceled` after `cancel`.
  package static func forms(of verb: String) -> [String] {
    var forms = particular[verb] ?? []
    let stem = verb.hasSuffix("e") ? String(verb.dropLast()) : verb
    forms.append(stem + "ed")
    if let last = verb.last, !"aeiouwxy".contains(last) { forms.append(verb + String(last) + "ed") }
    if verb.hasSuffix("y") { forms.append(verb.dropLast() + "ied") }
    for ending in ["ar", "er", "ir"] where verb.hasSuffix(ending) {
      let root = verb.dropLast(2) + (ending == "ar" ? "ad" : "id")
      forms += [root + "o", root + "a"]
    }
    forms += [verb, stem + "ing"]
    return forms
  }
}
