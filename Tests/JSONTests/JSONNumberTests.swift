import JSON
import Testing

@Suite struct JSONNumberTests {
  struct Conversion: Sendable {
    let literal: String
    let integer: Int?
    let double: Double?

    init(_ literal: String, integer: Int?, double: Double?) {
      (self.literal, self.integer, self.double) = (literal, integer, double)
    }
  }

  static let zeros = String(repeating: "0", count: 10_000)
  static let nines = String(repeating: "9", count: 10_000)

  static let conversions = [
    Conversion("0", integer: 0, double: 0),
    Conversion("-0", integer: 0, double: 0),
    Conversion("-0.0e-5", integer: 0, double: 0),
    Conversion("0e999999999999", integer: 0, double: 0),
    Conversion("7", integer: 7, double: 7),
    Conversion("-42", integer: -42, double: -42),
    Conversion("10", integer: 10, double: 10),
    Conversion("10.0", integer: 10, double: 10),
    Conversion("1e1", integer: 10, double: 10),
    Conversion("1E+1", integer: 10, double: 10),
    Conversion("1000e-2", integer: 10, double: 10),
    Conversion("0.01e3", integer: 10, double: 10),
    Conversion("1.5", integer: nil, double: 1.5),
    Conversion("15e-1", integer: nil, double: 1.5),
    Conversion("-2.50", integer: nil, double: -2.5),
    Conversion("1.5e1", integer: 15, double: 15),
    Conversion("0.1", integer: nil, double: 0.1),
    Conversion("0.30000000000000004", integer: nil, double: 0.1 + 0.2),
    Conversion("123456789012345678", integer: 123_456_789_012_345_678, double: 123_456_789_012_345_680),
    Conversion("999999999999999999", integer: 999_999_999_999_999_999, double: 1e18),
    Conversion("1000000000000000000", integer: 1_000_000_000_000_000_000, double: 1e18),
    Conversion("9007199254740993", integer: 9_007_199_254_740_993, double: 9_007_199_254_740_992),
    Conversion("9223372036854775807", integer: Int.max, double: 0x1p63),
    Conversion("9223372036854775807.000", integer: Int.max, double: 0x1p63),
    Conversion("9.223372036854775807e18", integer: Int.max, double: 0x1p63),
    Conversion("9223372036854775808", integer: nil, double: 0x1p63),
    Conversion("-9223372036854775808", integer: Int.min, double: -0x1p63),
    Conversion("-9223372036854775808.0", integer: Int.min, double: -0x1p63),
    Conversion("-9223372036854775809", integer: nil, double: -0x1p63),
    Conversion("18446744073709551615", integer: nil, double: 0x1p64),
    Conversion("18446744073709551617", integer: nil, double: 0x1p64),
    Conversion("9999999999999999999", integer: nil, double: 1e19),
    Conversion("1e18", integer: 1_000_000_000_000_000_000, double: 1e18),
    Conversion("1e19", integer: nil, double: 1e19),
    Conversion("1.7976931348623157e308", integer: nil, double: Double.greatestFiniteMagnitude),
    Conversion("1e400", integer: nil, double: nil),
    Conversion("-1e400", integer: nil, double: nil),
    Conversion("1e-400", integer: nil, double: 0),
    Conversion("4.9406564584124654e-324", integer: nil, double: Double.leastNonzeroMagnitude),
    Conversion("1e999999999999", integer: nil, double: nil),
    Conversion("1e-999999999999", integer: nil, double: 0),
    Conversion("1e99999999999999999999999999", integer: nil, double: nil),
    Conversion("1e-99999999999999999999999999", integer: nil, double: 0),
    Conversion("1" + zeros, integer: nil, double: nil),
    Conversion("1" + zeros + "e-10000", integer: 1, double: 1),
    Conversion("0." + zeros + "1e10001", integer: 1, double: 1),
    Conversion("3." + zeros, integer: 3, double: 3),
    Conversion("3." + zeros + "1", integer: nil, double: 3),
    Conversion(nines, integer: nil, double: nil),
    Conversion("0." + nines, integer: nil, double: 1),
    Conversion("1e" + zeros + "2", integer: 100, double: 100),
  ]

  @Test(arguments: conversions)
  func convertsExactlyOrNotAtAll(conversion: Conversion) throws {
    let number = try #require(JSONNumber(literal: conversion.literal))
    #expect(number.literal == conversion.literal)
    #expect(number.integer == conversion.integer)
    #expect(number.double == conversion.double)
  }

  @Test(arguments: [
    "", " 1", "1 ", "1\n", "+1", "01", "1.", ".5", "0x1", "NaN", "1,2", "\"1\"", "[1]", "null",
  ])
  func aTextThatIsNoNumberMakesNone(text: String) {
    #expect(JSONNumber(literal: text) == nil)
  }

  @Test func negativeZeroKeepsItsSignAsADouble() throws {
    #expect(try #require(JSONNumber(literal: "-0")?.double).sign == .minus)
  }

  @Test(arguments: [0, 1, -1, 42, Int.max, Int.min])
  func anIntegerIsWrittenInDigits(value: Int) {
    #expect(JSONNumber(value).literal == String(value))
    #expect(JSONNumber(value).integer == value)
  }

  @Test(arguments: [
    (10, "10.0", "10"), (-3, "-3.0", "-3"), (-0.0, "-0.0", "0"), (0.1, "0.1", "0.1"), (1.5, "1.5", "1.5"),
    (0.1 + 0.2, "0.30000000000000004", "0.30000000000000004"), (1e16, "1e+16", "10000000000000000"),
    (1e300, "1e+300", "1e+300"), (1e-7, "1e-07", "1e-07"), (5e-5, "5e-05", "5e-05"),
  ])
  func aDoubleHasItsShortestText(value: Double, text: String, textWithoutFraction: String) throws {
    let number = try #require(JSONNumber(value))
    #expect(number.literal == text)
    #expect(number.double == value)
    #expect(JSONNumber(literal: text) != nil)
    let whole = try #require(JSONNumber(value, omittingZeroFraction: true))
    #expect(whole.literal == textWithoutFraction)
    #expect(whole.double == value)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func noNumberIsMadeOfWhatIsNotFinite(value: Double) {
    #expect(JSONNumber(value) == nil)
    #expect(JSONNumber(value, omittingZeroFraction: true) == nil)
  }

  @Test(arguments: [
    ("10", "10.0"), ("10", "1e1"), ("0", "-0"), ("0.5", "5e-1"), ("1e400", "10e399"),
    ("0", "0e99999999999999"),
    ("100000000000000000000", "1e20"), ("-1.50", "-15E-1"),
  ])
  func numbersOfOneValueAreEqual(left: String, right: String) {
    #expect(JSONNumber(literal: left) == JSONNumber(literal: right))
    #expect(JSONNumber(literal: left)?.literal != JSONNumber(literal: right)?.literal)
  }

  @Test(arguments: [
    ("1", "-1"), ("1", "2"), ("1", "10"), ("0.1", "0.1000000000000000055511151231257827"), ("1e400", "1e401"),
    ("9007199254740993", "9007199254740992"), ("1e99999999999999999999", "1e99999999999999999998"),
  ])
  func numbersOfDifferentValuesAreNot(left: String, right: String) throws {
    #expect(try #require(JSONNumber(literal: left)) != #require(JSONNumber(literal: right)))
  }
}
