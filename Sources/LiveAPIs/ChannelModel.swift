import JSON
import OpenAPI
import Resources

/// What was understood of the channels of an API.
package struct ChannelModel: Sendable {
  /// What makes the server send a message.
  package enum Trigger: Sendable, Equatable {
    /// A write of a record of a resource.
    case write(WriteCondition)
    /// The clock, at an interval in nanoseconds.
    case clock(interval: Int64)
    /// A client that connects, or subscribes.
    case connection
    /// Messages of clients, by name, that this one answers or passes on.
    case messages([String])
    /// Nothing but a test.
    case none
  }

  /// Which writes a message announces.
  package struct WriteCondition: Sendable, Equatable {
    /// What happens to the record.
    package enum Verb: String, Sendable, CaseIterable {
      case created, updated, deleted
    }

    package var resource: String
    package var verbs: Set<Verb>
    /// The property and the value that it takes with the write, such as `status` and `SHIPPED`; nil for any.
    package var state: State?

    /// A property that takes a value.
    package struct State: Sendable, Equatable {
      package var member: String
      package var value: JSONValue
    }
  }

  /// What a client's message does.
  package enum Effect: Sendable, Equatable {
    case subscribe, unsubscribe, authenticate, ping
    /// Carries out an operation of the API, by its id.
    case operation(String)
    /// Passes it on to the channel as a message of the server, by name.
    case relay(String)
    /// Only its documented reply is sent.
    case reply
    /// Nothing.
    case none
  }

  /// A kind of message, with what it means.
  package struct Message: Sendable {
    package var document: ChannelDocument.Message
    /// Where the schema of its payload stands; nil where any payload is allowed.
    package var payload: JSONPointer?
    /// What makes the server send it; nil for a message that only clients send.
    package var trigger: Trigger?
    /// What it does when a client sends it; nil for a message that only the server sends.
    package var effect: Effect?
    /// The properties that tell the kinds of messages apart, with the value of this one.
    package var marks: [String: String]
    /// How sure this is, from 0 to 1.
    package var confidence: Double
    /// Why it was understood so, in a sentence.
    package var reason: String

    package var name: String { document.name }
    package var isOfServer: Bool { document.sender != .client }
    /// Whether it is a greeting or a heartbeat.
    var isAboutConnection: Bool {
      trigger == .connection || !ChannelVocabulary.ping.isDisjoint(with: Words.split(name))
    }
    package var isOfClient: Bool { document.sender != .server }
    /// Whether it says that something has failed.
    package var isError: Bool {
      let words = Words.split(name) + marks.values.flatMap(Words.split)
      return !ChannelVocabulary.errors.isDisjoint(with: words)
    }
  }

  /// A channel, with its messages.
  package struct Channel: Sendable {
    package var document: ChannelDocument
    package var messages: [Message]
    /// The paths at which clients connect, each with the transports there.
    package var paths: [Path]
    /// The property of records that each parameter of the address is compared with; the id of the record is `id`.
    package var conditions: [String: String]

    package var name: String { document.name }

    /// Whether a client gets data only after it subscribed with a message.
    package var needsSubscription: Bool { messages.contains { $0.effect == .subscribe } }
  }

  /// A path at which clients connect.
  package struct Path: Sendable, Equatable {
    package var template: String
    /// As in ``ChannelDocument/Server/transport``.
    package var transports: Set<String>
    package var subprotocols: [String]
  }

  package var channels: [Channel]
  /// Corrections that could not be followed, a sentence each.
  package var notes: [String]

  /// Whether the document has no channels.
  package var isEmpty: Bool { channels.isEmpty }
}
