import Foundation
import HTTPCore
import JSON
import Synchronization

/// One client's conversation. It knows no transport: it takes messages, and gives each response to a closure.
package final class MCPSession: Sendable {
  /// The most requests of a session that run at a time.
  static let maximumCalls = 8
  /// The most messages of a batch, which revision 2025-03-26 has.
  private static let maximumBatch = 20
  /// The stack of a call's thread: enough for the deepest JSON.
  private static let stackBytes = 2 << 20

  private struct State {
    /// nil before `initialize`.
    var revision: String?
    /// The running requests by the JSON of their ids.
    var calls: [String: CallCancellation] = [:]
    var hasEnded = false
    /// Called when no request runs any more.
    var idle: (@Sendable () -> Void)?
  }

  private let service: MCPService
  private let state = Mutex(State())

  /// A session that waits for `initialize`.
  package init(_ service: MCPService) {
    self.service = service
  }

  /// The negotiated revision; nil before `initialize`.
  var revision: String? { state.withLock { $0.revision } }

  /// Whether requests are running.
  var isBusy: Bool { state.withLock { !$0.calls.isEmpty } }

  /// A closure that takes the response to a message: its JSON, or nil where there is none, because of a notification or
  /// a cancelled request. It is called once, on any thread.
  package typealias Reply = @Sendable (JSONValue?) -> Void

  /// Takes a message or a batch.
  ///
  /// - Parameters:
  ///   - world: The world of calls that name none; nil for that of the connection.
  /// - Returns: What cancels the requests of the message.
  @discardableResult
  package func receive(_ bytes: [UInt8], world: String? = nil, reply: @escaping Reply) -> MCPRequests {
    let requests = MCPRequests()
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(bytes)
    } catch {
      reply(RPCError.unreadable(error).response(to: .null))
      return requests
    }
    guard let batch = value.array else {
      receive(RPCMessage(value), world, requests, reply)
      return requests
    }
    guard revision == "2025-03-26" else {
      reply(RPCError(.invalidRequest, "a message is an object: this revision has no batches").response(to: .null))
      return requests
    }
    guard (1...Self.maximumBatch).contains(batch.count) else {
      let error = RPCError(.invalidRequest, "a batch has from 1 to \(Self.maximumBatch) messages, not \(batch.count)")
      reply(error.response(to: .null))
      return requests
    }
    let gathered = BatchReply(count: batch.count, reply)
    for element in batch { receive(RPCMessage(element), world, requests, gathered.add) }
    return requests
  }

  private func receive(_ message: RPCMessage, _ world: String?, _ requests: MCPRequests, _ reply: @escaping Reply) {
    switch message {
    case .invalid(let id, let error): reply(error.response(to: id))
    case .response: reply(nil)
    case .notification(let method, let parameters):
      if method == "notifications/cancelled", let id = parameters["requestId"] { cancel(id) }
      reply(nil)
    case .request(let id, let method, let parameters):
      do throws(RPCError) {
        switch try answer(method, parameters, world) {
        case .now(let result): reply(Self.response(result, to: id))
        case .later(let work): try begin(work, id, requests, reply)
        }
      } catch {
        reply(error.response(to: id))
      }
    }
  }

  private func answer(
    _ method: String, _ parameters: JSONObject, _ world: String?
  ) throws(RPCError) -> MCPService.Answer {
    if method == "initialize" { return .now(try initialize(parameters)) }
    guard method == "ping" || revision != nil else {
      throw RPCError(.invalidRequest, "the session has not begun: send initialize first")
    }
    return try service.answer(method, parameters, world: world)
  }

  private func initialize(_ parameters: JSONObject) throws(RPCError) -> JSONValue {
    guard let wanted = parameters["protocolVersion"]?.string else {
      throw RPCError(
        .invalidParameters, "\"protocolVersion\" must be a revision of MCP, such as \(MCPService.revisions[0])",
        data: ["supported": .array(MCPService.revisions.map(JSONValue.string))])
    }
    for name in ["capabilities", "clientInfo"] where parameters[name]?.object == nil {
      throw RPCError(.invalidParameters, "\"\(name)\" must be an object")
    }
    // The client ends the session if it does not know the offered revision.
    let revision = MCPService.revisions.contains(wanted) ? wanted : MCPService.revisions[0]
    let isNew = state.withLock { state in
      guard state.revision == nil else { return false }
      state.revision = revision
      return true
    }
    guard isNew else { throw RPCError(.invalidRequest, "the session has begun already") }
    return service.initialized(revision)
  }

  private static func response(_ result: JSONValue, to id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  // MARK: Running requests

  private func begin(
    _ work: @escaping MCPService.Work, _ id: JSONValue, _ requests: MCPRequests, _ reply: @escaping Reply
  ) throws(RPCError) {
    let key = Self.key(id)
    let cancellation = CallCancellation()
    let refusal = state.withLock { state -> RPCError? in
      guard !state.hasEnded else { return RPCError(.busy, "the session has ended") }
      guard state.calls[key] == nil else {
        return RPCError(.invalidRequest, "a request with this id is still running")
      }
      guard state.calls.count < Self.maximumCalls else {
        return RPCError(
          .busy, "\(Self.maximumCalls) requests of this session are running; wait until one of them has ended")
      }
      state.calls[key] = cancellation
      return nil
    }
    if let refusal { throw refusal }
    requests.add(cancellation)
    // A thread for each, since it waits for the server; a session has few.
    let thread = Thread { [self] in
      let response: JSONValue
      do throws(RPCError) {
        response = Self.response(try work(cancellation), to: id)
      } catch {
        response = error.response(to: id)
      }
      // The response to a cancelled request is of no interest (MCP, Cancellation).
      if cancellation.isCancelled { reply(nil) } else { reply(response) }
      ended(key)
    }
    thread.name = "mcp-call"
    thread.stackSize = Self.stackBytes
    thread.start()
  }

  private func ended(_ key: String) {
    let idle = state.withLock { state -> (@Sendable () -> Void)? in
      state.calls[key] = nil
      return state.calls.isEmpty ? state.idle.take() : nil
    }
    idle?()
  }

  private func cancel(_ id: JSONValue) { state.withLock { $0.calls[Self.key(id)] }?.cancel() }

  private static func key(_ id: JSONValue) -> String {
    String(decoding: JSONWriter.serialize(id, sortedKeys: false), as: UTF8.self)
  }

  /// Calls a closure when no request is running, at once if none is.
  package func whenIdle(_ body: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state in
      if !state.calls.isEmpty { state.idle = body }
      return state.calls.isEmpty
    }
    if isIdle { body() }
  }

  /// Cancels every request, and takes no more.
  package func end() {
    let calls = state.withLock { state in
      state.hasEnded = true
      return Array(state.calls.values)
    }
    for call in calls { call.cancel() }
  }
}

/// The requests of one message.
package final class MCPRequests: Sendable {
  private let calls = Mutex<[CallCancellation]>([])

  func add(_ call: CallCancellation) { calls.withLock { $0.append(call) } }

  /// Cancels them, because nobody waits for the response any more.
  package func cancel() {
    for call in calls.withLock(\.self) { call.cancel() }
  }
}

/// Gathers the responses to the messages of a batch.
private final class BatchReply: Sendable {
  private struct State {
    var left: Int
    var responses: [JSONValue] = []
  }

  private let state: Mutex<State>
  private let reply: MCPSession.Reply

  init(count: Int, _ reply: @escaping MCPSession.Reply) {
    state = Mutex(State(left: count))
    self.reply = reply
  }

  @Sendable func add(_ response: JSONValue?) {
    let whole = state.withLock { state -> [JSONValue]? in
      state.left -= 1
      if let response { state.responses.append(response) }
      return state.left == 0 ? state.responses : nil
    }
    guard let whole else { return }
    if whole.isEmpty { reply(nil) } else { reply(.array(whole)) }
  }
}
