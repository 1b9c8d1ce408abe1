import ArgumentParser
import HTTPCore
import JSON

/// `mock-api ctl`: the control plane of a running server.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Control a running server: worlds, clock, state, faults, journal, tokens, streams, limits.",
    discussion: """
      The server is that of --url or MOCK_API_URL, the world that of --world or MOCK_API_WORLD:

        mock-api ctl worlds create --id checkout
        mock-api ctl --world checkout clock freeze
        mock-api ctl --world checkout faults add offline --set seconds=30

      Where a body or an object is taken, @FILE reads it from a file and - from standard input.

      Exit codes: 0 done; 1 refused, or what was to be verified is not so; 2 wrong usage; 4 no server answers.
      """,
    subcommands: [
      Health.self, Metrics.self, Worlds.self, Clock.self, Reset.self, Snapshots.self, State.self, Data.self,
      Faults.self, Requests.self, Events.self, Tokens.self, Sockets.self, Broker.self, Publish.self,
      Simulations.self, Sensors.self, Scenarios.self, Limits.self, Call.self,
    ])

  // Read here too, so that it may stand before the command as well as behind it.
  @OptionGroup var control: ControlOptions
}

extension Ctl {
  /// `ctl health`.
  struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "health", abstract: "Whether the server serves; fit for a container's health check.")

    // Who checks a container's health has lost patience long before.
    private static let timeoutMilliseconds = 3000

    @OptionGroup var control: ControlOptions

    func run() throws {
      control.show(
        try control.send("GET", ControlPath("health"), timeoutMilliseconds: Self.timeoutMilliseconds), as: .lines)
    }
  }

  /// `ctl metrics`.
  struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "metrics", abstract: "What the server did, in the text format of Prometheus.")

    @OptionGroup var control: ControlOptions

    func run() throws { try control.show("GET", ControlPath("metrics"), as: .text) }
  }

  /// `ctl call`.
  struct Call: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "call",
      abstract: "Any call: ctl call POST /_mock/reset.", discussion: "A path without a slash stands below /_mock.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "GET, POST, PUT, PATCH or DELETE.")
    var method: String

    @Argument(help: "The path and its query, as they stand in an address.")
    var path: String

    @Argument(help: "The body.")
    var body: String?

    func validate() throws {
      let isMethod = !method.isEmpty && method.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
      guard isMethod else { throw ValidationError("\"\(method)\" is no method") }
      guard !path.isEmpty, path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw ValidationError("\"\(path)\" must be a path as it stands in an address, escaped by per cent signs")
      }
    }

    func run() throws {
      let place = ControlPath(verbatim: path.hasPrefix("/") ? path : "/_mock/\(path)")
      let bytes = try body.map(ControlInput.bytes)
      let response = try control.send(method.uppercased(), place, bytes: bytes)
      if !response.content.bytes.isEmpty { control.show(response, as: .text) }
    }
  }
}

extension Ctl {
  /// `ctl worlds`.
  struct Worlds: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "worlds",
      abstract: "Worlds for tests that run side by side.",
      subcommands: [List.self, Create.self, Show.self, Delete.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Every world.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        let columns = ["id", "basePath", "clock.now", "clock.frozen", "clock.rate", "requests", "idleSeconds"]
        try control.show("GET", ControlPath("worlds"), as: .table("worlds", columns, whenEmpty: "no worlds"))
      }
    }

    struct Create: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a world, and print its name.")

      @OptionGroup var control: ControlOptions

      @Option(help: "Its name. (default: the next free one)")
      var id: String?

      @Option(help: "seed, snapshot:NAME or world:ID. (default: seed)")
      var from: String?

      @Option(help: "What its clock shows at first, such as 2026-01-01T00:00:00Z.")
      var clock: String?

      @Flag(help: "Stop its clock.")
      var freeze = false

      @Option(help: "Determines its tokens and everything else that looks like chance.")
      var randomSeed: Int?

      func run() throws {
        var body = JSONObject()
        if let id { body["id"] = .string(id) }
        if let from { body["from"] = .string(from) }
        if let randomSeed { body["randomSeed"] = .number(JSONNumber(randomSeed)) }
        var change = JSONObject()
        if let clock { change["set"] = .string(clock) }
        if freeze { change["freeze"] = true }
        if !change.isEmpty { body["clock"] = .object(change) }
        let answer = try control.send("POST", ControlPath("worlds"), body: .object(body))
        let name = (try? JSONParser.parse(answer.content.bytes))?["id"]?.string
        control.show(answer, as: name.map(ControlView.done) ?? .lines)
      }
    }

    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "show", abstract: "One world.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its name.")
      var id: String

      func run() throws { try control.show("GET", ControlPath("worlds", id)) }
    }

    struct Delete: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete worlds and close their sockets.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Their names.")
      var ids: [String]

      func run() throws {
        for id in ids { try control.show("DELETE", ControlPath("worlds", id), as: .done("deleted \(id)")) }
      }
    }
  }
}

