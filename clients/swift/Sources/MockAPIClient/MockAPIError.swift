import Foundation

/// What can go wrong between a test and the server. Each case says in its `description` what to do about it.
///
/// A call whose task is cancelled throws `CancellationError`.
public enum MockAPIError: Error, Sendable {
  /// There is no server at the address, and none could be started.
  case noServer(reason: String)
  /// The server that the kit started has ended, by a signal such as `SIGKILL` or with a status.
  case serverEnded(process: Int32, cause: String, lastLines: [String])
  /// Something answers at the address, but it is no mock-api.
  case otherServer(url: String, reason: String)
  /// The server is older than this kit.
  case serverTooOld(found: String, needed: String)
  /// `MOCK_API_ADMIN_TOKEN` is missing or wrong.
  case adminToken(Refusal)
  /// The server has as many worlds as it allows.
  case worldLimit(Refusal)
  /// The server refused the call for another reason.
  case refused(Refusal)
  /// A response did not come in time.
  case timedOut(operation: String, seconds: TimeInterval)
  /// The connection failed, or a response could not be read.
  case failed(operation: String, reason: String)
  /// Requests or messages of channels were not as verified, or did not come in the time that was given to them.
  case unsatisfied(Unsatisfied)
  /// A message did not come over a socket in the time that was given to it.
  case noMessage(place: String, seconds: TimeInterval, came: [String], CallPlace)
  /// The test left sockets open.
  case leakedSockets(world: String, sockets: [Socket])
  /// Code asks for the world of the test, but runs in none.
  case noCurrentWorld

  /// A refused call, as the server reported it.
  public struct Refusal: Sendable, Hashable {
    /// The operation in `openapi/mock.yaml`, such as `addFault`.
    public var operation: String
    /// The world that the call was for; nil for the calls of the whole server.
    public var world: String?
    /// The status of the response.
    public var status: Int
    /// The code of the error, such as `NOT_FOUND`.
    public var code: String
    /// The server's message.
    public var message: String
    /// The field and value that are wrong, where the server names them.
    public var details: JSONValue?
  }

  /// A verification that failed.
  public struct Unsatisfied: Sendable, Hashable {
    /// The world whose journal was asked.
    public var world: String
    /// What was looked for.
    public var match: JournalMatch
    /// What the server found. Of messages of channels, it has the server's sentence alone, and no count.
    public var verdict: Verification
    /// How long was waited, in seconds; nil for a verification.
    public var waited: TimeInterval?
    /// What else there is to say, such as the requests that nothing verified.
    public var details: [String] = []
    /// The call that failed.
    public var place: CallPlace?
  }
}

extension MockAPIError {
  /// The call in the test that failed, where the error is of a verification or a wait.
  public var place: CallPlace? {
    switch self {
    case .unsatisfied(let unsatisfied): unsatisfied.place
    case .noMessage(_, _, _, let place): place
    default: nil
    }
  }
}

/// The place of a call in a test.
public struct CallPlace: Sendable, Hashable {
  /// The module and the name of the file.
  public var fileID: String
  /// The path of the file.
  public var filePath: String
  /// The line.
  public var line: Int

  init(_ fileID: String, _ filePath: String, _ line: Int) {
    (self.fileID, self.filePath, self.line) = (fileID, filePath, line)
  }
}

extension MockAPIError: LocalizedError, CustomStringConvertible {
  /// The same as `description`.
  public var errorDescription: String? { description }

  /// What happened and what to do about it.
  public var description: String {
    switch self {
    case .noServer(let reason):
      """
      no mock-api server: \(reason). Install mock-api so that it is on PATH, name the program in MOCK_API_BINARY, or \
      give the address of a server that runs in MOCK_API_URL
      """
    case .serverEnded(let process, let cause, let lines):
      """
      mock-api (process \(process)) ended by \(cause); the next test gets another server. \
      \(lines.isEmpty ? "It logged nothing" : "Its last lines:\n  " + lines.joined(separator: "\n  "))
      """
    case .otherServer(let url, let reason):
      "what answers at \(url) is not mock-api: \(reason). Check MOCK_API_URL, or the URL that was given"
    case .serverTooOld(let found, let needed):
      "the server is mock-api \(found), and this kit needs \(needed) or newer: update mock-api, or use an older kit"
    case .adminToken(let refusal):
      """
      the server takes control calls only with its token, and MOCK_API_ADMIN_TOKEN is missing or wrong: give it the \
      value of the server's --admin-token (\(refusal))
      """
    case .worldLimit(let refusal):
      """
      the server has as many worlds as it allows: start it with a larger --max-worlds, run fewer tests at once, or \
      let it delete unused ones with --world-ttl (\(refusal))
      """
    case .refused(let refusal): "\(refusal)"
    case .timedOut(let operation, let seconds):
      """
      \(operation) was not answered within \(Self.seconds(seconds)) s: see whether the server still runs, or give \
      MockServer a longer timeout
      """
    case .failed(let operation, let reason): "\(operation) failed: \(reason)"
    case .unsatisfied(let unsatisfied): unsatisfied.description
    case .noMessage(let place, let seconds, let came, _):
      "no such message came from \(place) within \(Self.seconds(seconds)) s; "
        + (came.isEmpty ? "none came at all" : "the last that came:\n  " + came.joined(separator: "\n  "))
    case .leakedSockets(let world, let sockets):
      """
      the test left \(sockets.count) socket\(sockets.count == 1 ? "" : "s") of world \(world) open: \
      \(sockets.map(\.description).joined(separator: "; ")). Close it in the app before the test ends, or set \
      leakedSockets to .ignore
      """
    case .noCurrentWorld:
      """
      there is no current world: add .mockAPI() to the test or its suite, and do not ask from a detached task or \
      a callback; pass the world on instead
      """
    }
  }

  static func seconds(_ value: TimeInterval) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}

extension MockAPIError.Refusal: CustomStringConvertible {
  /// What the server said, with the operation and the world.
  public var description: String {
    let place = world.map { " in world \($0)" } ?? ""
    let more = details.map { " \($0)" } ?? ""
    return "\(operation)\(place) was refused with \(status) \(code): \(message)\(more)"
  }
}

extension MockAPIError.Unsatisfied: CustomStringConvertible {
  /// What was expected, how many there were, and what came nearest.
  public var description: String {
    guard details.isEmpty else { return details.joined(separator: "\n  ") }
    var lines = ["expected \(verdict.expected) of \(match) in world \(world), found \(verdict.count)"]
    if let waited { lines[0] += " after \(MockAPIError.seconds(waited)) s" }
    if let message = verdict.message { lines.append("  \(message)") }
    for near in verdict.nearest {
      lines.append("  nearest: \(near.request): \(near.reasons.joined(separator: "; "))")
    }
    return lines.joined(separator: "\n")
  }
}
