import HTTPCore
import World

/// A request whose world is known, before anything is done with it: it says which thread goes on.
struct CoursePlan: Sendable {
  let pipeline: Pipeline
  let request: Request
  let world: World
  /// Real time in nanoseconds.
  let startedAt: Int64
  /// The path as the client sent it, with the prefix that names a world.
  let sentPath: String

  /// A larger body takes long to read, wherever it goes, in bytes.
  private static let largeBodyBytes = 64 << 10

  /// Goes all the way when that is quick, and leaves it for later when it may not be: what may take long, and while
  /// something of the kind may hold the world's database, whatever else is asked of that world.
  func begin() -> Handling {
    if request.body.count > Self.largeBodyBytes { return .later(undertaking(.slow(usesDatabase: true))) }
    guard world.slowCalls.isNone else {
      let found = pipeline.parts.table.resolve(
        request.method, request.target.segments, host: request.target.authority ?? request.headers["Host"],
        claimant: nil)
      return .later(undertaking(found.match.target?.endpoint.pace(of: request, in: world) ?? .quick))
    }
    let course = course()
    let pace = course.resolution.match.target?.endpoint.pace(of: request, in: world) ?? .quick
    guard case .slow = pace else { return .done(course.outcome()) }
    return .later(undertaking(pace, course))
  }

  private func course() -> RequestCourse {
    RequestCourse(pipeline, request, world, startedAt: startedAt, sentPath: sentPath)
  }

  /// The way as something to do later.
  ///
  /// - Parameters:
  ///   - begun: The way, when it was begun already.
  private func undertaking(_ pace: Endpoint.Pace, _ begun: RequestCourse? = nil) -> Undertaking {
    let refuse: @Sendable (Problem) -> Outcome = { (begun ?? course()).refused($0) }
    switch pace {
    case .quick:
      return Undertaking(.waiting, group: world.id, run: { (begun ?? course()).outcome() }, refuse: refuse)
    case .slow(let usesDatabase):
      let run: @Sendable () -> Outcome = {
        guard usesDatabase else { return (begun ?? course()).outcome() }
        return world.slowCalls.counting { (begun ?? course()).outcome() }
      }
      return Undertaking(.slow, group: world.id, run: run, refuse: refuse)
    }
  }
}
