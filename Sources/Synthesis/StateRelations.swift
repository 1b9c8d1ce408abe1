import JSON

/// Properties that speak of the same state: a status, flags, moments and progress.
struct StateRelations: Sendable {
  /// A state with the words that mean it.
  private struct State {
    let words: Set<String>
    /// Whether few records are in it, so that its moment is mostly missing.
    let isExceptional: Bool
  }

  /// A flag or a moment of a state.
  struct Sign: Sendable {
    let part: ObjectRelations.Part
    let state: Int
  }

  private static let states: [State] = [
    State(words: ["done", "completed", "complete", "finished", "resolved", "closed"], isExceptional: false),
    State(words: ["cancelled", "canceled", "voided"], isExceptional: true),
    State(words: ["deleted", "removed", "trashed", "discarded"], isExceptional: true),
    State(words: ["archived"], isExceptional: true),
    State(words: ["paid"], isExceptional: false), State(words: ["shipped", "fulfilled"], isExceptional: false),
    State(words: ["delivered", "received"], isExceptional: false),
    State(words: ["published"], isExceptional: false), State(words: ["read", "seen"], isExceptional: false),
    State(words: ["refunded", "returned"], isExceptional: true), State(words: ["failed"], isExceptional: true),
    State(words: ["rejected", "declined", "denied"], isExceptional: true),
    State(
      words: ["banned", "suspended", "blocked", "disabled", "locked", "deactivated", "muted"], isExceptional: true),
    State(words: ["revoked", "expired"], isExceptional: true),
    State(words: ["verified", "confirmed"], isExceptional: false),
  ]

  /// States that one in a later state has been in as well.
  private static let earlier: [(state: String, includes: Set<String>)] = [
    ("delivered", ["shipped", "paid"]), ("shipped", ["paid"]), ("completed", ["paid"]), ("refunded", ["paid"]),
  ]

  private static let stateOfWord: [String: Int] = states.enumerated().reduce(into: [:]) { words, state in
    for word in state.element.words { words[word] = state.offset }
  }

  let status: ObjectRelations.Part?
  let flags: [Sign]
  let moments: [Sign]
  let progress: [ObjectRelations.Part]
  let active: ObjectRelations.Part?

  var isEmpty: Bool { flags.isEmpty && moments.isEmpty && active == nil }

  init(_ parts: [ObjectRelations.Part]) {
    func sign(_ part: ObjectRelations.Part, without forms: Set<String>) -> Sign? {
      let words = part.words.filter { !forms.contains($0) }
      guard words.count == 1, let state = Self.stateOfWord[words[0]] else { return nil }
      return Sign(part: part, state: state)
    }
    status = parts.first { $0.meaning.kind == .status && $0.words.count == 1 }
    flags = parts.compactMap { sign($0, without: ["is", "was", "has", "been", "marked"]) }
    moments = parts.compactMap { part in
      part.words.count > 1 ? sign(part, without: ["at", "on", "date", "time", "datetime", "timestamp"]) : nil
    }
    progress = parts.filter {
      ($0.meaning.kind == .percentage || ["percent", "percentage"].contains($0.words.first ?? ""))
        && !Set($0.words).isDisjoint(with: ["progress", "percent", "completion", "percentage"])
        && Set($0.words).isDisjoint(with: ["discount", "tax", "off", "fee", "commission", "battery", "humidity"])
    }
    active = parts.first { $0.words == ["active"] || $0.words == ["is", "active"] || $0.words == ["enabled"] }
  }

  /// The number of the state that a word means.
  static func state(_ word: String) -> Int? { stateOfWord[word.words.joined()] }

  /// Whether one whose status is a word has been in a state; nil when the status says nothing about it.
  static func has(_ word: String, been state: Int) -> Bool {
    let word = word.words.joined()
    if stateOfWord[word] == state { return true }
    guard let includes = earlier.first(where: { $0.state == word })?.includes else { return false }
    return includes.contains { stateOfWord[$0] == state }
  }

  /// Whether few are in a state.
  static func isExceptional(_ state: Int) -> Bool { states[state].isExceptional }
}

extension ObjectRelating {
  /// Flags and moments follow the status, moments and progress the flags; what few records are, none is by chance.
  mutating func relateStates() {
    let states = relations.states
    let status = states.status.flatMap { object[$0.name]?.string }
    for flag in states.flags where object[flag.part.name]?.bool != nil {
      if let status, StateRelations.state(status) != nil || !StateRelations.isExceptional(flag.state) {
        if StateRelations.state(status) != nil { set(flag.part, .bool(StateRelations.has(status, been: flag.state))) }
      } else if StateRelations.isExceptional(flag.state) {
        set(flag.part, .bool(false))
      }
    }
    for moment in states.moments { relate(moment, status: status) }
    if let active = states.active, let status, object[active.name]?.bool != nil {
      let inactive = ["inactive", "disabled", "archived", "suspended", "closed", "expired", "cancelled", "canceled"]
      set(active, .bool(!inactive.contains(status.lowercased())))
    }
    let isDone = states.flags.first { $0.state == 0 }.flatMap { object[$0.part.name]?.bool }
    for progress in states.progress {
      guard let value = number(progress),
        let isDone = isDone ?? status.flatMap({ StateRelations.state($0) == 0 ? true : nil })
      else { continue }
      let whole: Double = plan.node(progress.property.link).facts.bounds.allow(JSONNumber(100)) ? 100 : 1
      if isDone {
        set(progress, hundredths: Int(whole * 100))
      } else if value >= whole || value == 0 {
        set(progress, hundredths: whole == 1 ? 40 : 4_000)
      }
    }
  }

  /// A moment is there when its state is, where anything says so.
  private mutating func relate(_ moment: StateRelations.Sign, status: String?) {
    guard isFree(moment.part), object[moment.part.name]?.isNull == false else { return }
    let flag = relations.states.flags.first { $0.state == moment.state && $0.part.name != moment.part.name }
    let isReached: Bool
    if let flag = flag.flatMap({ object[$0.part.name]?.bool }) {
      isReached = flag
    } else if let status, StateRelations.state(status) != nil || StateRelations.isExceptional(moment.state) {
      isReached = StateRelations.has(status, been: moment.state)
    } else {
      isReached = !StateRelations.isExceptional(moment.state)
    }
    if isReached { return }
    let node = plan.node(moment.part.property.link)
    if node.facts.types.contains(.null), !node.isTricky, node.facts.enumeration == nil {
      object[moment.part.name] = .null
    } else if !moment.part.property.isRequired {
      object[moment.part.name] = nil
    }
  }
}
