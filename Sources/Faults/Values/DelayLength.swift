import Foundation
import HTTPCore
import World

/// How long a delay is: always the same, or drawn anew each time.
enum DelayLength: Sendable, Equatable {
  /// Milliseconds.
  case fixed(Int)
  /// Milliseconds from the first to the last.
  case uniform(ClosedRange<Int>)
  /// Milliseconds whose logarithm is normally distributed, as round trips over radio nearly are.
  case lognormal(median: Double, sigma: Double)

  /// Ten minutes.
  static let maximumMilliseconds = 600_000
  static let fields = [
    FaultField("milliseconds", "how long, 0…600000, when it is always the same"),
    FaultField("distribution", "uniform or lognormal, when it is drawn anew each time"),
    FaultField("minimum", "of a uniform delay, in milliseconds, 0…600000"),
    FaultField("maximum", "of a uniform delay, in milliseconds, at least the minimum, 0…600000"),
    FaultField("median", "of a lognormal delay, in milliseconds, 0…600000"),
    FaultField("sigma", "of a lognormal delay: the deviation of its logarithm, 0…5; 0.5 without it"),
  ]

  private static let range = 0...maximumMilliseconds
  private static let longest = Double(maximumMilliseconds)

  init(_ fields: inout FaultFields) {
    guard fields.value("distribution") != nil else {
      self = .fixed(fields.integer("milliseconds", in: Self.range))
      return
    }
    if fields.value("milliseconds") != nil {
      fields.reject("milliseconds", "must be left out where there is a distribution")
    }
    switch fields.choice("distribution", of: ["uniform", "lognormal"]) {
    case "uniform":
      let minimum = fields.integer("minimum", in: Self.range, default: 0)
      let maximum = fields.integer("maximum", in: Self.range)
      if maximum < minimum { fields.reject("maximum", "must be at least the minimum") }
      self = .uniform(minimum...max(minimum, maximum))
    default:
      let median = fields.number("median", in: 0...Self.longest)
      self = .lognormal(median: median, sigma: fields.number("sigma", in: 0...5, default: 0.5))
    }
  }

  /// The next delay, in milliseconds, 0…``maximumMilliseconds``.
  func milliseconds(_ chance: WorldRandom) -> Int {
    switch self {
    case .fixed(let milliseconds): return milliseconds
    case .uniform(let range): return range.lowerBound + Int(chance.unit() * Double(range.count))
    case .lognormal(let median, let sigma):
      // Box and Muller, "A Note on the Generation of Random Normal Deviates", 1958; the logarithm of 0 is none.
      let radius = (-2 * log(max(chance.unit(), 0x1p-53))).squareRoot()
      let normal = radius * cos(2 * Double.pi * chance.unit())
      return Int(min(max(median * exp(sigma * normal), 0), Self.longest))
    }
  }
}
