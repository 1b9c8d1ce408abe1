import Invernaderos
import Testing
import World

@Suite("A date-time parameter")
struct ISO8601MomentTests {
  @Test(
    "is read with any zone and fraction",
    arguments: [
      ("1970-01-01T00:00:00Z", Int64(0)), ("1969-12-31T23:59:59Z", -1_000_000_000),
      ("2024-11-01T12:00:00Z", 1_730_462_400_000_000_000), ("2024-11-01T14:00:00+02:00", 1_730_462_400_000_000_000),
      ("2024-11-01T06:30:00-0530", 1_730_462_400_000_000_000), ("2024-11-01T14:00:00+02", 1_730_462_400_000_000_000),
      ("2024-11-01T12:00Z", 1_730_462_400_000_000_000), ("2024-11-01t12:00:00z", 1_730_462_400_000_000_000),
      ("2024-11-01T12:00:00.5Z", 1_730_462_400_500_000_000),
      ("2024-11-01T12:00:00.1234567899Z", 1_730_462_400_123_456_789),
      ("2024-02-29T00:00:00Z", 1_709_164_800_000_000_000), ("2000-02-29T00:00:00Z", 951_782_400_000_000_000),
      ("2024-12-31T23:59:59Z", 1_735_689_599_000_000_000), ("2024-03-01T00:00:00Z", 1_709_251_200_000_000_000),
    ])
  func readable(text: String, nanoseconds: Int64) {
    #expect(ISO8601Moment.parse(text)?.nanoseconds == nanoseconds)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "x", "2024-11-01", "2024-11-01T12:00:00", "2024-11-01 12:00:00Z", "2024-13-01T12:00:00Z",
      "2024-00-01T12:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-11-31T00:00:00Z",
      "2024-11-00T00:00:00Z", "2024-11-01T24:00:00Z", "2024-11-01T12:60:00Z", "2024-11-01T12:00:60Z",
      "2024-11-01T12:00:00.Z", "2024-11-01T12:00:00+2:00", "2024-11-01T12:00:00+02:", "2024-11-01T12:00:00+02:60",
      "2024-11-01T12:00:00+19:00", "2024-11-01T12:00:00Zx", "20241101T120000Z", "-2024-11-01T12:00:00Z",
      "12024-11-01T12:00:00Z", "1600-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1730462400", "٢٠٢٤-11-01T12:00:00Z",
    ])
  func unreadable(text: String) {
    #expect(ISO8601Moment.parse(text) == nil)
  }

  @Test("agrees with the clock's own way of writing")
  func roundTrip() {
    for day in stride(from: Int64(-100_000), to: 100_000, by: 97) {
      let moment = Timestamp(seconds: day * 86_400 + 12_345)
      #expect(ISO8601Moment.parse(moment.iso8601) == moment)
    }
  }
}

@Suite("A period")
struct PeriodTests {
  @Test(
    "is a number of minutes, hours or days; anything else is the default (CONTRACT §2.3)",
    arguments: [
      ("30m", Int64(1800)), ("1h", 3600), ("24h", 86_400), ("7d", 604_800), ("0h", 0), (nil, 86_400), ("", 86_400),
      ("h", 86_400), ("7", 86_400), ("-1h", 86_400), ("1.5h", 86_400), ("7w", 86_400),
      ("9223372036854775807d", 86_400), ("2147483647d", 2_147_483_647 * 86_400),
    ])
  func seconds(text: String?, seconds: Int64) {
    let period = Period.read(text, default: .day)
    #expect(period.seconds == seconds)
    #expect(period.range(until: 1_730_462_400).count >= 0)
  }
}
