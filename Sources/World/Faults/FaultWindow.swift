/// When a fault holds, by the world's clock, in nanoseconds since it was added.
package struct FaultWindow: Sendable, Equatable {
  /// When it first begins to hold, at least 0.
  package let start: Int64
  /// How long it holds, more than 0; nil for ever.
  package let length: Int64?
  /// From one beginning to the next, more than `length`; nil when it holds once.
  package let period: Int64?

  /// A window in whole seconds.
  ///
  /// - Parameters:
  ///   - period: Ignored unless it is longer than `length`.
  package init(startSeconds: Int = 0, lengthSeconds: Int? = nil, periodSeconds: Int? = nil) {
    start = Self.nanoseconds(startSeconds)
    length = lengthSeconds.map { max(1, Self.nanoseconds($0)) }
    let period = periodSeconds.map(Self.nanoseconds)
    self.period = if let period, let length, period > length { period } else { nil }
  }

  /// Whether it holds at an age.
  package func isOpen(at age: Int64) -> Bool {
    guard age >= start, let length else { return age >= start }
    return place(age) < length
  }

  /// Whether it will never hold again.
  package func isOver(at age: Int64) -> Bool {
    guard age >= start, let length, period == nil else { return false }
    return place(age) >= length
  }

  /// The next age at which it begins or ceases to hold; nil when there is none.
  package func nextEdge(after age: Int64) -> Int64? {
    guard age >= start else { return start }
    guard let length else { return nil }
    let place = place(age)
    let rest = place < length ? length - place : (period.map { $0 - place } ?? 0)
    let (edge, overflow) = age.addingReportingOverflow(rest)
    return rest > 0 && !overflow ? edge : nil
  }

  /// Where an age of at least `start` stands within its period.
  private func place(_ age: Int64) -> Int64 {
    let place = age - start
    return if let period { place % period } else { place }
  }

  private static func nanoseconds(_ seconds: Int) -> Int64 {
    let (product, overflow) = Int64(max(0, seconds)).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product
  }
}
