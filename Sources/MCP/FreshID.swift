import Foundation

/// Ids that nobody can guess and no run repeats: of sessions, which are secrets of their clients, and of requests that are
/// looked for in the journal. They are no part of a world.
enum FreshID {
  /// A new id: a UUID of version 4 (RFC 9562 §5.4) in small letters.
  static func make() -> String { UUID().uuidString.lowercased() }
}
