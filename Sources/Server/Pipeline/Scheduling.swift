import HTTPCore
import World

/// Which thread works on a request.
extension Pipeline {
  /// Content of more bytes takes long to read, wherever it goes.
  private static let largeBodyBytes = 64 << 10

  /// Handles quick requests at once, and defers those that may take long. While something of the kind may hold the
  /// world's database, everything else that is asked of that world is left for later, too.
  func schedule(_ context: RequestContext) -> Handling {
    let isLarge = context.request.body.count > Self.largeBodyBytes
    if !isLarge, context.world.slowCalls.isNone {
      // This may read the database, which no slow request holds now.
      decideOwner(context)
      guard case .slow = effort(of: context) else { return handle(context) }
    }
    return later(context, run: { [self] in handle(context) }, refuse: { [self] in refuse(context, $0) })
  }

  private func effort(of context: RequestContext) -> Endpoint.Effort {
    if context.request.body.count > Self.largeBodyBytes { return .slow(usesDatabase: true) }
    return context.target?.endpoint.effort?(context.request, context.world) ?? .quick
  }

  /// Leaves work on a request for later.
  ///
  /// - Parameters:
  ///   - whenReady: As in ``DeferredRequest/whenReady``.
  ///   - abandon: As in ``DeferredRequest/abandon``.
  func later(
    _ context: RequestContext, whenReady: (@Sendable (_ begin: @escaping @Sendable () -> Void) -> Void)? = nil,
    run: @escaping @Sendable () -> Handling, refuse: @escaping @Sendable (Problem) -> Outcome,
    abandon: (@Sendable () -> Void)? = nil
  ) -> Handling {
    let (kind, usesDatabase): (DeferredRequest.Kind, Bool) =
      switch effort(of: context) {
      case .quick: (.waiting, false)
      case .slow(let usesDatabase): (.slow, usesDatabase)
      }
    return .later(
      DeferredRequest(
        kind, group: context.world.id, whenReady: whenReady,
        run: { usesDatabase ? context.world.slowCalls.counting(run) : run() }, refuse: refuse,
        abandon: abandon))
  }
}
