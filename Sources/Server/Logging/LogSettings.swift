import Logging
import Synchronization

/// How much is logged, and in which form; it may change while the server runs.
package final class LogSettings: Sendable {
  private static let levels = Logger.Level.allCases

  private let levelIndex: Atomic<Int>
  private let isJSON: Atomic<Bool>

  /// Settings from their values.
  package init(level: Logger.Level, format: LogFormat) {
    levelIndex = Atomic(Self.index(level))
    isJSON = Atomic(format == .json)
  }

  /// What is less severe is left out.
  package var level: Logger.Level {
    get { Self.levels[levelIndex.load(ordering: .relaxed)] }
    set { levelIndex.store(Self.index(newValue), ordering: .relaxed) }
  }

  /// How lines look.
  package var format: LogFormat {
    get { isJSON.load(ordering: .relaxed) ? .json : .text }
    set { isJSON.store(newValue == .json, ordering: .relaxed) }
  }

  private static func index(_ level: Logger.Level) -> Int { levels.firstIndex(of: level) ?? 0 }
}
