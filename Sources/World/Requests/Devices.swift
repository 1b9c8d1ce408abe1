import HTTPCore
import Locking

/// The caller as far as a request identifies it: the address and the app's user agent. Two phones behind one address
/// with the same app are one device here.
package struct Device: Sendable, Hashable {
  /// Eight hexadecimal digits derived from the other two properties.
  package let id: String
  package let address: String
  /// `User-Agent`, truncated to 500 characters; nil without one.
  package let userAgent: String?

  /// The device that sent a request.
  package init(_ request: Request) {
    address = request.remoteAddress
    userAgent = request.headers["User-Agent"]?.clipped(to: 500)
    let hash = SplitMix64.seed(of: "\(address)\n\(userAgent ?? "")")
    let digits = String(hash & 0xFFFF_FFFF, radix: 16)
    id = String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// Whether a text has the form of an id.
  package static func isID(_ text: String) -> Bool {
    text.utf8.count == 8 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// The devices of removed journal entries: a condition on one of them can still be fulfilled.
package final class KnownDevices: Sendable {
  /// The largest number of remembered devices.
  private static let capacity = 10_000
  /// The number of cleared entries whose devices are read, the newest ones.
  private static let maximumEntries = 10_000

  private struct State {
    var ids: Set<String> = []
    /// Whether there may be others.
    var isIncomplete = false
  }

  private let state = OrderedMutex(.leaf, State())

  /// Creates an empty list.
  package init() {}

  /// Whether a device may have called.
  package func mayKnow(_ id: String) -> Bool { state.withLock { $0.isIncomplete || $0.ids.contains(id) } }

  /// Remembers devices that were listed for a client.
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

  /// Remembers the devices of entries that are about to be removed.
  func add(of entries: [JournalEntry]) {
    add(Set(entries.suffix(Self.maximumEntries).compactMap { JournalView($0).device }))
    if entries.count > Self.maximumEntries { lose() }
  }

  /// Notes that entries were removed whose devices were not read.
  func lose() { state.withLock { $0.isIncomplete = true } }
}

/// The names that users give to devices.
package final class DeviceNames: Sendable {
  /// The most names; further ones are refused.
  package static let capacity = 1000

  private let state = OrderedMutex(.leaf, [String: String]())

  /// Creates an empty list.
  package init() {}

  /// The name of a device; nil without one.
  package subscript(id: String) -> String? { state.withLock { $0[id] } }

  /// Sets or removes the name of a device.
  ///
  /// - Returns: false when there are too many names.
  package func set(_ name: String?, of id: String) -> Bool {
    state.withLock { names in
      if name != nil, names[id] == nil, names.count >= Self.capacity { return false }
      names[id] = name
      return true
    }
  }
}
