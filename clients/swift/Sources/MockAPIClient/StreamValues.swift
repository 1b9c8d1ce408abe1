import Foundation

/// An open socket.
public struct Socket: Sendable, Hashable, Codable, CustomStringConvertible {
  /// What went over it in one direction.
  public struct Traffic: Sendable, Hashable, Codable {
    /// How many messages.
    public var messages: Int
    /// How many bytes.
    public var bytes: Int
  }

  /// How often each side promised to be heard.
  public struct HeartBeat: Sendable, Hashable, Codable {
    /// The client, in milliseconds; 0 for never.
    public var client: Int
    /// The server, in milliseconds; 0 for never.
    public var server: Int
  }

  /// What its client subscribed to.
  public struct Subscription: Sendable, Hashable, Codable {
    /// The client's id of it.
    public var id: String
    /// The destination.
    public var destination: String
    /// How the client acknowledges; nil where the protocol has no acknowledgements.
    public var ack: String?
    /// How many messages it has not acknowledged.
    public var unacknowledged: Int
  }

  /// Its number.
  public var id: Int
  /// Its API.
  public var api: API
  /// The path of its handshake.
  public var path: String
  /// Its operation, where the documents have one.
  public var operationId: String?
  /// Whose it is.
  public var account: String?
  /// Where it comes from.
  public var remoteAddress: String
  /// When it was opened.
  public var openedAt: Date
  /// What the server received.
  public var received: Traffic
  /// What the server sent.
  public var sent: Traffic
  /// The device that opened it, by its id.
  public var device: String
  /// `stomp`, `sockjs`, `channels` or `echo`; nil for another.
  public var `protocol`: String?
  /// The agreed version of STOMP.
  public var version: String?
  /// Whom the client signed in as over the socket.
  public var user: String?
  /// How often each side promised to be heard.
  public var heartBeat: HeartBeat?
  /// What its client subscribed to.
  public var subscriptions: [Subscription]
  /// Bytes that wait to be sent.
  public var queuedBytes: Int
  /// Messages that the client was too slow for.
  public var droppedMessages: Int

  /// The socket in a line.
  public var description: String {
    "socket \(id) at \(path), \(operationId ?? api.rawValue), account \(account ?? "none")"
  }
}

/// How a socket is closed.
public struct SocketEnding: Sendable, Hashable, Codable {
  /// The close code, 1000 to 4999; 1001 without one.
  public var code: Int?
  /// The reason, for people.
  public var reason: String?
  /// True to reset the connection without a close frame.
  public var abort: Bool?

  /// An ending.
  public init(code: Int? = nil, reason: String? = nil, abort: Bool? = nil) {
    self.code = code
    self.reason = reason
    self.abort = abort
  }
}

/// What the message broker holds.
public struct Broker: Sendable, Hashable, Codable {
  /// A subscription.
  public struct Subscription: Sendable, Hashable, Codable {
    /// Its session.
    public var session: String
    /// What it listens to.
    public var destination: String
  }

  /// A queue.
  public struct Queue: Sendable, Hashable, Codable {
    /// Its name.
    public var destination: String
    /// How many messages wait.
    public var waiting: Int
    /// How many subscribers it has.
    public var consumers: Int
  }

  /// The subscriptions.
  public var subscriptions: [Subscription]
  /// The queues.
  public var queues: [Queue]
  /// Messages that were sent and not acknowledged.
  public var unacknowledged: Int
}

/// A message for the broker.
public struct Message: Sendable, Hashable, Codable {
  /// Where it goes.
  public var destination: String
  /// What it says.
  public var body: JSONValue
  /// Its media type.
  public var contentType: String?
  /// More headers.
  public var headers: [String: String]?

  /// A message.
  public init(
    to destination: String, body: JSONValue, contentType: String? = nil, headers: [String: String]? = nil
  ) {
    self.destination = destination
    self.body = body
    self.contentType = contentType
    self.headers = headers
  }
}

/// Something that moves by itself.
public struct Simulation: Sendable, Hashable, Codable {
  /// Its name.
  public var name: String
  /// Whether it stands still.
  public var paused: Bool
  /// The time of the world between two steps.
  public var intervalMilliseconds: Int
}

/// A sensor of Invernaderos.
public struct Sensor: Sendable, Hashable, Codable {
  /// A value that was set.
  public struct SetValue: Sendable, Hashable, Codable {
    /// The value.
    public var value: Double
    /// From when on.
    public var since: Date
    /// Until when; nil for ever.
    public var until: Date?
  }

  /// Its member of RealDataDto, such as `TEMPERATURA INVERNADERO 01`.
  public var sensorId: String
  /// Its greenhouse: `001`, `002` or `003`.
  public var greenhouseId: String
  /// Its name within the greenhouse, such as `humidity`.
  public var name: String
  /// What it measures.
  public var type: String
  /// The unit.
  public var unit: String
  /// What a reading would have now; nil while it says nothing.
  public var value: Double?
  /// The value that was set by hand.
  public var set: SetValue?
  /// Ids of the scenarios that change it.
  public var scenarios: [String]
}

/// The sensors and their values.
public struct SensorList: Sendable, Hashable, Codable {
  /// A greenhouse.
  public struct Greenhouse: Sendable, Hashable, Codable {
    /// Its id.
    public var greenhouseId: String
    /// Its sensors.
    public var sensors: [Sensor]
  }

  /// The world's time.
  public var now: Date
  /// The greenhouses.
  public var greenhouses: [Greenhouse]
}

/// Something that happens to sensors.
public struct Scenario: Sendable, Hashable, Codable {
  /// Its id.
  public var id: String
  /// What happens.
  public var type: ScenarioWish.Kind
  /// `scheduled`, `running` or `over`.
  public var state: String
  /// The greenhouse, where not all are meant.
  public var greenhouse: String?
  /// The sensor, where not all are meant.
  public var sensor: String?
  /// How strong it is.
  public var intensity: Double?
  /// When it begins.
  public var startsAt: Date
  /// When it ends.
  public var endsAt: Date
}

/// A wish for something to happen to sensors.
public struct ScenarioWish: Sendable, Hashable, Codable {
  /// What happens.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// Temperatures rise.
    case heatWave
    /// Values stay as they are.
    case stuck
    /// Nothing is said.
    case offline
    /// Values jump.
    case spikes
  }

  /// What happens.
  public var type: Kind
  /// The greenhouse: `001`, `002` or `003`; all without one.
  public var greenhouse: String?
  /// The sensor; all without one.
  public var sensor: String?
  /// For how many seconds of the world's time.
  public var durationSeconds: Double
  /// How strong it is.
  public var intensity: Double?
  /// In how many seconds it begins.
  public var startsInSeconds: Double?

  /// A wish.
  public init(
    _ type: Kind, greenhouse: String? = nil, sensor: String? = nil, durationSeconds: Double,
    intensity: Double? = nil, startsInSeconds: Double? = nil
  ) {
    self.type = type
    self.greenhouse = greenhouse
    self.sensor = sensor
    self.durationSeconds = durationSeconds
    self.intensity = intensity
    self.startsInSeconds = startsInSeconds
  }
}