extension Ctl {
  /// `ctl tokens`.
  struct Tokens: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "tokens",
      abstract: "Tokens made to measure, looked into and taken back.",
      subcommands: [Mint.self, Inspect.self, Invalidate.self])

    struct Mint: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "mint", abstract: "Make an access token and a refresh token.")

      @OptionGroup var control: ControlOptions

      @Option(help: "The API.")
      var api: String

      @Option(help: "The account's id.")
      var account: String

      @Option(help: "Its session. (default: a new one)")
      var session: String?

      @Option(parsing: .unconditional, help: "Seconds that it lives; less than 0 for one that has ended already.")
      var expiresIn: Int?

      @Option(name: .customLong("claim"), help: "name=value of a further claim; may be repeated.")
      var claims: [String] = []

      func run() throws {
        var body: JSONObject = ["api": .string(api), "account": .string(account)]
        if let session { body["session"] = .string(session) }
        if let expiresIn { body["expiresIn"] = .number(JSONNumber(expiresIn)) }
        if !claims.isEmpty { body["claims"] = .object(try ControlInput.object(claims)) }
        try control.show("POST", ControlPath("tokens"), body: .object(body))
      }
    }

    struct Inspect: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Whose an access token is, and whether it is any good.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The token.")
      var token: String

      func run() throws {
        try control.show("POST", ControlPath("tokens", "inspect"), body: ["token": .string(token)])
      }
    }

    struct Invalidate: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "invalidate", abstract: "Refuse every token that was issued so far.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        try control.show("POST", ControlPath("tokens", "invalidate"), as: .done("invalidated all tokens"))
      }
    }
  }
}

extension Ctl {
  /// `ctl limits`.
  struct Limits: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "limits",
      abstract: "The rate limits of a world's APIs.",
      subcommands: [List.self, Show.self, Set.self, Off.self, Exhaust.self, Reset.self],
      defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "The limits of every API.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        try control.show(
          "GET", ControlPath("rate-limits"),
          as: .table("rateLimits", ["api", "authenticated", "anonymous", "windowSeconds"], whenEmpty: "no limits"))
      }
    }

    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "show", abstract: "One API's, and who has used how much.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The API.")
      var api: String

      func run() throws { try control.show("GET", ControlPath("rate-limits", api)) }
    }

    struct Set: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "set", abstract: "Change one API's.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The API.")
      var api: String

      @Argument(help: "AUTH/ANON requests a minute, such as 500/50.")
      var limits: String

      func run() throws {
        let numbers = limits.split(separator: "/").compactMap { Int($0) }
        guard numbers.count == 2 else {
          throw ValidationError("the limits must be AUTH/ANON such as 500/50, not \"\(limits)\"")
        }
        try control.show(
          "PUT", ControlPath("rate-limits", api),
          body: ["authenticated": .number(JSONNumber(numbers[0])), "anonymous": .number(JSONNumber(numbers[1]))])
      }
    }

    struct Off: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "off", abstract: "Have no limits for one API.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The API.")
      var api: String

      func run() throws { try control.show("PUT", ControlPath("rate-limits", api), body: ["off": true]) }
    }

    struct Exhaust: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "exhaust", abstract: "Use up what an account or an address has left.")

      @OptionGroup var control: ControlOptions

      @OptionGroup var client: Client

      func validate() throws {
        if client.body == nil { throw ValidationError("give --account or --address") }
      }

      func run() throws {
        try control.show("POST", ControlPath("rate-limits", client.api, "exhaust"), body: client.body)
      }
    }

    struct Reset: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Forget what one client has used, or all.")

      @OptionGroup var control: ControlOptions

      @OptionGroup var client: Client

      func run() throws { try control.show("POST", ControlPath("rate-limits", client.api, "reset"), body: client.body) }
    }

    /// Whose requests are meant.
    struct Client: ParsableArguments {
      @Argument(help: "The API.")
      var api: String

      @Option(help: "An account's id.")
      var account: String?

      @Option(help: "An address of clients without an account.")
      var address: String?

      func validate() throws {
        if account != nil, address != nil { throw ValidationError("give either --account or --address") }
      }

      /// The body of a call; nil for all clients.
      var body: JSONValue? {
        account.map { ["account": .string($0)] } ?? address.map { ["address": .string($0)] }
      }
    }
  }
}
