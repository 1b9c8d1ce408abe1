import HTTPCore

/// How tests name sensors: by the id, or by a short name within a greenhouse.
extension SensorCatalogue {
  /// The greenhouses as tests name them: `001`, `002`, `003`.
  static let greenhouseNames = greenhouses.map(greenhouseID)

  /// The place in ``all`` of the one sensor of that name, in any case of its letters; nil when there is none, or when
  /// several greenhouses have one.
  ///
  /// - Parameters:
  ///   - greenhouse: Where it must be; nil for anywhere.
  static func index(named name: String, in greenhouse: Int?) -> Int? {
    let wanted = name.lowercased()
    let found = all.indices.filter { index in
      let sensor = all[index]
      guard greenhouse == nil || sensor.greenhouse == greenhouse else { return false }
      return sensor.id.lowercased() == wanted || sensor.shortName == wanted
    }
    return found.count == 1 ? found.first : nil
  }

  /// The places of all sensors of some kinds.
  ///
  /// - Parameters:
  ///   - greenhouse: Where they must be; nil for anywhere.
  static func indices(of kinds: [Kind] = Kind.allCases, in greenhouse: Int?) -> [Int] {
    all.indices.filter { kinds.contains(all[$0].kind) && (greenhouse == nil || all[$0].greenhouse == greenhouse) }
  }

  /// The number of a greenhouse that a client names, such as `001` or `1`; nil when there is none.
  static func greenhouse(named name: String) -> Int? {
    let number = GreenhouseID(text: name).number.flatMap { Int(exactly: $0) }
    return number.flatMap { greenhouses.contains($0) ? $0 : nil }
  }
}

extension SensorCatalogue.Sensor {
  /// The name within its greenhouse: `temperature`, `humidity`, `extractor`, `sector-1`, `reserve`.
  var shortName: String {
    switch kind {
    case .temperature: "temperature"
    case .humidity: "humidity"
    case .extractor: "extractor"
    case .sector: "sector-\(sector)"
    case .sensor: "reserve"
    }
  }
}

extension SensorCatalogue.Kind {
  /// What a sensor of this kind can show at all (CONTRACT §2.4), in its unit.
  var range: ClosedRange<Double> {
    switch self {
    case .temperature: -50...100
    case .humidity, .sector, .sensor: 0...100
    case .extractor: 0...1
    }
  }

  /// The nearest value that a sensor of this kind can show, in hundredths.
  func clamped(_ hundredths: Int) -> Int {
    max(Int(range.lowerBound) * 100, min(Int(range.upperBound) * 100, hundredths))
  }

  /// A value of a test in hundredths; an extractor runs or does not.
  func hundredths(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    let inRange = max(range.lowerBound, min(range.upperBound, value))
    return Int(((self == .extractor ? inRange.rounded() : inRange) * 100).rounded())
  }
}
