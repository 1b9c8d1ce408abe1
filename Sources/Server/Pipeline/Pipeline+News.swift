import HTTPCore
import World

/// Requests that wait for news: their endpoint is called again when there may be some (long polling).
extension Pipeline {
  /// Begins the wait of a request when its endpoint asks for that; later calls of the endpoint continue it.
  func newsWaiter(
    _ context: RequestContext
  ) -> @Sendable (_ resource: String?, _ nanoseconds: Int64) throws -> NewsWait {
    { resource, nanoseconds in
      if let wait = context.newsWait { return wait }
      let waits = context.world.newsWaits
      do throws(Problem) {
        let wait = try waits.begin(api: context.owner.name, resource: resource, nanoseconds: nanoseconds)
        context.newsWait = wait
        return wait
      } catch {
        throw ServerRefusal(error)
      }
    }
  }

  /// Leaves a request for later, until there may be news or its wait is over.
  func awaiting(_ wait: NewsWait, _ context: RequestContext) -> Handling {
    context.awaited = { wait.whenReady($0) }
    return awaiting(context, abandon: { wait.end() })
  }
}
