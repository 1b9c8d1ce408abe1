import ArgumentParser

/// Where option values come from: a flag, else the environment.
struct OptionSource {
  let environment: [String: String]

  /// The value of an option, nil when it is given nowhere; an empty variable counts as not set.
  ///
  /// - Parameters:
  ///   - flag: What the command line gave.
  ///   - name: The option's name without dashes, such as `rate-limit`.
  ///   - fallback: A variable that is read last.
  func value(_ flag: String?, _ name: String, fallback: String? = nil) -> OptionValue? {
    if let flag { return OptionValue(text: flag, origin: "--\(name)") }
    let own = "MOCK_API_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    for variable in [own, fallback].compactMap({ $0 }) {
      if let text = environment[variable], !text.isEmpty { return OptionValue(text: text, origin: variable) }
    }
    return nil
  }
}

/// A value and where it came from, for messages.
struct OptionValue {
  let text: String
  /// `--port` or `MOCK_API_PORT`.
  let origin: String

  /// An error that names the option, the value and what is allowed.
  func refusal(_ rule: String) -> ValidationError {
    ValidationError("\(origin) \(rule), not \"\(text)\"")
  }

  func integer(in range: ClosedRange<Int>) throws -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw refusal("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A number of octets: `1048576`, `1024K` or `1M`.
  func byteCount(in range: ClosedRange<Int>) throws -> Int {
    let units: [(suffix: String, factor: Int)] = [("K", 1 << 10), ("M", 1 << 20)]
    let unit = units.first { text.uppercased().hasSuffix($0.suffix) }
    let digits = unit == nil ? text : String(text.dropLast())
    let (product, overflow) = (Int(digits) ?? -1).multipliedReportingOverflow(by: unit?.factor ?? 1)
    guard !overflow, range.contains(product) else {
      throw refusal("must be from \(range.lowerBound) to \(range.upperBound) bytes, with K or M if you like")
    }
    return product
  }

  func choice<Choice: RawRepresentable>(_ choices: [Choice]) throws -> Choice where Choice.RawValue == String {
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw refusal("must be one of \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }
}
