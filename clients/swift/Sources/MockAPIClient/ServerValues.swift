import Foundation

/// The short name of an API, as `GET /` lists it. APIs of one's own are written as text: `"orders"`.
public struct API: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public var rawValue: String
  /// The API of that name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The API of that name.
  public init(stringLiteral value: String) { rawValue = value }
  /// The name.
  public var description: String { rawValue }

  /// AgroBridge.
  public static let agrobridge: API = "agrobridge"
  /// Interspace.
  public static let interspace: API = "interspace"
  /// Invernaderos.
  public static let invernaderos: API = "invernaderos"
  /// JSONPlaceholder and the math service.
  public static let jsonplaceholder: API = "jsonplaceholder"
  /// newsapi.
  public static let newsapi: API = "newsapi"
  /// What the server has of its own.
  public static let mock: API = "mock"
}

/// What the server is and which APIs it has.
public struct Welcome: Sendable, Hashable, Codable {
  /// An API of the server.
  public struct ServedAPI: Sendable, Hashable, Codable {
    /// Its short name.
    public var name: API
    /// What people call it.
    public var title: String
    /// Where its paths begin, such as `/v1`.
    public var basePath: String
    /// The path of its OpenAPI document.
    public var document: String
    /// Accounts to sign in with, as people read them.
    public var accounts: [String]
  }

  /// `mock-api`.
  public var name: String
  /// The server's version.
  public var version: String
  /// Its APIs.
  public var apis: [ServedAPI]
  /// Paths to go on with.
  public var links: [String: String]
}

/// The calls of the control plane.
public struct CallList: Sendable, Hashable, Codable {
  /// A call.
  public struct Call: Sendable, Hashable, Codable {
    /// Its method.
    public var method: String
    /// Its path.
    public var path: String
    /// Its operation.
    public var operationId: String
    /// What it is for.
    public var about: String
  }

  /// The calls.
  public var calls: [Call]
}

/// The documents of the APIs.
public struct DocumentList: Sendable, Hashable, Codable {
  /// A document.
  public struct Document: Sendable, Hashable, Codable {
    /// The short name of the API.
    public var name: API
    /// What people call it.
    public var title: String
    /// The path of the JSON form.
    public var url: String
    /// The path of the YAML form.
    public var yaml: String
  }

  /// The OpenAPI documents.
  public var documents: [Document]
  /// The path of the AsyncAPI document of the sockets.
  public var sockets: String
}

/// Whether the server serves.
public struct Health: Sendable, Hashable, Codable {
  /// `ok`, or `full` when its disk is.
  public var status: String
  /// What is wrong, if something is.
  public var message: String?
  /// The server's version.
  public var version: String
  /// Seconds since it began.
  public var uptimeSeconds: Int
  /// How many worlds there are, the default one among them.
  public var worlds: Int
  /// The world that was asked.
  public var world: String
}

/// Addresses by which phones and emulators reach the server.
public struct ConnectAddresses: Sendable, Hashable, Codable {
  /// A place with an address.
  public struct Place: Sendable, Hashable, Codable {
    /// Its URL.
    public var url: String
    /// Its URL with TLS, where the server speaks it.
    public var tlsUrl: String?
  }

  /// An address in a network.
  public struct NetworkPlace: Sendable, Hashable, Codable {
    /// Its URL.
    public var url: String
    /// Its URL with TLS, where the server speaks it.
    public var tlsUrl: String?
    /// The address.
    public var host: String
    /// The network interface.
    public var interface: String
    /// `network`, `tunnel` or `bridge`.
    public var kind: String
  }

  /// The certificate to trust for TLS.
  public struct TLS: Sendable, Hashable, Codable {
    /// Paths of the CA's certificate, by form.
    public struct Authority: Sendable, Hashable, Codable {
      /// As PEM.
      public var pem: String
      /// As DER.
      public var der: String
      /// As a configuration profile.
      public var mobileconfig: String
    }

    /// The port.
    public var port: Int
    /// Where its certificate is.
    public var authority: Authority
  }

  /// Whether the network can reach the server.
  public var lan: Bool
  /// The page that brings a device to the server.
  public var page: String?
  /// The addresses in the networks.
  public var urls: [NetworkPlace]
  /// By the machine's name.
  public var name: Place?
  /// On the same machine.
  public var local: Place?
  /// From Android's emulator.
  public var emulator: Place?
  /// Commands that forward a port to an Android device.
  public var adb: [String]
  /// What TLS needs.
  public var tls: TLS?
}

/// A world, as the server shows it.
public struct WorldInfo: Sendable, Hashable, Codable {
  /// Its id.
  public var id: String
  /// What it is called for people, where it was given a name.
  public var name: String?
  /// The prefix of its paths.
  public var basePath: String
  /// Its clock.
  public var clock: Clock
  /// When it began.
  public var startedAt: Date
  /// How many requests it has had.
  public var requests: Int
  /// How long nobody used it.
  public var idleSeconds: Int
}

/// A wish for a new world. What is nil is the server's choice.
public struct WorldWish: Sendable, Hashable, Codable {
  /// Its id: up to 64 letters, digits, dots, underscores and hyphens.
  public var id: String?
  /// What it is called for people: up to 200 characters.
  public var name: String?
  /// `seed`, `snapshot:NAME` or `world:ID`.
  public var from: String?
  /// Its clock.
  public var clock: ClockChange?
  /// Determines everything that looks like chance.
  public var randomSeed: Int?

  /// A wish for a world.
  public init(
    id: String? = nil, name: String? = nil, from: String? = nil, clock: ClockChange? = nil, randomSeed: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.from = from
    self.clock = clock
    self.randomSeed = randomSeed
  }
}

/// The clock of a world.
public struct Clock: Sendable, Hashable, Codable {
  /// Its time.
  public var now: Date
  /// Whether it stands still.
  public var frozen: Bool
  /// Seconds of the world for each real one.
  public var rate: Double
}

/// A change of a clock. What is nil stays.
public struct ClockChange: Sendable, Hashable, Codable {
  /// True stops the clock, false lets it go on.
  public var freeze: Bool?
  /// The time to set.
  public var set: Moment?
  /// How much time passes at once, as ISO 8601 writes it: `PT15M`.
  public var advance: String?
  /// Seconds of the world for each real one, 0.001 to 100,000.
  public var rate: Double?
  /// True for the machine's time again.
  public var reset: Bool?

  /// A change of a clock.
  public init(
    freeze: Bool? = nil, set: Moment? = nil, advance: String? = nil, rate: Double? = nil, reset: Bool? = nil
  ) {
    self.freeze = freeze
    self.set = set
    self.advance = advance
    self.rate = rate
    self.reset = reset
  }

  /// A clock that stands still at a moment.
  public static func frozen(at moment: Moment) -> ClockChange { ClockChange(freeze: true, set: moment) }
}
