import JSON

/// What a frame says on a channel of an API: the message of the document, where it belongs, and what made it come.
///
/// A message to many clients has one such value for all of their frames.
package final class ChannelMessage: Sendable {
  /// How the payload stands in a frame.
  package enum Form: Sendable, Equatable {
    /// The whole frame.
    case json
    /// In a packet of Socket.IO: the argument of the event or of the acknowledgement.
    case socketIO
    /// As it was read from a frame in another protocol; nil for one that is not JSON.
    case read(JSONValue?)
  }

  /// What made a message come.
  package enum Cause: Sendable, Equatable {
    /// A client that sent it.
    case client
    /// A write of a record, by its resource and id such as `orders/11`; nil for one without an id.
    case write(String?)
    case clock
    /// A client that connected.
    case connection
    /// A message of a client that this one answers or passes on, by its name; nil for one that the document does not have.
    case message(String?)
    /// A call of the control plane.
    case test
    /// Not known.
    case unknown
  }

  package let api: String
  /// The channel's name in the document.
  package let channel: String
  /// The message's name in the document; nil for a message that the document does not have.
  package let name: String?
  /// The values of the parameters in the channel's address.
  package let parameters: [String: String]
  package let form: Form
  package let cause: Cause
  /// How the payload leaves its schema, a sentence each; empty for a valid one.
  package let violations: [String]

  /// Creates the description of a message.
  package init(
    api: String, channel: String, name: String?, parameters: [String: String] = [:], form: Form = .json, cause: Cause,
    violations: [String] = []
  ) {
    (self.api, self.channel, self.name, self.parameters) = (api, channel, name, parameters)
    (self.form, self.cause, self.violations) = (form, cause, violations)
  }

  /// The same message in another form of frames.
  package func written(as form: Form) -> ChannelMessage {
    ChannelMessage(
      api: api, channel: channel, name: name, parameters: parameters, form: form, cause: cause, violations: violations)
  }

  /// The payload in the bytes of a frame; nil where it is not JSON, or truncated.
  package func payload(in bytes: [UInt8]) -> JSONValue? {
    switch form {
    case .json: return try? JSONParser.parse(bytes)
    case .read(let value): return value
    case .socketIO:
      guard let start = bytes.firstIndex(of: UInt8(ascii: "[")),
        let arguments = (try? JSONParser.parse(Array(bytes[start...])))?.array
      else { return nil }
      // Engine.IO's kind, then that of Socket.IO: 2 is an event, whose first argument is its name, and 5 one with
      // attachments.
      guard let kind = bytes.dropFirst().first, [UInt8(ascii: "2"), UInt8(ascii: "5")].contains(kind) else {
        return arguments.first ?? .null
      }
      return arguments.count > 1 ? arguments[1] : .object(JSONObject())
    }
  }
}

extension ChannelMessage: Equatable {
  /// Whether they are the same object.
  package static func == (left: ChannelMessage, right: ChannelMessage) -> Bool { left === right }
}
