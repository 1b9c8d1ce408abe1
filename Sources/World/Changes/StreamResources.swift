import Locking

/// Objects that live as long as a stream or a socket, such as subscriptions and timers, which end when they are released.
package final class StreamResources: Sendable {
  private let objects: OrderedMutex<[any Sendable]>

  /// Keeps objects until ``release()``.
  package init(_ objects: [any Sendable]) { self.objects = OrderedMutex(.leaf, objects) }

  /// Releases them.
  package func release() {
    // Outside of the lock, since their end takes other locks.
    let ended = objects.withLock { objects in
      defer { objects = [] }
      return objects
    }
    withExtendedLifetime(ended) {}
  }
}
