import Foundation
import HTTPCore
import World

/// The length of a delay: fixed, or random each time.
enum DelayLength: Sendable, Equatable {
  /// Milliseconds.
  case fixed(Int)
  /// Milliseconds from the first to the last.
  case uniform(ClosedRange<Int>)
  /// Milliseconds whose logarithm is normally distributed, similar to round trips over radio.
  case lognormal(median: Double, sigma: Double)

  /// Ten minutes.
  static let maximumMilliseconds = ResponseDelivery.longestWaitSeconds * 1000
  private static let range = 0...maximumMilliseconds
  private static let longest = Double(maximumMilliseconds)

  /// Reads the length. `distribution` determines which fields have a meaning; the others are ignored.
  init(_ fields: inout FaultFields) {
    let isFixed = fields.value("distribution") == nil
    if isFixed {
      self = .fixed(
        fields.integer("milliseconds", in: Self.range, "the length of a fixed delay", isOneOfSeveral: true))
      guard fields.isDescribing else { return }
    } else if fields.value("milliseconds") != nil {
      fields.reject("milliseconds", "must be omitted with a distribution")
    }
    let isUniform =
      fields.choice(
        "distribution", of: ["uniform", "lognormal"],
        "the random distribution of the delay; without it, the delay is fixed",
        hasDefault: false) == "uniform"
    self = isUniform ? Self.uniform(&fields) : Self.lognormal(&fields)
    if fields.isDescribing { _ = Self.lognormal(&fields) }
  }

  private static func uniform(_ fields: inout FaultFields) -> DelayLength {
    let minimum = fields.integer("minimum", in: range, default: 0, "of a uniform delay, in milliseconds")
    let maximum = fields.integer(
      "maximum", in: range, "of a uniform delay, in milliseconds, at least the minimum", isOneOfSeveral: true)
    if maximum < minimum { fields.reject("maximum", "must be at least the minimum") }
    return .uniform(minimum...max(minimum, maximum))
  }

  private static func lognormal(_ fields: inout FaultFields) -> DelayLength {
    let median = fields.number(
      "median", in: 0...longest, "of a lognormal delay, in milliseconds", isOneOfSeveral: true)
    let sigma = fields.number(
      "sigma", in: 0...5, default: 0.5, "of a lognormal delay: the deviation of its logarithm")
    return .lognormal(median: median, sigma: sigma)
  }

  /// The next delay, in milliseconds, 0…``maximumMilliseconds``.
  func milliseconds(_ chance: WorldRandom) -> Int {
    switch self {
    case .fixed(let milliseconds): return milliseconds
    case .uniform(let range): return range.lowerBound + Int(chance.unit() * Double(range.count))
    case .lognormal(let median, let sigma):
      // Box and Muller, "A Note on the Generation of Random Normal Deviates", 1958; the logarithm of 0 is undefined.
      let radius = (-2 * log(max(chance.unit(), 0x1p-53))).squareRoot()
      let normal = radius * cos(2 * Double.pi * chance.unit())
      return Int(min(max(median * exp(sigma * normal), 0), Self.longest))
    }
  }
}
