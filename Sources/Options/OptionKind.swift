import Foundation
import HTTPCore
import Platform

/// The allowed values of an option: how to parse and how to write one.
package struct OptionKind<Value: Sendable>: Sendable {
  /// Parses a value; throws the error.
  private let read: @Sendable (OptionValue) throws(OptionError) -> Value
  /// The text of a value, such that parsing it returns the value; nil for none.
  let text: @Sendable (Value) -> String?
  let completion: OptionCompletion
  let isFlag: Bool
  let traits: OptionTraits

  /// Creates a kind of values.
  ///
  /// - Parameters:
  ///   - read: Parses a value, or throws the error.
  ///   - text: Writes a value such that it can be parsed again; nil for none.
  package init(
    completion: OptionCompletion = .none, isFlag: Bool = false, traits: OptionTraits = [],
    read: @escaping @Sendable (OptionValue) throws(OptionError) -> Value,
    text: @escaping @Sendable (Value) -> String?
  ) {
    (self.read, self.text, self.completion, self.isFlag, self.traits) = (read, text, completion, isFlag, traits)
  }

  /// Creates a kind of values that one rule describes, such as `must be a version and a date`.
  ///
  /// - Parameters:
  ///   - parse: Parses a value; nil for a text that breaks the rule.
  package init(
    _ rule: String, completion: OptionCompletion = .none, parse: @escaping @Sendable (String) -> Value?,
    text: @escaping @Sendable (Value) -> String?
  ) {
    self.init(
      completion: completion,
      read: { value throws(OptionError) in
        guard let parsed = parse(value.text) else { throw value.refusal(rule) }
        return parsed
      }, text: text)
  }

  /// Parses a value.
  ///
  /// - Throws: ``OptionError`` that names the value's origin and the allowed values.
  package func value(of value: OptionValue) throws(OptionError) -> Value { try read(value) }

  /// The same kind with no value as the default.
  var optional: OptionKind<Value?> {
    OptionKind<Value?>(
      completion: completion, isFlag: isFlag, traits: traits,
      read: { [read] value throws(OptionError) in try read(value) }, text: { [text] value in value.flatMap(text) })
  }

  /// The same kind with the word `off` for one of its values.
  package func off(_ none: Value) -> OptionKind where Value: Equatable {
    OptionKind(
      completion: .words(["off"]), traits: traits,
      read: { [read] value throws(OptionError) in value.text == "off" ? none : try read(value) },
      text: { [text] value in value == none ? "off" : text(value) })
  }
}

extension OptionKind where Value == String {
  /// Any text.
  package static var text: OptionKind { OptionKind(read: { $0.text }, text: { $0 }) }
  /// The URL of something that pages load: `http` or `https`, or a path of this server.
  package static var address: OptionKind {
    OptionKind(
      "must be a URL such as https://example.com/sockjs.min.js, or a path that begins with /",
      parse: { text in
        let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
        let host = ["https://", "http://"].first { text.hasPrefix($0) }.map {
          text.dropFirst($0.count).prefix { $0 != "/" }
        }
        let isVisible = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isVisible && (isPath || host?.isEmpty == false) ? text : nil
      }, text: { $0 })
  }

  /// The path of a file.
  package static var file: OptionKind {
    OptionKind(completion: .file, traits: .path, read: { $0.text }, text: { $0 })
  }
  /// The path of a folder.
  package static var folder: OptionKind {
    OptionKind(completion: .folder, traits: .path, read: { $0.text }, text: { $0 })
  }
}

extension OptionKind where Value == Bool {
  /// A flag: given or not on the command line, true or false elsewhere.
  package static var flag: OptionKind { switched(true) }

  /// A negative flag: false when it is given.
  package static var negativeFlag: OptionKind { switched(false) }

  private static func switched(_ given: Bool) -> OptionKind {
    OptionKind(
      isFlag: true,
      read: { value throws(OptionError) in
        switch value.text.lowercased() {
        case "1", "true", "on", "yes": return given
        case "0", "false", "off", "no": return !given
        default: throw value.refusal("must be true or false")
        }
      }, text: { $0 == given ? "true" : "false" })
  }

  /// One of two words: the first is false, the second true.
  package static func either(_ off: String, _ on: String) -> OptionKind {
    OptionKind(
      "must be one of \(off), \(on)", completion: .words([off, on]),
      parse: { $0 == on ? true : $0 == off ? false : nil }, text: { $0 ? on : off })
  }
}

