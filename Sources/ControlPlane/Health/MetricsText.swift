/// Writes metrics in the text format of Prometheus.
struct MetricsText {
  private var text = ""

  /// The text so far.
  var bytes: [UInt8] { Array(text.utf8) }

  mutating func counter(_ name: String, _ help: String, _ samples: [([String: String], Double)]) {
    family(name, help, "counter", samples)
  }

  mutating func gauge(_ name: String, _ help: String, _ samples: [([String: String], Double)]) {
    family(name, help, "gauge", samples)
  }

  /// - Parameters:
  ///   - counts: How many values are not above each bound, and above the one before.
  mutating func histogram(
    _ name: String, _ help: String, bounds: [Double], counts: [Int], total: Int, sum: Double
  ) {
    head(name, help, "histogram")
    var running = 0
    for (bound, count) in zip(bounds, counts) {
      running += count
      sample("\(name)_bucket", ["le": "\(bound)"], Double(running))
    }
    sample("\(name)_bucket", ["le": "+Inf"], Double(total))
    sample("\(name)_sum", [:], sum)
    sample("\(name)_count", [:], Double(total))
  }

  private mutating func family(_ name: String, _ help: String, _ type: String, _ samples: [([String: String], Double)])
  {
    head(name, help, type)
    for (labels, value) in samples { sample(name, labels, value) }
  }

  private mutating func head(_ name: String, _ help: String, _ type: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func sample(_ name: String, _ labels: [String: String], _ value: Double) {
    let list = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
    let set = list.isEmpty ? "" : "{\(list.joined(separator: ","))}"
    let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    text += "\(name)\(set) \(number)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
