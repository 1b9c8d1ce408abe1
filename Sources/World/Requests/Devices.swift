import HTTPCore
import Locking

/// Who calls, as far as a request tells: the address and the app's name for itself. Two phones behind one address that
/// run the same app are one device here.
package struct Device: Sendable, Hashable {
  /// Eight hexadecimal digits that follow from the other two members.
  package let id: String
  package let address: String
  /// `User-Agent`, cut at 500 characters; nil when there was none.
  package let userAgent: String?

  /// The device that sent a request.
  package init(_ request: Request) {
    address = request.remoteAddress
    userAgent = request.headers["User-Agent"]?.clipped(to: 500)
    let hash = SplitMix64.seed(of: "\(address)\n\(userAgent ?? "")")
    let digits = String(hash & 0xFFFF_FFFF, radix: 16)
    id = String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// Whether a text looks like an id.
  package static func isID(_ text: String) -> Bool {
    text.utf8.count == 8 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// The devices whose entries journals have forgotten: a condition on one of them can still be fulfilled.
package final class KnownDevices: Sendable {
  /// The most that are remembered.
  private static let capacity = 10_000
  /// So many of the entries that are cleared are looked at, the newest.
  private static let maximumEntries = 10_000

  private struct State {
    var ids: Set<String> = []
    /// Whether there may be others.
    var isIncomplete = false
  }

  private let state = OrderedMutex(.leaf, State())

  /// None.
  package init() {}

  /// Whether a device may have been seen.
  package func mayKnow(_ id: String) -> Bool { state.withLock { $0.isIncomplete || $0.ids.contains(id) } }

  /// Remembers devices that were shown to somebody.
  package func add(_ ids: some Sequence<String>) {
    state.withLock { state in
      for id in ids where !state.ids.contains(id) {
        guard state.ids.count < Self.capacity else {
          state.isIncomplete = true
          return
        }
        state.ids.insert(id)
      }
    }
  }

  /// Remembers the devices of entries that are about to be forgotten.
  func add(of entries: [JournalEntry]) {
    add(Set(entries.suffix(Self.maximumEntries).compactMap { JournalView($0).device }))
    if entries.count > Self.maximumEntries { lose() }
  }

  /// Notes that entries are gone whose devices nobody has looked at.
  func lose() { state.withLock { $0.isIncomplete = true } }
}

/// What people call the devices that call a server.
package final class DeviceNames: Sendable {
  /// The most names; further ones are refused.
  package static let capacity = 1000

  private let state = OrderedMutex(.leaf, [String: String]())

  /// No names.
  package init() {}

  /// The name of a device; nil for none.
  package subscript(id: String) -> String? { state.withLock { $0[id] } }

  /// Gives a device a name, or takes it away.
  ///
  /// - Returns: false when there are too many names already.
  package func set(_ name: String?, of id: String) -> Bool {
    state.withLock { names in
      if name != nil, names[id] == nil, names.count >= Self.capacity { return false }
      names[id] = name
      return true
    }
  }
}
