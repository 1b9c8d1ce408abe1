import Synchronization

/// A reference that is set once, by whichever thread is first, and read without a lock.
///
/// It is `AtomicLazyReference` for code that runs many times for each request: the one of the standard library is not
/// inlined, and looks up generic types at run time for each read, which takes longer than the rest of it. It is public for
/// the reason that ``OrderedMutex`` is.
public struct LazyReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The address of the object, which is retained; 0 for none.
  @usableFromInline let address = Atomic<UInt>(0)

  /// A reference that is not set.
  @inlinable
  public init() {}

  @inlinable
  deinit { Self.object(address.load(ordering: .acquiring))?.release() }

  /// The object; nil as long as none is set.
  @inlinable
  public borrowing func load() -> Instance? {
    // The object was initialized before its address was stored.
    Self.object(address.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Sets the object unless another one is set.
  ///
  /// - Returns: The object that is set now.
  @inlinable
  public borrowing func storeIfNil(_ instance: Instance) -> Instance {
    let new = Unmanaged.passRetained(instance)
    let (isStored, known) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
    if isStored { return instance }
    new.release()
    return Self.object(known)?.takeUnretainedValue() ?? instance
  }

  @inlinable
  static func object(_ address: UInt) -> Unmanaged<Instance>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }
}
