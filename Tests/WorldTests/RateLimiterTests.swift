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
    let admitted = (0..<150).count { _ in limiter.decide(.account("a")).isAdmitted }
    #expect(admitted == 100)
    #expect((0..<50).count { _ in limiter.decide(.address("1")).isAdmitted } == 20)
    #expect(limiter.decide(.account("b")).isAdmitted)
  }

  @Test("says truly when to come back")
  func retryAfter() {
    let (limiter, clock) = limiter(anonymous: 1)
    _ = limiter.decide(.address("x"))
    clock.advance(nanoseconds: 17_300_000_000)
    let refused = limiter.decide(.address("x"))
    #expect(!refused.isAdmitted)
    #expect(refused.retryAfterSeconds == 43)
    clock.advance(nanoseconds: refused.nanosecondsUntilReset - 1)
    #expect(!limiter.decide(.address("x")).isAdmitted)
    clock.advance(nanoseconds: 1)
    #expect(limiter.decide(.address("x")).isAdmitted)
  }

  @Test("counts down what remains")
  func remaining() {
    let (limiter, _) = limiter(anonymous: 3)
    #expect((0..<5).map { _ in limiter.decide(.address("x")).remaining } == [2, 1, 0, 0, 0])
  }

  @Test("gives nothing back when the time of day is set back")
  func setBack() {
    let (limiter, clock) = limiter(anonymous: 1)
    _ = limiter.decide(.address("x"))
    clock.set(Timestamp(seconds: -86_400))
    #expect(!limiter.decide(.address("x")).isAdmitted)
    clock.advance(nanoseconds: 60 * second)
    #expect(limiter.decide(.address("x")).isAdmitted)
  }

  @Test("goes on counting at the end of time")
  func endOfTime() {
    let (limiter, clock) = limiter(anonymous: 1)
    clock.advance(nanoseconds: .max)
    #expect(limiter.decide(.address("x")).isAdmitted)
    #expect(!limiter.decide(.address("x")).isAdmitted)
  }

  @Test("is exact when many threads ask at once")
  func threads() {
    let (limiter, _) = limiter()
    let admitted = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in
      if limiter.decide(.account("a")).isAdmitted { admitted.withLock { $0 += 1 } }
    }
    #expect(admitted.withLock { $0 } == 100)
  }

  @Test("forgets the oldest client when there are too many, and none before")
  func bounded() {
    let (limiter, _) = limiter(anonymous: 1)
    for number in 0..<RateLimiter.capacity { _ = limiter.decide(.address("\(number)")) }
    #expect(!limiter.decide(.address("0")).isAdmitted)
    _ = limiter.decide(.address("one more"))
    #expect(limiter.decide(.address("0")).isAdmitted)
    #expect(!limiter.decide(.address("\(RateLimiter.capacity - 1)")).isAdmitted)
  }

  @Test("keeps windows apart over many rounds of many clients")
  func manyRounds() {
    let (limiter, clock) = limiter(anonymous: 2)
    for _ in 0..<5 {
      for number in 0..<7000 {
        #expect(limiter.decide(.address("\(number)")).isAdmitted)
      }
      clock.advance(nanoseconds: 60 * second)
    }
  }
}

extension RateLimiter {
  /// What it says about a request, of a limiter that has limits.
  fileprivate func decide(_ client: Client) -> Decision {
    guard let decision = admit(client) else { preconditionFailure("this limiter has limits") }
    return decision
  }
}
