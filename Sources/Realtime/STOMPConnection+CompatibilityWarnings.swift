import Logging
import STOMP

extension STOMPConnection {
  /// Logs once, at the session's end, what another broker would have treated differently; not where another broker serves the
  /// destinations.
  func reportCompatibilityWarnings() {
    guard broker.remote == nil else { return }
    let (used, handle) = state.withLock {
      ($0.session.dialect == .standard ? $0.session.compatibilityWarnings : [], $0.handle)
    }
    guard let sentence = CompatibilityWarning.sentence(used) else { return }
    handle?.remark("compatibilityWarning", sentence, isViolation: false)
    logger.notice("\(sentence)")
  }
}
