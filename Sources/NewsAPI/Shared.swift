import Synchronization

/// A value that the first caller creates, while the others wait for it.
final class Shared<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// The value, which a closure makes when it is missing.
  func value(_ make: () throws -> Value) rethrows -> Value {
    try value.withLock { value in
      if let value { return value }
      let made = try make()
      value = made
      return made
    }
  }
}
