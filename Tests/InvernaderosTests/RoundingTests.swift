import Invernaderos
import Testing

@Suite("Numbers of the greenhouses (CONTRACT §2.4)")
struct RoundingTests {
  @Test(
    "are rounded half up to hundredths, as they are written",
    arguments: [
      (24.345, 2435), (1.005, 101), (0.015, 2), (0.005, 1), (2.675, 268), (-0.015, -2), (-24.345, -2435),
      (24.3449, 2434),
      (24.344999, 2434), (24.3451, 2435), (0, 0), (100, 10_000), (0.004, 0), (-0.004, 0), (35.115, 3512),
    ])
  func hundredths(number: Double, expected: Int) {
    #expect(number.hundredths == expected)
  }

  @Test("of every length are rounded half up", arguments: [-1, 1])
  func halves(sign: Int) throws {
    for whole in stride(from: 0, through: 10_000, by: 7) {
      let number = try #require(Double("\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)5"))
      #expect((Double(sign) * number).hundredths == sign * (whole + 1), "\(number)")
    }
  }

  @Test("are bounded, whatever comes", arguments: [Double.infinity, -.infinity, .nan, 1e308, -1e308])
  func bounds(number: Double) {
    #expect(number.hundredths.magnitude <= 1_000_000_000_000_000)
    let change = PercentChange(from: number, to: 24.5)
    #expect(change.percent.isFinite)
    #expect((-1...1).contains(PercentChange(from: 24.5, to: number).direction(beyondTenths: 5)))
  }

  @Test(
    "make quotients that are rounded half up",
    arguments: [(5, 2, 3), (-5, 2, -3), (4, 2, 2), (7, 4, 2), (5, 4, 1), (0, 3, 0), (1, 3, 0), (2, 3, 1), (-1, 2, -1)])
  func quotients(dividend: Int, divisor: Int, expected: Int) {
    #expect(HalfUp.quotient(dividend, by: divisor) == expected)
  }

  @Test(
    "have a trend that is decided before it is rounded",
    arguments: [
      (20.00, 20.10, 0.5, 0), (20.00, 20.11, 0.55, 1), (24.81, 24.935, 0.5, 1), (99.20, 99.70, 0.5, 1),
      (20.00, 19.90, -0.5, 0), (99.20, 98.70, -0.5, -1), (80.00, 80.01, 0.01, 0), (0, 1, 100, 1), (0, -1, -100, -1),
      (0, 0, 0, 0), (-10, -11, -10, -1), (16.00, 16.02, 0.13, 0), (16.00, 15.98, -0.13, 0),
    ])
  func trends(first: Double, last: Double, percent: Double, direction: Int) {
    let change = PercentChange(from: first, to: last)
    #expect(change.percent == percent)
    #expect(change.direction(beyondTenths: 5) == direction)
  }
}
