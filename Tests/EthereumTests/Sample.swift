import HTTPCore
import Testing

/// A text for a test, which the test's log shows cut short.
struct Sample: Sendable, ExpressibleByStringInterpolation, CustomTestStringConvertible {
  let text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  init(_ unit: String, times count: Int) {
    text = String(repeating: unit, count: count)
  }

  var testDescription: String { text.clipped(to: 48).debugDescription }
}
