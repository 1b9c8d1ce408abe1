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
