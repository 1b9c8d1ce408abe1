import Client
import HTTPCore
import JSON

/// The server that tools call, over HTTP like every other client of it: a call of a tool waits on the tool's own thread,
/// and faults of connections happen to it as they happen to an app.
package struct ControlConnection: Sendable {
  private let address: ServerAddress
  private let world: String?
  private let adminToken: String?

  /// A connection to a server.
  ///
  /// - Parameters:
  ///   - address: Its address without TLS, with the prefix of a world if that is the default one of the calls.
  ///   - world: The world of calls that name none; nil for that of the address.
  ///   - adminToken: The token of the control plane; nil without one.
  package init(_ address: ServerAddress, world: String? = nil, adminToken: String? = nil) {
    (self.address, self.world, self.adminToken) = (address, world, adminToken)
  }

  /// The address without a world's prefix.
  var url: String { address.root?.url ?? address.url }

  /// The header of the control plane's token.
  package static let tokenHeader = "X-Mock-Admin-Token"
  /// The header that names a world.
  package static let worldHeader = "X-Mock-World"
  /// The largest response of the control plane in bytes.
  private static let maximumBytes = 16 << 20
  static let userAgent = "mock-api-mcp"

  /// Makes a call of the control plane.
  ///
  /// - Parameters:
  ///   - world: nil for the connection's world.
  /// - Returns: The content of the response; null without any.
  /// - Throws: ``ToolFailure`` with the server's message.
  func call(
    _ method: String, _ path: ControlPath, world: String?, body: JSONValue?, timeoutMilliseconds: Int,
    _ cancellation: CallCancellation
  ) throws(ToolFailure) -> JSONValue {
    let headers = try headers(world, [:], isControl: true)
    let content = body.map { JSONWriter.serialize($0, sortedKeys: false) }
    let arrived: HTTPClient.Arrived
    do throws(HTTPClient.Failure) {
      arrived = try transfer(
        method, path.text, headers, content, timeoutMilliseconds: timeoutMilliseconds,
        maximumBytes: Self.maximumBytes, cancellation)
    } catch {
      throw cancellation.isCancelled ? .cancelled : unreachable(error)
    }
    let bytes = arrived.response.content.bytes
    let value = bytes.isEmpty ? JSONValue.null : (try? JSONParser.parse(bytes, limits: Self.limits)) ?? .null
    guard (200...299).contains(arrived.response.status) else {
      throw ToolFailure(status: arrived.response.status, value)
    }
    if let failure = arrived.failure { throw ToolFailure("the server's response is incomplete: \(failure)") }
    guard arrived.bodyBytes <= Self.maximumBytes else {
      throw ToolFailure("the server's response has \(arrived.bodyBytes) bytes; ask for less, by a limit or by filters")
    }
    return value
  }

  private static let limits = JSONLimits(maximumDepth: JSONLimits.greatestDepth)

  /// Sends an app's request.
  ///
  /// - Parameters:
  ///   - isControl: Whether it is a call of the control plane, which gets the token.
  ///   - maximumBytes: The bytes of the body that are kept.
  /// - Throws: ``ToolFailure`` only for a server that cannot be reached and for a cancelled call; what happens to the
  ///   request is a result.
  func send(
    _ method: String, _ target: String, headers: HeaderFields, body: [UInt8]?, world: String?,
    isControl: Bool, timeoutMilliseconds: Int, maximumBytes: Int, _ cancellation: CallCancellation
  ) throws(ToolFailure) -> Result<HTTPClient.Arrived, HTTPClient.Failure> {
    let headers = try self.headers(world, headers, isControl: isControl)
    do throws(HTTPClient.Failure) {
      return .success(
        try transfer(
          method, target, headers, body, timeoutMilliseconds: timeoutMilliseconds, maximumBytes: maximumBytes,
          cancellation))
    } catch {
      guard !cancellation.isCancelled else { throw .cancelled }
      guard !error.isUnreachable else { throw unreachable(error) }
      return .failure(error)
    }
  }

  private func transfer(
    _ method: String, _ target: String, _ headers: HeaderFields, _ body: [UInt8]?, timeoutMilliseconds: Int,
    maximumBytes: Int, _ cancellation: CallCancellation
  ) throws(HTTPClient.Failure) -> HTTPClient.Arrived {
    try HTTPClient(address: address).send(
      method, target, headers: headers, body: body, timeoutMilliseconds: timeoutMilliseconds,
      maximumBytes: maximumBytes, isCancelled: { cancellation.isCancelled })
  }

  private func unreachable(_ error: HTTPClient.Failure) -> ToolFailure {
    ToolFailure("no server responds at \(url): \(error.reason); start one with mock-api serve")
  }

  /// - Throws: ``ToolFailure`` for a world whose name would be more than a header's value.
  private func headers(
    _ world: String?, _ others: HeaderFields, isControl: Bool
  ) throws(ToolFailure) -> HeaderFields {
    var headers = others
    if isControl, let adminToken { headers.append(Self.tokenHeader, adminToken) }
    if headers["User-Agent"] == nil { headers.append("User-Agent", Self.userAgent) }
    guard let world = world ?? self.world else { return headers }
    guard FieldSyntax.isValue(world) else {
      throw ToolFailure("world must be the id of a world: letters, digits, dots, dashes and underscores", status: 400)
    }
    headers[Self.worldHeader] = nil
    headers.append(Self.worldHeader, world)
    return headers
  }
}

/// A tool could not do its work; the model reads why.
struct ToolFailure: Error {
  let message: String
  /// The status of the server's refusal; nil without one.
  let status: Int?

  /// A failure with advice.
  init(_ message: String, status: Int? = nil) { (self.message, self.status) = (message, status) }

  /// The server's refusal of a call.
  ///
  /// - Parameters:
  ///   - content: Its error.
  init(status: Int, _ content: JSONValue) {
    let error = content["error"]
    var text = error?["message"]?.string ?? "the server responds with status \(status)"
    if let suggestion = error?["details"]?["suggestion"]?.string { text += "; \(suggestion)" }
    (message, self.status) = (text, status)
  }

  static let cancelled = ToolFailure("the call was cancelled")
}
