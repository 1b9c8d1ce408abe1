import Logging
import STOMP

extension STOMPConnection {
  /// Tells once, at the session's end, what would have gone otherwise with another broker.
  func reportCompatibilityWarnings() {
    let (used, handle) = state.withLock {
      ($0.session.dialect == .standard ? $0.session.compatibilityWarnings : [], $0.handle)
    }
    guard let sentence = CompatibilityWarning.sentence(used) else { return }
    handle?.remark("leniency", sentence, isViolation: false)
    logger.notice("\(sentence)")
  }
}
