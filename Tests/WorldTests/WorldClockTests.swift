import Synchronization
import Testing
import World

/// Real time that a test moves.
final class FakeTime: Sendable {
  private let value = Mutex<Int64>(1_000)

  func pass(_ nanoseconds: Int64) { value.withLock { $0 += nanoseconds } }
  var read: @Sendable () -> Int64 { { self.value.withLock { $0 } } }
}

@Suite("A world's clock")
struct WorldClockTests {
  private let time = FakeTime()
  private let second: Int64 = 1_000_000_000

  private func clock() -> WorldClock {
    WorldClock(start: Timestamp(seconds: 1_000_000), monotonic: time.read)
  }

  @Test("runs with real time")
  func runs() {
    let clock = clock()
    time.pass(5 * second)
    #expect(clock.now.seconds == 1_000_005)
    #expect(clock.elapsedNanoseconds == 5 * second)
  }

  @Test("stands still while frozen and goes on from there")
  func freezes() {
    let clock = clock()
    clock.freeze(true)
    time.pass(100 * second)
    #expect(clock.now.seconds == 1_000_000)
    clock.freeze(false)
    time.pass(second)
    #expect(clock.now.seconds == 1_000_001)
  }

  @Test("advances at once, frozen or not, never backwards")
  func advances() {
    let clock = clock()
    clock.freeze(true)
    clock.advance(nanoseconds: 3600 * second)
    clock.advance(nanoseconds: -10 * second)
    #expect(clock.now.seconds == 1_003_600)
    #expect(clock.elapsedNanoseconds == 3600 * second)
  }

  @Test("set back, keeps what has elapsed")
  func setBack() {
    let clock = clock()
    clock.advance(nanoseconds: 10 * second)
    clock.set(Timestamp(seconds: 500))
    #expect(clock.now.seconds == 500)
    #expect(clock.elapsedNanoseconds == 10 * second)
    clock.set(Timestamp(seconds: 600))
    #expect(clock.elapsedNanoseconds == 110 * second)
  }

  @Test("runs faster", arguments: [(60.0, Int64(600)), (0.5, 5), (0, 10), (.nan, 10), (-3, 10)])
  func rates(rate: Double, seconds: Int64) {
    let clock = clock()
    clock.run(rate: rate)
    time.pass(10 * second)
    #expect(clock.now.seconds == 1_000_000 + seconds)
  }

  @Test("stays in range whatever it is told")
  func extremes() {
    let clock = clock()
    clock.run(rate: 1e300)
    time.pass(10 * second)
    #expect(clock.now == Timestamp(nanoseconds: .max))
    clock.set(Timestamp(seconds: .min))
    clock.advance(nanoseconds: .max)
    #expect(clock.elapsedNanoseconds == .max)
  }
}

@Suite("A timestamp")
struct TimestampTests {
  /// The example of RFC 9110 §5.6.7 and dates around leap days and before 1970.
  @Test(
    "is written in both formats",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
      (0, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"),
      (1_709_208_000, "Thu, 29 Feb 2024 12:00:00 GMT", "2024-02-29T12:00:00Z"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT", "1969-12-31T23:59:59Z"),
    ] as [(Int64, String, String)])
  func formats(seconds: Int64, http: String, iso: String) {
    #expect(Timestamp(seconds: seconds).httpDate == http)
    #expect(Timestamp(seconds: seconds).iso8601 == iso)
  }

  @Test(
    "rounds down to seconds", arguments: [(1, 0), (999_999_999, 0), (1_000_000_000, 1), (-1, -1)] as [(Int64, Int64)])
  func rounding(nanoseconds: Int64, seconds: Int64) {
    #expect(Timestamp(nanoseconds: nanoseconds).seconds == seconds)
  }
}