extension OptionKind where Value: RawRepresentable & CaseIterable & Equatable, Value.RawValue == String {
  /// One of the words of an enumeration.
  package static var word: OptionKind {
    let words = Value.allCases.map(\.rawValue)
    return OptionKind(
      "must be one of \(words.joined(separator: ", "))", completion: .words(words),
      parse: { Value(rawValue: $0) }, text: { $0.rawValue })
  }
}

extension OptionKind where Value == Int {
  /// An integer.
  package static func integer(in range: ClosedRange<Int>) -> OptionKind {
    OptionKind(
      "must be a whole number from \(range.lowerBound) to \(range.upperBound)",
      parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }, text: { String($0) })
  }

  /// A number of bytes: `1048576`, `1024K` or `1M`.
  package static func bytes(in range: ClosedRange<Int>) -> OptionKind {
    OptionKind(
      "must be from \(range.lowerBound) to \(range.upperBound) bytes, optionally with K or M",
      parse: { text in Quantity.bytes(text).flatMap { range.contains($0) ? $0 : nil } }, text: Quantity.text(bytes:))
  }

  /// A duration in whole seconds: `30m`; fractions of a second are dropped.
  package static func seconds(atLeast least: String) -> OptionKind {
    let time = OptionKind<Int64>.time(atLeast: least)
    return OptionKind(
      read: { value throws(OptionError) in Int(try time.value(of: value) / 1_000_000_000) },
      text: { time.text(Int64($0).multipliedReportingOverflow(by: 1_000_000_000).partialValue) })
  }
}

extension OptionKind where Value == UInt64 {
  /// A 64-bit integer.
  package static var integer: OptionKind {
    OptionKind("must be a whole number from 0 to 2^64 - 1", parse: { UInt64($0) }, text: { String($0) })
  }
}

extension OptionKind where Value == Int64 {
  /// A duration in nanoseconds, up to a year: `200ms`, `5s`, `10m`, `1.5h`, `1d`, or several units from the largest on,
  /// `1h30m`.
  ///
  /// - Parameters:
  ///   - least: The shortest allowed duration, in the same form.
  package static func time(atLeast least: String = "1ms", atMost most: String? = nil) -> OptionKind {
    let (minimum, maximum) = (
      DurationText.nanoseconds(least) ?? 1, most.flatMap(DurationText.nanoseconds) ?? Quantity.year
    )
    return OptionKind(
      read: { value throws(OptionError) in
        guard let time = DurationText.nanoseconds(value.text) else {
          throw value.refusal("must be a time such as 200ms, 5s, 1h30m or 1d")
        }
        guard time <= maximum else { throw value.refusal("must be at most \(most ?? "a year")") }
        guard time >= minimum else { throw value.refusal("must be at least \(least)") }
        return time
      }, text: DurationText.text(nanoseconds:))
  }
}

extension OptionKind {
  /// Values separated by commas.
  ///
  /// - Parameters:
  ///   - parse: Parses one value; nil for an invalid text.
  package static func list<Element: Sendable>(
    _ parse: @escaping @Sendable (String) -> Element?, text: @escaping @Sendable (Element) -> String
  ) -> OptionKind where Value == [Element] {
    OptionKind(
      traits: .list,
      read: { value throws(OptionError) in
        var elements: [Element] = []
        for part in value.text.split(separator: ",") {
          guard let element = parse(part.trimmingCharacters(in: .whitespaces)) else {
            throw value.refusal("has an entry that cannot be read")
          }
          elements.append(element)
        }
        return elements
      }, text: { $0.isEmpty ? nil : $0.map(text).joined(separator: ",") })
  }
}

/// Numbers with units.
private enum Quantity {
  static let year: Int64 = 31_536_000_000_000_000

  private static let byteUnits: [(suffix: String, factor: Int)] = [("M", 1 << 20), ("K", 1 << 10)]

  static func bytes(_ text: String) -> Int? {
    let unit = byteUnits.first { text.uppercased().hasSuffix($0.suffix) }
    guard let count = Int(unit == nil ? text : String(text.dropLast())) else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit?.factor ?? 1)
    return overflow ? nil : product
  }

  static func text(bytes: Int) -> String {
    let unit = byteUnits.first { bytes > 0 && bytes % $0.factor == 0 }
    return unit.map { "\(bytes / $0.factor)\($0.suffix)" } ?? "\(bytes)"
  }
}
