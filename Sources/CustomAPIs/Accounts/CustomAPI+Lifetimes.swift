import JSON
import Resources
import Synthesis
import World

extension CustomAPI {
  /// How long tokens hold where neither the document nor an option says it: an hour and a week.
  private static let usualLifetimes = World.Lifetimes(access: 3600, refresh: 604_800)
  /// The longest documented lifetime, in seconds: what is greater counts milliseconds, or is a moment.
  private static let longestLifetime = 366 * 86_400

  /// The lifetimes of tokens: that of access tokens is the one that a response of the document shows as the value of its
  /// `expires_in`.
  package var lifetimes: World.Lifetimes {
    let usual = Self.usualLifetimes
    let documented = model.operations.lazy.compactMap { operation in
      operation.account.flatMap { self.documentedLifetime(operation, $0) }
    }
    guard let seconds = documented.first else { return usual }
    return World.Lifetimes(access: seconds, refresh: max(usual.refresh, seconds))
  }

  private func documentedLifetime(_ operation: OperationDescription, _ use: AccountUse) -> Int? {
    guard let entry = contract.entry(operation.operationID), let documented = try? contract.operation(entry),
      let content = documented.answer(operation.status)?.content.first
    else { return nil }
    for path in use.lifetimes.map(AccountUse.names) {
      guard let place = member(at: path, of: content.place).flatMap({ resolved($0.place) }),
        let schema = document.root[place]
      else { continue }
      let values = [schema["const"], schema["default"], schema["example"], schema["examples"]?.array?.first]
      let seconds = values.lazy.compactMap { $0?.number?.integer }.first
      if let seconds, (1...Self.longestLifetime).contains(seconds) { return seconds }
    }
    return nil
  }

  /// The property at a path of names below a schema.
  func member(at path: [String], of place: JSONPointer) -> ValueGenerator.Member? {
    var place = place
    for name in path.dropLast() {
      guard let next = maker.shape(of: place).members[name] else { return nil }
      place = next
    }
    return maker.members(of: place).first { $0.name == path.last }
  }
}
