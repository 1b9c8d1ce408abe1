import JSON

/// Tells which member of a record an action sets.
struct StateChangeReader {
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
    "deny": ["denied", "rejected"], "accept": ["accepted", "approved"], "approve": ["approved", "accepted"],
    "publish": ["published", "live", "public"], "unpublish": ["unpublished", "draft"],
    "restore": ["active", "restored", "available"],
    "unarchive": ["active", "unarchived", "open"], "suspend": ["suspended"], "unsuspend": ["active"],
    "block": ["blocked"],
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

  /// The verbs of nouns that paths have for deeds: `POST /orders/{id}/cancellation`.
  private static let nouns: [String: String] = [
    "cancellation": "cancel", "cancelation": "cancel", "approval": "approve", "rejection": "reject",
    "confirmation": "confirm", "completion": "complete", "activation": "activate", "deactivation": "deactivate",
    "publication": "publish", "closure": "close", "submission": "submit", "acceptance": "accept",
    "suspension": "suspend", "termination": "terminate", "acknowledgement": "acknowledge", "payment": "pay",
    "shipment": "ship", "delivery": "deliver", "resolution": "resolve", "archival": "archive",
  ]

  /// Actions that undo another, and so make its member false.
  private static let undoing: [String: String] = [
    "unstar": "star", "unlock": "lock", "unarchive": "archive", "unpin": "pin", "unlike": "like", "unfollow": "follow",
    "unfavorite": "favorite", "unpublish": "publish", "disable": "enable", "deactivate": "activate", "unmute": "mute",
    "unblock": "block", "unban": "ban", "unhide": "hide", "reopen": "close", "open": "close", "restore": "delete",
    "unbookmark": "bookmark", "unsubscribe": "subscribe", "unfreeze": "freeze", "unsuspend": "suspend",
    "unflag": "flag",
    "undelete": "delete", "unwatch": "watch", "unshare": "share",
  ]

  /// What a verb sets in a record; with `isUndone`, what its opposite does, as `DELETE …/lock` is.
  func change(verbWords: [String], record: SchemaShape, isUndone: Bool) -> OperationDescription.StateChange? {
    guard var verb = verbWords.first else { return nil }
    var rest = verbWords.dropFirst()
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
    if let change = stateMember(wanted, record: record) { return change }
    return flag(verb, record: record, isUndone: isUndone)
  }

  private func stateMember(_ wanted: [String], record: SchemaShape) -> OperationDescription.StateChange? {
    let members = record.members.filter { member in
      Self.states.contains { Words.key(member.name) == $0 || Words.key(member.name).hasSuffix($0) }
    }.sorted { Self.states.contains(Words.key($0.name)) && !Self.states.contains(Words.key($1.name)) }
    for member in members {
      let values = index.shape(member.node).enumeration
      for word in wanted {
        let key = Words.key(word)
        if let value = values.first(where: { $0.string.map(Words.key) == key }) {
          return OperationDescription.StateChange(member: member.name, value: value)
        }
      }
    }
    return nil
  }

  private func flag(_ verb: String, record: SchemaShape, isUndone: Bool) -> OperationDescription.StateChange? {
    func find(_ verb: String) -> String? {
      let forms = Set(Self.forms(of: verb).map(Words.key) + [verb])
      return record.members.first { member in
        var words = Words.split(member.name)
        if ["is", "has", "viewer", "user"].contains(words.first ?? ""), words.count > 1 { words.removeFirst() }
        return forms.contains(words.joined()) && index.shape(member.node).types == ["boolean"]
      }?.name
    }
    if let name = find(verb) { return OperationDescription.StateChange(member: name, value: .bool(!isUndone)) }
    if let opposite = Self.undoing[verb], let name = find(opposite) {
      return OperationDescription.StateChange(member: name, value: .bool(isUndone))
    }
    return nil
  }

  /// The words that a state may have after a verb: `cancelled` and `canceled` after `cancel`.
  static func forms(of verb: String) -> [String] {
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
