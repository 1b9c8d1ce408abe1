import Foundation

/// A world of a server: records, accounts, tokens, limits, journal, clock and faults of its own.
///
/// The app gets `baseURL`, or the whole `launchEnvironment`; the test controls the world by its parts.
public struct MockWorld: Sendable {
  /// The server.
  public let server: MockServer
  /// Its id, which is in its URLs.
  public let id: String
  /// What it is called for people.
  public let name: String?
  let link: Link

  @TaskLocal package static var running: MockWorld?

  /// The world of the test that runs: that of the trait `.mockAPI()` or of `withMockWorld`.
  ///
  /// - Throws: `MockAPIError.noCurrentWorld` outside of both.
  public static var current: MockWorld {
    get throws {
      guard let running else { throw MockAPIError.noCurrentWorld }
      return running
    }
  }

  init(server: MockServer, id: String, name: String?) {
    self.server = server
    self.id = id
    self.name = name
    var link = server.link
    link.world = id
    link.notes = WorldNotes()
    self.link = link
  }
}

// What the app needs.
extension MockWorld {
  /// The base URL of the world, such as `http://127.0.0.1:3000/_w/checkout-1a2b3c`.
  public var baseURL: URL { server.url.appendingPathComponent("_w/\(id)") }

  /// The same for WebSockets, such as `ws://127.0.0.1:3000/_w/checkout-1a2b3c`.
  public var webSocketURL: URL {
    var parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: false)
    parts?.scheme = server.url.scheme == "https" ? "wss" : "ws"
    return parts?.url ?? baseURL
  }

  /// The base URL of an API, such as `http://127.0.0.1:3000/_w/checkout-1a2b3c/v1`.
  ///
  /// - Throws: `MockAPIError.failed` for an API that the server has not.
  public func url(_ api: API) throws -> URL {
    guard let served = server.apis.first(where: { $0.name == api }) else {
      let names = server.apis.map(\.name.rawValue).joined(separator: ", ")
      throw MockAPIError.failed(operation: "url", reason: "there is no API \"\(api)\"; the server has \(names)")
    }
    return served.basePath == "/" ? baseURL : baseURL.appendingPathComponent(served.basePath)
  }

  /// Names the world in requests whose URL does not.
  public var headers: [String: String] { ["X-Mock-World": id] }

  /// Variables for an app: `XCUIApplication().launchEnvironment.merge(try world.launchEnvironment) { $1 }`.
  ///
  /// They are `MOCK_API_URL` and `MOCK_API_WS_URL` of the world, and for each API its base URL in
  /// `MOCK_API_URL_AGROBRIDGE` and so on.
  public var launchEnvironment: [String: String] {
    var variables = ["MOCK_API_URL": baseURL.absoluteString, "MOCK_API_WS_URL": webSocketURL.absoluteString]
    for api in server.apis {
      let name = api.name.rawValue.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
      variables["MOCK_API_URL_\(String(name))"] = try? url(api.name).absoluteString
    }
    return variables
  }
}

// Its parts.
extension MockWorld {
  /// The time that everything in the world follows.
  public var clock: WorldClock { WorldClock(link: link) }
  /// What goes wrong.
  public var faults: Faults { Faults(link: link) }
  /// Ready-made sets of faults.
  public var faultSets: FaultSets { FaultSets(link: link) }
  /// The exchanges that are held.
  public var holds: Holds { Holds(link: link) }
  /// The journal.
  public var requests: Requests { Requests(link: link) }
  /// Who calls the world.
  public var devices: Devices { Devices(link: link) }
  /// Tokens of accounts.
  public var tokens: Tokens { Tokens(link: link) }
  /// Rate limits.
  public var rateLimits: RateLimits { RateLimits(link: link) }
  /// Open sockets.
  public var sockets: Sockets { Sockets(link: link) }
  /// The channels of custom APIs.
  public var channels: Channels { Channels(link: link) }
  /// The message broker.
  public var broker: MessageBroker { MessageBroker(link: link) }
  /// Messages through the broker.
  public var messages: Messages { Messages(link: link) }
  /// What moves by itself.
  public var simulations: Simulations { Simulations(link: link) }
  /// The sensors of Invernaderos.
  public var sensors: Sensors { Sensors(link: link) }
  /// What happens to sensors.
  public var scenarios: Scenarios { Scenarios(link: link) }
  /// Rows of the tables, past the rules of the APIs.
  public var data: Tables { Tables(link: link) }
  /// Snapshots of the world.
  public var snapshots: Snapshots { Snapshots(link: link) }
  /// The whole world as one document.
  public var state: StateDocument { StateDocument(link: link) }

  /// The last verification that failed.
  package var lastFailure: MockAPIError.Unsatisfied? { link.notes?.lastFailure }

  /// How the server shows the world.
  public func info() async throws -> WorldInfo { try await server.worlds.get(id) }

  /// Deletes the world.
  public func delete() async throws { try await server.worlds.delete(id) }
}
