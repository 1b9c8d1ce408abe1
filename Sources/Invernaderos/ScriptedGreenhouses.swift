import Store
import World

/// The greenhouses as sensors show them: the model, and what tests do to it. A function of a seed, a moment and the
/// script alone.
///
/// Where several things happen to one sensor, the later in this list wins: heat waves, spikes, being stuck, a value
/// that a test has set, being offline.
struct ScriptedGreenhouses: Sendable {
  /// How long before a moment the previous reading is taken to be when that is not known: the documented interval.
  /// Spikes depend on it, since each is single.
  private static let documentedInterval = SensorSimulation.interval

  private let model: GreenhouseModel
  private let seed: UInt64
  private let script: SensorScript

  /// The greenhouses of a seed with a script.
  init(seed: UInt64, script: SensorScript = SensorScript()) {
    model = GreenhouseModel(seed: seed)
    (self.seed, self.script) = (seed, script)
  }

  /// The greenhouses of a world as they are now; must not be called while its database is in use by the caller.
  init(_ world: World) throws {
    self.init(seed: world.simulationSeed, script: try SensorScript.current(world))
  }

  /// What all sensors show.
  ///
  /// - Parameters:
  ///   - moment: Whose values the model gives.
  ///   - time: When the reading is taken, which decides about the script; the moment itself when nil.
  ///   - previous: The moment of the reading before.
  func reading(at moment: Timestamp, taken time: Timestamp? = nil, after previous: Timestamp? = nil)
    -> GreenhouseReading
  {
    var memory = GreenhouseModel.Memory()
    return reading(at: moment, taken: time, after: previous, &memory)
  }

  /// What all sensors show at a moment, one of several that follow each other.
  func reading(
    at moment: Timestamp, taken time: Timestamp? = nil, after previous: Timestamp? = nil,
    _ memory: inout GreenhouseModel.Memory
  ) -> GreenhouseReading {
    let plain = model.reading(at: moment, &memory)
    guard !script.isEmpty else { return plain }
    let now = (time ?? moment).milliseconds
    var values = plain.hundredths
    heat(&values, at: now)
    let before = previous ?? moment.advanced(byNanoseconds: -Self.documentedInterval)
    for scenario in script.running(.spikes, at: now) {
      spike(&values, by: scenario, at: moment, after: before)
    }
    // The scenario that began first decides the value, since later ones find the sensor stuck already.
    for scenario in script.running(.stuck, at: now).reversed() {
      let start = Timestamp(milliseconds: scenario.start)
      var then = model.reading(at: Timestamp(seconds: start.seconds)).hundredths
      heat(&then, at: scenario.start)
      for sensor in scenario.sensors { values[sensor] = then[sensor] }
    }
    for value in script.setValues.values where value.holds(at: now) { values[value.sensor] = value.hundredths }
    for scenario in script.running(.offline, at: now) {
      for sensor in scenario.sensors { values[sensor] = nil }
    }
    return GreenhouseReading(seconds: plain.seconds, hundredths: values)
  }

  // MARK: Heat waves

  /// The percentage points of humidity that a degree takes, as in the model.
  private static let drynessPerDegree = 2.5

  private func heat(_ values: inout [Int?], at now: Int64) {
    for wave in script.running(.heatWave, at: now) {
      let heat = wave.heat(at: now)
      for greenhouse in SensorCatalogue.greenhouses where wave.greenhouse ?? greenhouse == greenhouse {
        add(heat, to: &values, .temperature, in: greenhouse)
        add(-heat * Self.drynessPerDegree, to: &values, .humidity, in: greenhouse)
        // As in the model, one temperature starts the extractor and a lower one stops it.
        let limit = wave.progress(at: now) < 0.5 ? GreenhouseModel.extractorStarts : GreenhouseModel.extractorStops
        let temperature = SensorCatalogue.indices(of: [.temperature], in: greenhouse).first.flatMap { values[$0] }
        guard let temperature, Double(temperature) > limit * 100 else { continue }
        for extractor in SensorCatalogue.indices(of: [.extractor], in: greenhouse) { values[extractor] = 100 }
      }
    }
  }

  private func add(_ change: Double, to values: inout [Int?], _ kind: SensorCatalogue.Kind, in greenhouse: Int) {
    for index in SensorCatalogue.indices(of: [kind], in: greenhouse) {
      values[index] = values[index].map { kind.clamped($0 + change.hundredths) }
    }
  }

  // MARK: Spikes

  /// The share of readings that may become spikes. One that follows another such reading does not, so that each spike is
  /// single.
  private static let spikeShare = 0.2
  /// Readings that are so close, in nanoseconds, are both spikes or both none: the shortest interval of readings.
  private static let spikeGrain: Int64 = 10_000_000
  /// The first of the noise streams for spikes, far from those of the model.
  private static let firstStream: UInt64 = 1 << 32

  private func spike(_ values: inout [Int?], by scenario: Scenario, at moment: Timestamp, after previous: Timestamp) {
    for index in scenario.sensors {
      let stream = Self.firstStream &+ UInt64(bitPattern: scenario.number) &* 64 &+ UInt64(index)
      let noise = ValueNoise(seed: seed, stream: stream)
      let random = noise.step(at: moment.nanoseconds, period: Self.spikeGrain)
      guard random < Self.spikeShare, let value = values[index],
        noise.step(at: previous.nanoseconds, period: Self.spikeGrain) >= Self.spikeShare
      else { continue }
      let kind = SensorCatalogue.all[index].kind
      let height = scenario.intensity.hundredths * (random < Self.spikeShare / 2 ? -1 : 1)
      let spike = kind.clamped(value + height)
      // At the end of its range a sensor can only go the other way.
      values[index] = spike == value ? kind.clamped(value - height) : spike
    }
  }
}
