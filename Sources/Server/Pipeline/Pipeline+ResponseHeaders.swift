import HTTPCore
import Synchronization
import World

/// The announcement that a version of an API will go, switched on to test what an app makes of it.
package struct Deprecation: Sendable, Equatable {
  /// The path segment of the version, such as `v1`.
  package let version: String
  /// When it will go.
  package let date: Timestamp

  /// A version that will go on a date.
  package init(version: String, date: Timestamp) {
    self.version = version
    self.date = date
  }

  /// Adds `Deprecation` (RFC 9745 §2) and `Sunset` (RFC 8594 §3) to a response of the version.
  func annotate(_ response: inout Response, segments: [String]) {
    guard segments.prefix(3).contains(version) else { return }
    response.headers.append("Deprecation", "@\(date.seconds)")
    response.headers.append("Sunset", date.httpDate)
  }
}

extension Pipeline {
  /// What may be replaced while requests come.
  struct State: Sendable {
    var settings: ResponseHeaderSettings
    /// The routes that requests find.
    var table: RouteTable
  }

  /// The present headers and settings of responses.
  var settings: ResponseHeaderSettings { current.withLock { $0.settings } }

  /// The routes that requests find now.
  var table: RouteTable { current.withLock { $0.table } }

  /// Changes the settings together with all else that the closure changes: no request begins meanwhile, so one that
  /// comes after another that saw a part of the change sees all of it.
  ///
  /// - Parameters:
  ///   - change: Must be quick, and must not use the pipeline.
  func change(_ change: (inout State) -> Void) { current.withLock { change(&$0) } }

  /// What every response carries besides its content; others may take its place while the server runs.
  final class ResponseHeaderSettings: Sendable {
    let cors: CORSPolicy
    let deprecation: Deprecation?
    /// How long each response of an API waits, in milliseconds of real time.
    let delayMilliseconds: Int
    /// Whether long content is compressed for clients that take it so.
    let compresses: Bool

    init(
      cors: CORSPolicy, deprecation: Deprecation? = nil, delayMilliseconds: Int = 0, compresses: Bool = true
    ) {
      (self.cors, self.deprecation) = (cors, deprecation)
      (self.delayMilliseconds, self.compresses) = (delayMilliseconds, compresses)
    }

    convenience init(_ configuration: ServerConfiguration) {
      self.init(
        cors: configuration.cors, deprecation: configuration.deprecation,
        delayMilliseconds: Int(configuration.delay / 1_000_000), compresses: configuration.compresses)
    }
  }

  /// Adds the headers that belong to every response, then lets faults change it. The response that grants a WebSocket has
  /// the headers of its handshake only.
  func finalize(_ result: inout PipelineResponse, _ context: RequestContext) {
    if result.upgrade == nil {
      let settings = context.settings
      if result.author == .api {
        addLimit(to: &result.response, context)
        settings.deprecation?.annotate(&result.response, segments: context.request.target.segments)
        keepWorld(in: &result.response, context)
        if !context.isNested { result.response.delay(byMilliseconds: settings.delayMilliseconds) }
      }
      addCommonHeaders(to: &result.response, for: context.request.headers, settings, isControl: context.isControl)
      if result.author == .api { check(&result.response, context) }
    }
    changeByFaults(&result.response, context)
    if context.world !== parts.worlds.main { result.response.date = context.world.dateHeader.text }
  }

  /// Adds the headers that all responses have, those to requests that reach no world included: the bearer challenge of a
  /// 401 (RFC 6750 §3, CONTRACT G9), and CORS.
  func addCommonHeaders(
    to response: inout Response, for requestHeaders: HeaderFields, _ settings: ResponseHeaderSettings,
    isControl: Bool = false
  ) {
    if response.status == 401 { response.headers["WWW-Authenticate"] = "Bearer" }
    settings.cors.apply(to: &response, for: requestHeaders, isControl: isControl)
  }

  /// Has a `Location` that is a path stay below the prefix by which the request came (RFC 9110 §10.2.2).
  private func keepWorld(in response: inout Response, _ context: RequestContext) {
    guard !context.request.basePath.isEmpty, let location = response.headers["Location"], location.hasPrefix("/")
    else { return }
    response.headers["Location"] = context.request.basePath + location
  }

  /// Compares the response with the API's document, with `--check-answers on`. The document has no responses of faults.
  private func check(_ response: inout Response, _ context: RequestContext) {
    guard context.faults?.applied.isEmpty ?? true, let contract = parts.contract, let target = context.target else {
      return
    }
    response = contract.checked(response, to: context, target)
  }

  /// Lets faults change a response.
  func changeByFaults(_ response: inout Response, _ context: RequestContext) {
    guard context.faults != nil else { return }
    let type = response.headers["Content-Type"]
    context.faults?.change(&response)
    // Under another type, what clients stored could be a page of this server.
    if response.headers["Content-Type"] != type { StoredFileHeaders.sandbox(&response.headers) }
    guard let faults = context.faults, let contract = parts.contract, let target = context.target else { return }
    if !faults.failures.isEmpty {
      contract.report(failures: faults.failures, context, target)
    } else if !faults.documented.isEmpty {
      response = contract.changed(response, by: faults.documented, context, target)
    }
  }

  /// Adds `X-RateLimit-*`; the reset is in seconds since 1970.
  private func addLimit(to response: inout Response, _ context: RequestContext) {
    guard let limit = context.limit else { return }
    // The parts of a request count as well, and came after it.
    let latest = context.hasParts ? context.world.limiter(of: context.owner.name)?.peek(at: context.limitedClient) : nil
    let remaining = (latest ?? limit.decision).remaining
    response.headers.append("X-RateLimit-Limit", "\(limit.decision.limit)")
    response.headers.append("X-RateLimit-Remaining", "\(remaining)")
    response.headers.append("X-RateLimit-Reset", "\(limit.resetSeconds)")
  }
}
