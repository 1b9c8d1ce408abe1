import HTTPCore
import JSON
import Platform
import World

/// Three greenhouses as a pure function of a seed and a moment (CONTRACT §2.4): days that are warmest in the middle of
/// the afternoon, air that gets drier as it gets warmer, extractors that start when it is hot and cool, valves and a
/// water reserve.
package struct GreenhouseModel: Sendable {
  static let minute: Int64 = 60_000_000_000
  static let hour = 60 * minute
  /// Seconds of a day.
  package static let day = 24 * hour
  /// How often the extractors' thermostats look at the temperature.
  static let thermostatPeriod = 5 * minute
  /// Mean temperature (°C) and humidity (%) of each greenhouse.
  static let means: [(temperature: Double, humidity: Double)] = [(24, 65), (22, 60), (25, 70)]
  static let temperatures = 15.0...35.0
  static let humidities = 30.0...90.0

  private let noise: [ValueNoise]

  /// The greenhouses of a seed.
  package init(seed: UInt64) {
    // One stream a greenhouse, one a sector's valve, one for the reserve.
    let count = SensorCatalogue.greenhouses.count * (1 + SensorCatalogue.sectors.count) + 1
    noise = (0..<count).map { ValueNoise(seed: seed, stream: UInt64($0)) }
  }

  /// What the thermostats did at the moment that was asked for last, so that the next one a little later costs less;
  /// it changes no reading.
  package struct Memory: Sendable {
    fileprivate struct Thermostat {
      /// The newest look whose ``states`` are known, and what those of the window before it came to, oldest first.
      var look: Int64?
      var states: [Bool] = []
      /// All looks of the day that ends here were examined.
      var examined: Int64?
      /// The newest decision among them.
      var decision: (look: Int64, isOn: Bool)?
    }

    fileprivate var thermostats = Array(repeating: Thermostat(), count: SensorCatalogue.greenhouses.count)

    /// Knows of no moment yet.
    package init() {}
  }

  /// What all sensors show at a moment.
  package func reading(at time: Timestamp) -> GreenhouseReading {
    var memory = Memory()
    return reading(at: time, &memory)
  }

  /// What all sensors show at a moment, one of several that follow each other.
  package func reading(at time: Timestamp, _ memory: inout Memory) -> GreenhouseReading {
    let now = time.nanoseconds
    let air = SensorCatalogue.greenhouses.map { self.air(in: $0, at: now, &memory.thermostats[$0 - 1]) }
    let hundredths = SensorCatalogue.all.map { sensor -> Int in
      switch sensor.kind {
      case .temperature: air[sensor.greenhouse - 1].temperature.hundredths
      case .humidity: air[sensor.greenhouse - 1].humidity.hundredths
      case .extractor: air[sensor.greenhouse - 1].isExtracting ? 100 : 0
      case .sector: opening(of: sensor, at: now) * 100
      case .sensor: reserve(at: now).hundredths
      }
    }
    return GreenhouseReading(seconds: time.seconds, hundredths: hundredths)
  }

  // MARK: Air

  private struct Air {
    let temperature: Double
    let humidity: Double
    let isExtracting: Bool
  }

  private func air(in greenhouse: Int, at now: Int64, _ memory: inout Memory.Thermostat) -> Air {
    let (mean, noise) = (Self.means[greenhouse - 1], noise[greenhouse - 1])
    let thermostat = thermostat(of: greenhouse, at: now, &memory)
    let flicker = 0.05 * noise.value(at: now, period: Self.minute)
    let temperature = warmth(in: greenhouse, at: now) - 2.5 * thermostat.cooling + flicker
    let drift = 3 * noise.value(at: now &+ Self.day, period: 2 * Self.hour)
    let humidity = mean.humidity - 2.5 * (temperature - mean.temperature) + drift - 8 * flicker
    return Air(
      temperature: temperature.clamped(to: Self.temperatures), humidity: humidity.clamped(to: Self.humidities),
      isExtracting: thermostat.isOn)
  }

  /// The temperature that the sun and the weather would make of it, without any extractor.
  private func warmth(in greenhouse: Int, at now: Int64) -> Double {
    let noise = noise[greenhouse - 1]
    let timeOfDay = Double(now % Self.day) / Double(Self.day)
    let sun = 6 * cos(2 * .pi * (timeOfDay - 15 / 24))
    let weather = 1.2 * noise.value(at: now, period: 6 * Self.hour)
    return Self.means[greenhouse - 1].temperature + sun + weather + 0.3 * noise.value(at: now, period: 10 * Self.minute)
  }

  // MARK: Extractors

  /// An extractor starts above the first temperature and stops below the second (°C); between them it goes on as it is.
  static let extractorStarts = 27.0
  static let extractorStops = 25.5

  /// The looks whose cooling is felt: it comes and goes over half an hour.
  private static let window = 6

  /// Whether the extractor runs, and how much of its cooling is felt.
  private func thermostat(
    of greenhouse: Int, at now: Int64, _ memory: inout Memory.Thermostat
  ) -> (isOn: Bool, cooling: Double) {
    let period = Self.thermostatPeriod
    let sinceLook = ((now % period) + period) % period
    let (current, fraction) = (now &- sinceLook, Double(sinceLook) / Double(period))
    if memory.look != current {
      var state = isExtracting(greenhouse, before: current &- Int64(Self.window) &* period, &memory)
      memory.states = (0...Self.window).reversed().map { index in
        state = decide(greenhouse, at: current &- Int64(index) &* period) ?? state
        return state
      }
      memory.look = current
    }
    var cooling = 0.0
    for (place, state) in memory.states.enumerated() where state {
      // The oldest of the seven looks fades out as the newest fades in.
      let weight = place == 0 ? 1 - fraction : place == Self.window ? fraction : 1
      cooling += weight / Double(Self.window)
    }
    return (memory.states[Self.window], cooling)
  }

  /// What the thermostat decided last before a look; false when it has not had to decide for a day.
  private func isExtracting(_ greenhouse: Int, before look: Int64, _ memory: inout Memory.Thermostat) -> Bool {
    let (period, looks) = (Self.thermostatPeriod, Self.day / Self.thermostatPeriod)
    let newest = look &- period
    // Looks that were examined before need no second look.
    let known = memory.examined.flatMap { examined -> Int64? in
      let (distance, overflow) = newest.subtractingReportingOverflow(examined)
      return !overflow && (0..<Self.day).contains(distance) ? distance / period : nil
    }
    for back in 0..<(known ?? looks) {
      let probe = newest &- back &* period
      guard let isOn = decide(greenhouse, at: probe) else { continue }
      (memory.examined, memory.decision) = (newest, (probe, isOn))
      return isOn
    }
    if known == nil { memory.decision = nil }
    memory.examined = newest
    // What was decided more than a day ago counts no more.
    guard let decision = memory.decision, newest &- decision.look < Self.day else { return false }
    return decision.isOn
  }

  /// What the thermostat makes of the temperature at a look; nil when it leaves the extractor as it is.
  private func decide(_ greenhouse: Int, at look: Int64) -> Bool? {
    let warmth = warmth(in: greenhouse, at: look)
    if warmth > Self.extractorStarts { return true }
    return warmth < Self.extractorStops ? false : nil
  }

  // MARK: Water

  /// A valve keeps its place for ten minutes: mostly half open, at times shut or wide open.
  private func opening(of sensor: SensorCatalogue.Sensor, at now: Int64) -> Int {
    let stream = sensor.greenhouse * SensorCatalogue.sectors.count + sensor.sector - 2
    let random = noise[stream].step(at: now, period: 10 * Self.minute)
    if random < 0.15 { return 0 }
    if random >= 0.85 { return 100 }
    return 30 + Int((random - 0.15) / 0.7 * 41)
  }

  /// The level of the water reserve: used up over the day, filled between half past five and six in the morning.
  private func reserve(at now: Int64) -> Double {
    let noise = noise[noise.count - 1]
    let sinceSix = ((now % Self.day) + Self.day - 6 * Self.hour) % Self.day
    let used = min(1, Double(sinceSix) / Double(Self.day - 30 * Self.minute))
    let filled = max(0, Double(sinceSix - (Self.day - 30 * Self.minute)) / Double(30 * Self.minute))
    return (95 - 75 * (used - filled) + 3 * noise.value(at: now, period: Self.hour)).clamped(to: 0...100)
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}

/// Noise as a function of time: any moment of the past or the future can be asked for without computing those before it.
extension ValueNoise {
  /// The noise of a seed; different streams of one seed have nothing in common.
  init(seed: UInt64, stream: UInt64) {
    let start = SplitMix64.number(at: 1, ofSeed: stream)
    self.init(seed: SplitMix64.mix(seed &+ start), lattice: .scattered)
  }

  /// A value from -1 to 1 that goes smoothly through a new random value each period.
  ///
  /// - Parameters:
  ///   - nanoseconds: The moment, since 1970.
  ///   - period: Nanoseconds from one random value to the next, at least 1.
  func value(at nanoseconds: Int64, period: Int64) -> Double {
    let (place, fraction) = Self.place(nanoseconds, period)
    return 2 * value(at: place, and: fraction) - 1
  }

  /// A value from 0 to 1 (exclusive) that stays the same for a period and is independent of the next one's.
  func step(at nanoseconds: Int64, period: Int64) -> Double {
    value(at: Self.place(nanoseconds, period).place)
  }

  private static func place(_ nanoseconds: Int64, _ period: Int64) -> (place: Int64, fraction: Double) {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: period)
    if remainder < 0 { return (quotient - 1, Double(remainder &+ period) / Double(period)) }
    return (quotient, Double(remainder) / Double(period))
  }
}
