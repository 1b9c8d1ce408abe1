import Dispatch
import Synchronization
import Testing
import World

@Suite("The rate limiter")
struct RateLimiterTests {
  private let time = FakeTime()
  private let second: Int64 = 1_000_000_000

  private func limiter(authenticated: Int = 100, anonymous: Int = 20) -> (RateLimiter, WorldClock) {
    let clock = WorldClock(start: Timestamp(seconds: 0), monotonic: time.read)
    let policy = RateLimitPolicy(authenticated: authenticated, anonymous: anonymous)
    return (RateLimiter(policy: policy, clock: clock), clock)
  }

  @Test("admits just the limit of a window, accounts and addresses apart")
  func limit() {
    let (limiter, _) = limiter()
    let admitted = (0..<150).count { _ in limiter.admit(.account("a")).isAdmitted }
    #expect(admitted == 100)
    #expect((0..<50).count { _ in limiter.admit(.address("1")).isAdmitted } == 20)
    #expect(limiter.admit(.account("b")).isAdmitted)
  }

  @Test("says truly when to come back")
  func retryAfter() {
    let (limiter, clock) = limiter(anonymous: 1)
    _ = limiter.admit(.address("x"))
    clock.advance(nanoseconds: 17_300_000_000)
    let refused = limiter.admit(.address("x"))
    #expect(!refused.isAdmitted)
    #expect(refused.retryAfterSeconds == 43)
    clock.advance(nanoseconds: refused.nanosecondsUntilReset - 1)
    #expect(!limiter.admit(.address("x")).isAdmitted)
    clock.advance(nanoseconds: 1)
    #expect(limiter.admit(.address("x")).isAdmitted)
  }

  @Test("counts down what remains")
  func remaining() {
    let (limiter, _) = limiter(anonymous: 3)
    #expect((0..<5).map { _ in limiter.admit(.address("x")).remaining } == [2, 1, 0, 0, 0])
  }

  @Test("gives nothing back when the time of day is set back")
  func setBack() {
    let (limiter, clock) = limiter(anonymous: 1)
    _ = limiter.admit(.address("x"))
    clock.set(Timestamp(seconds: -86_400))
    #expect(!limiter.admit(.address("x")).isAdmitted)
    clock.advance(nanoseconds: 60 * second)
    #expect(limiter.admit(.address("x")).isAdmitted)
  }

  @Test("goes on counting at the end of time")
  func endOfTime() {
    let (limiter, clock) = limiter(anonymous: 1)
    clock.advance(nanoseconds: .max)
    #expect(limiter.admit(.address("x")).isAdmitted)
    #expect(!limiter.admit(.address("x")).isAdmitted)
  }

  @Test("is exact when many threads ask at once")
  func threads() {
    let (limiter, _) = limiter()
    let admitted = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in
      if limiter.admit(.account("a")).isAdmitted { admitted.withLock { $0 += 1 } }
    }
    #expect(admitted.withLock { $0 } == 100)
  }

  @Test("forgets the oldest client when there are too many, and none before")
  func bounded() {
    let (limiter, _) = limiter(anonymous: 1)
    for number in 0..<RateLimiter.capacity { _ = limiter.admit(.address("\(number)")) }
    #expect(!limiter.admit(.address("0")).isAdmitted)
    _ = limiter.admit(.address("one more"))
    #expect(limiter.admit(.address("0")).isAdmitted)
    #expect(!limiter.admit(.address("\(RateLimiter.capacity - 1)")).isAdmitted)
  }

  @Test("keeps windows apart over many rounds of many clients")
  func manyRounds() {
    let (limiter, clock) = limiter(anonymous: 2)
    for _ in 0..<5 {
      for number in 0..<7000 {
        #expect(limiter.admit(.address("\(number)")).isAdmitted)
      }
      clock.advance(nanoseconds: 60 * second)
    }
  }
}
