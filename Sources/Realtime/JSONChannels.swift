import HTTPCore
import JSON
import STOMP
import Synchronization
import World

/// WebSocket endpoints with the documented JSON messages (CONTRACT §6.5).
package enum JSONChannels {
  /// The endpoint of a plan. A token in `Authorization` or in the query's `token` determines the account whose changes
  /// a socket receives. Without a token it is the plan's default account; with an invalid one the socket gets an error
  /// and is closed (CONTRACT C34).
  package static func endpoint(_ plan: ChannelPlan, api: String) -> Endpoint {
    Endpoint(socket: plan.path, plan.operationID, .open) { call in
      let identity = try SocketIdentity(call, plan: plan, api: api)
      let (world, origin) = (call.world, call.request.origin)
      return WebSocketUpgrade {
        JSONChannelSession(plan: plan, api: api, world: world, identity: identity, origin: origin)
      }
    }
  }
}

/// The account whose changes a new socket receives.
enum SocketIdentity: Sendable {
  /// The default account, because the socket has no token; nil when there is no account.
  case byDefault(account: String?)
  case shown(token: String, Principal)
  /// None, because the token is invalid.
  case refused(Problem)

  init(_ call: Call, plan: ChannelPlan, api: String) throws {
    let token = try call.request.bearerToken ?? call.request.query()["token"]
    guard let token, !token.isEmpty else {
      self = .byDefault(account: try plan.defaultAccount(call.world))
      return
    }
    do {
      self = .shown(token: token, try call.world.accessTokens.verify(token, api: api))
    } catch {
      self = .refused(error)
    }
  }
}

/// A client's request on a channel socket.
enum ChannelRequest: Equatable {
  case subscribe([String])
  case unsubscribe([String])
  case ping
  case auth(token: String)

  private static let types = "subscribe, unsubscribe, ping, auth"
  private static let maximumChannels = 100

  /// Parses a message.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` or `validation` that describes the error.
  init(_ bytes: [UInt8]) throws(Problem) {
    let object = try Self.object(bytes)
    guard let type = object["type"]?.string else {
      throw Problem(.validation, "\"type\" is missing; it is one of \(Self.types)")
    }
    switch type {
    case "subscribe": self = .subscribe(try Self.channels(object))
    case "unsubscribe": self = .unsubscribe(try Self.channels(object))
    case "ping": self = .ping
    case "auth":
      guard let token = object["token"]?.string, !token.isEmpty else {
        throw Problem(.validation, "\"token\" must be a non-empty string")
      }
      self = .auth(token: token)
    default:
      throw Problem(.validation, "the type \"\(type.clipped(to: 60))\" is unknown; it is one of \(Self.types)")
    }
  }

  private static func object(_ bytes: [UInt8]) throws(Problem) -> JSONObject {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw Problem(.malformedBody, "the message is not valid JSON: \(error)")
    }
    guard let object = value.object else {
      throw Problem(.malformedBody, "a message is a JSON object; a JSON value of type \(value.typeName) came")
    }
    return object
  }

  private static func channels(_ object: JSONObject) throws(Problem) -> [String] {
    guard let list = object["channels"]?.array, !list.isEmpty, list.count <= maximumChannels,
      list.allSatisfy({ $0.string != nil })
    else {
      throw Problem(.validation, "\"channels\" must be an array of 1 to \(maximumChannels) strings")
    }
    return list.compactMap(\.string)
  }
}

/// The responses on a channel socket.
enum ChannelReply {
  static func channels(_ type: String, _ channels: [String]) -> WebSocketAction {
    send(["type": .string(type), "channels": .array(channels.map(JSONValue.string))])
  }

  static func pong(_ time: Timestamp) -> WebSocketAction {
    send(["type": "pong", "timestamp": .string(time.iso8601)])
  }

  static func authenticated(_ account: String) -> WebSocketAction {
    send(["type": "authenticated", "account": .string(account)])
  }

  static func error(_ code: String, _ message: String) -> WebSocketAction {
    .send(errorMessage(code, message))
  }

  /// The close code for an invalid token, like 401 for requests (private use, RFC 6455 §7.4.2).
  static let unauthorized: UInt16 = 4401

  /// The error before the socket is closed because of its token.
  static func refusal(_ problem: Problem) -> WebSocketMessage { errorMessage("UNAUTHORIZED", problem.message) }

  /// The reason in the close frame, of at most 123 bytes (RFC 6455 §5.5).
  static func reason(_ problem: Problem) -> String {
    problem.message.allSatisfy(\.isASCII) ? problem.message.clipped(to: 100) : "the token is not valid"
  }

  private static func errorMessage(_ code: String, _ message: String) -> WebSocketMessage {
    .text(JSONWriter.serialize(["type": "error", "error": ["code": .string(code), "message": .string(message)]]))
  }

  private static func send(_ value: JSONValue) -> WebSocketAction {
    .send(.text(JSONWriter.serialize(value)))
  }
}

/// Messages of another protocol that clients send to the JSON channels by mistake.
enum ForeignProtocol {
  /// The advice for a client that sent a STOMP frame; nil for anything else.
  static func explanation(of bytes: [UInt8]) -> String? {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.count < bytes.count, let command = Command(rawValue: String(decoding: line, as: UTF8.self)) else {
      return nil
    }
    let diagnosis = Diagnosis.stompFrameOnJSONChannel(command: command.rawValue)
    return "\(diagnosis.code.title): found the STOMP frame \(diagnosis.found) at byte 0, expected"
      + " \(diagnosis.expected); \(diagnosis.cause)"
  }
}
