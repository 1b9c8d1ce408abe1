import Contract
import HTTPCore
import World

/// One request on its way through the ``Pipeline``: what came, and what each step has found out about it.
///
/// It is made when the request is located, without any effect; every effect is a step of the pipeline.
///
/// `@unchecked Sendable` because one thread at a time works on it: the one that read the request or, when that leaves it
/// for later, the one that it was handed to. When its response is recorded it changes no more, and may be read by any.
final class RequestContext: @unchecked Sendable {
  // MARK: What came

  /// The request as its world sees it, without a prefix that names the world.
  let request: Request
  let world: World
  /// The path as the client sent it, without the query.
  let sentPath: String
  /// When it came, in nanoseconds of ``SystemTime/monotonicNanoseconds()``.
  let startedAt: Int64
  /// Whether it is part of another request, which a client sent.
  let isNested: Bool
  /// The settings of responses when it came.
  let settings: Pipeline.ResponseHeaderSettings
  /// Where it leads. Whose it is of several APIs that have its path is decided after it is located.
  var resolution: RouteTable.Resolution {
    didSet { target = resolution.match.target }
  }
  /// The endpoint and its API; nil when the path leads to none.
  private(set) var target: RouteTable.Target?

  /// Whether its conditions name content in its compressed form.
  var knowsCodedContent = false

  // MARK: What the steps find out

  /// The number of the app's request, from 1; nil for a call of the control plane and for a part of another request.
  var number: Int?
  /// What the journal needs to keep it; nil when it does not.
  var pending: PendingExchange?
  /// The number of its entry in the journal, once that is there.
  var entry: Int?
  /// Who asks.
  var caller = Caller.anonymous
  /// What the limiter said; nil where there are no limits.
  var limit: CountedLimit?
  /// The request compared with its API's document; nil when it is not compared, or later.
  var checked: CheckedRequest?
  /// The key for which another request is being carried out; nil for one that waits for none.
  var awaitedKey: IdempotencyKeys.Place?
  /// What the request waits for before its endpoint responds; nil when it waits for nothing, or not yet.
  var awaited: (@Sendable (_ ready: @escaping @Sendable () -> Void) -> Void)?
  /// Whether it may wait for another request, for news, or for its release.
  var mayWait = true
  /// Its wait for news; nil for a request that waits for none.
  var newsWait: NewsWait?
  /// The faults that happen to it; nil for none.
  var faults: FaultPlan?
  /// How long faults held it, in microseconds of real time.
  var heldMicroseconds: Int64 = 0
  /// Whether other requests were carried out as parts of it, which were counted meanwhile.
  var hasParts = false

  /// A request that was located; nothing else is known of it yet.
  init(
    _ request: consuming Request, in world: World, _ resolution: RouteTable.Resolution,
    _ settings: Pipeline.ResponseHeaderSettings, sentPath: String, startedAt: Int64, isNested: Bool = false
  ) {
    self.request = request
    (self.world, self.resolution, self.settings) = (world, resolution, settings)
    (self.sentPath, self.startedAt, self.isNested) = (sentPath, startedAt, isNested)
    target = resolution.match.target
  }

  /// Who asks, as the token of the request says.
  enum Caller {
    /// No token came.
    case anonymous
    /// A valid token came.
    case known(Principal)
    /// A token came that is not valid, for this reason.
    case refused(Problem)
  }

  /// What the limiter said of a request.
  struct CountedLimit {
    let decision: RateLimiter.Decision
    /// When the client's window ends, in seconds of the world's time since 1970.
    let resetSeconds: Int64
  }

  /// Whether the fault of a release happens to its response.
  private(set) var isReleasedWithFault = false

  /// Adds the fault with which it was released.
  func release(_ held: HeldExchange, with fault: FaultDefinition) {
    guard var plan = faults else { return }
    world.faults.add(fault, ofRelease: held, to: &plan)
    faults = plan
    isReleasedWithFault = held.hold.phase == .response
  }

  // MARK: What follows from it

  /// The API that responds, or `mock` for the server itself.
  var owner: RouteTable.Owner { resolution.owner }

  /// The operation's id in the API's document; nil when the path leads to no endpoint.
  var operationID: String? { target?.endpoint.operationID }

  /// Whether it is a call of the control plane: nothing happens to it, and the journal does not show it, since asking
  /// would change the response.
  var isControl: Bool { resolution.isControl }

  /// Whether its endpoint would switch to WebSocket.
  var isHandshake: Bool { target?.endpoint.isSocket ?? false }

  /// Whether it switches to WebSocket, or stands for a socket.
  var concernsSocket: Bool { isHandshake || target?.endpoint.isStandingForSocket ?? false }

  /// Whose valid token came along.
  var principal: Principal? {
    if case .known(let principal) = caller { principal } else { nil }
  }

  /// The account of the valid token.
  var account: String? { principal?.account }

  /// For whom a limit counts it.
  var limitedClient: RateLimiter.Client {
    (account ?? presentedAccount).map(RateLimiter.Client.account) ?? .address(request.remoteAddress)
  }

  /// Stands for the sender of the credentials of a request to a custom API, to which any are good; nil without any. It does
  /// not say what they are.
  private var presentedAccount: String? {
    guard owner.isOwn else { return nil }
    let sent = request.headers["Authorization"] ?? request.headers["X-API-Key"]
    return sent.map { "credentials-" + String(SplitMix64.seed(of: $0), radix: 16) }
  }

  /// The request as faults and the list of sockets know it.
  var subject: FaultSubject {
    FaultSubject(
      request: request, api: owner.name, operationID: operationID, account: account,
      email: principal?.email, refreshTokenIssuedAt: refreshTokenIssuedAt, isControl: isControl)
  }

  private var refreshTokenIssuedAt: Int64? {
    guard request.method == .post else { return nil }
    let lifetime = world.lifetimes(of: owner.name).refresh
    return RefreshTokens.token(in: request).flatMap {
      world.refreshTokens.issuedAt($0, api: owner.name, lifetime: lifetime)
    }
  }

  /// What a refusal may say about the request.
  var refusalContext: RefusalContext { RefusalContext(path: request.target.rawPath, now: world.clock.now) }

  /// Microseconds of real time since it came.
  var elapsedMicroseconds: Int64 { (SystemTime.monotonicNanoseconds() - startedAt) / 1000 }

  /// The routes most like the one that was asked for, for a request that leads nowhere.
  lazy var nearestRoutes = RouteSuggestions.nearest(
    to: request.target.segments, method: request.method, among: resolution.candidates)
}
