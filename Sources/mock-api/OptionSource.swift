import ArgumentParser
import Foundation

/// Where option values come from: a flag, else the environment.
struct OptionSource {
  let environment: [String: String]

  /// Whether a flag is given, or its variable says so.
  ///
  /// - Throws: `ValidationError` for a variable that says neither yes nor no.
  func flag(_ isGiven: Bool, _ name: String) throws -> Bool {
    guard !isGiven, let value = value(nil, name) else { return isGiven }
    switch value.text.lowercased() {
    case "1", "true", "on", "yes": return true
    case "0", "false", "off", "no": return false
    default: throw value.refusal("must be true or false")
    }
  }

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

  /// A time: `200ms`, `5s`, `10m` or `1h`, from a millisecond to a year.
  ///
  /// - Parameters:
  ///   - least: The shortest time allowed, written the same way.
  func nanoseconds(atLeast least: String = "1ms") throws -> Int64 {
    let time = try anyNanoseconds()
    guard try time >= OptionValue(text: least, origin: origin).anyNanoseconds() else {
      throw refusal("must be at least \(least)")
    }
    return time
  }

  private func anyNanoseconds() throws -> Int64 {
    let units: [(suffix: String, factor: Int64)] = [
      ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
    ]
    let year: Int64 = 31_536_000_000_000_000
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
      let count = Int64(text.dropLast(unit.suffix.count)), count > 0
    else { throw refusal("must be a time such as 200ms, 5s or 1h") }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit.factor)
    guard !overflow, product <= year else { throw refusal("must be at most a year") }
    return product
  }

  /// Values separated by commas.
  func list<Element>(_ read: (String) -> Element?) throws -> [Element] {
    try text.split(separator: ",").map { part in
      guard let element = read(part.trimmingCharacters(in: .whitespaces)) else {
        throw refusal("has an entry that cannot be read")
      }
      return element
    }
  }

  func choice<Choice: RawRepresentable>(_ choices: [Choice]) throws -> Choice where Choice.RawValue == String {
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw refusal("must be one of \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }
}
