import HTTPCore
import World

/// What a control call does to a clock.
struct ClockChange {
  static let fields = ["freeze", "set", "advance", "rate", "reset"]

  private let freeze: Bool?
  private let set: Timestamp?
  private let advance: Int64
  private let rate: Double?
  private let reset: Bool

  /// Real seconds may count up to so many of the world's.
  private static let rates: ClosedRange<Double> = 0.001...100_000

  /// - Throws: ``Problem`` for a field that is wrong.
  init(_ body: ControlBody) throws(Problem) {
    freeze = try body.boolean("freeze")
    set = try body.moment("set")
    advance = try body.duration("advance") ?? 0
    rate = try body.number("rate", in: Self.rates)
    reset = try body.boolean("reset") ?? false
  }

  /// Whether a clock may show an earlier time afterwards.
  func mayGoBack(_ clock: WorldClock) -> Bool { reset || set.map { $0 < clock.now } ?? false }

  /// Changes a clock, in this order: reset, rate, freeze, set, advance.
  func apply(to clock: WorldClock) {
    if reset { clock.reset() }
    if let rate { clock.run(rate: rate) }
    if let freeze { clock.freeze(freeze) }
    if let set { clock.set(set) }
    if advance > 0 { clock.advance(nanoseconds: advance) }
  }
}
