import ArgumentParser
import Client
import HTTPCore
import JSON

/// `mock-api ctl`: the control plane of a running server.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Control a running server: worlds, clock, state, faults, journal, tokens, streams, limits.",
    discussion: """
      The server is that of --url or MOCK_API_URL, else the one that `serve` would be in this folder. The world is that of \
      --world or MOCK_API_WORLD:

        mock-api ctl worlds create --id checkout
        mock-api ctl --world checkout clock freeze
        mock-api ctl --world checkout faults add offline --set seconds=30

      For a body or an object, @FILE reads it from a file and - from standard input.

      Exit codes: 0 done; 1 refused, or a verification failed; 2 wrong usage; 4 no server responds.
      """,
    subcommands: [
      CallCommand<Health>.self, CallCommand<Metrics>.self, APIs.self, Worlds.self, Clock.self, CallCommand<Reset>.self,
      Snapshots.self, State.self, Data.self, Faults.self, Holds.self, Requests.self, Events.self, Devices.self,
      CallCommand<Activity>.self, Tokens.self, Sockets.self,
      Channels.self, Messages.self, Listen.self, CallCommand<Broker>.self, Publish.self, Simulations.self, Sensors.self,
      Scenarios.self, Limits.self, AnyCall.self,
    ])

  // Parsed here too, so that it may be before the command as well as after it.
  @OptionGroup var control: ControlOptions

  enum Health: CallRow {
    // Health checks of containers wait no longer.
    static let call = ControlCall(
      "health", "Check that the server is ready; suitable as a container's health check.", "GET health",
      timeoutMilliseconds: 3000)
  }

  enum Metrics: CallRow {
    static let call = ControlCall(
      "metrics", "Metrics of the server in the text format of Prometheus.", "GET metrics", as: .text)
  }

  enum Reset: CallRow {
    static let call = ControlCall(
      "reset", "Reset a world: rows, tokens, clock, limits, faults, journal.", "POST reset",
      as: .done("reset"))
  }

  enum Broker: CallRow {
    static let call = ControlCall(
      "broker", "The message broker: subscriptions and queues.", "GET broker")
  }

  /// `ctl call`.
  struct AnyCall: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "call",
      abstract: "Any call: ctl call POST /_mock/reset.", discussion: "A path without a slash is below /_mock.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "GET, POST, PUT, PATCH or DELETE.")
    var method: String

    @Argument(help: "The path and its query, percent-encoded.")
    var path: String

    @Argument(help: "The body.")
    var body: String?

    func validate() throws {
      let isMethod = !method.isEmpty && method.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
      guard isMethod else { throw ValidationError("\"\(method)\" is not a method") }
      guard !path.isEmpty, path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw ValidationError("\"\(path)\" must be a percent-encoded path")
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
      abstract: "Worlds for parallel tests.",
      subcommands: [
        CallCommand<List>.self, CallCommand<Create>.self, CallCommand<Show>.self, CallCommand<Delete>.self,
      ], defaultSubcommand: CallCommand<List>.self)

    enum List: CallRow {
      static let call = ControlCall(
        "list", "Every world.", "GET worlds",
        as: .table(
          "worlds", ["id", "name", "basePath", "clock.now", "clock.frozen", "clock.rate", "requests", "idleSeconds"],
          whenEmpty: "no worlds"))
    }

    enum Create: CallRow {
      static let call = ControlCall(
        "create", "Create a world, and print its name.", "POST worlds",
        [
          .option("id", "Its name. (default: the next free one)"),
          .option("name", "Its display name, such as the name of a test."),
          .option("from", "seed, snapshot:NAME or world:ID. (default: seed)"),
          .option("clock", "Its initial time, such as 2026-01-01T00:00:00Z.", key: "clock.set"),
          .flag("freeze", "Freeze its clock.", key: "clock.freeze"),
          .option(
            "random-seed", "Seed of its tokens and all other random values.", key: "randomSeed",
            as: CallInput.integer("--random-seed")),
        ], as: .member("id"))
    }

    enum Show: CallRow {
      static let call = ControlCall("show", "One world.", "GET worlds/{id}", [.path("id", "Its name.")])
    }

    enum Delete: CallRow {
      static let call = ControlCall(
        "delete", "Delete worlds and close their sockets.", "DELETE worlds/{ids}",
        [.path("ids", "Their names.", .arguments)], as: .done("deleted {ids}"))
    }
  }

  /// `ctl tokens`.
  struct Tokens: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "tokens",
      abstract: "Issue, inspect and invalidate tokens.",
      subcommands: [
        CallCommand<List>.self, CallCommand<SignIn>.self, CallCommand<Mint>.self, CallCommand<Inspect>.self,
        CallCommand<End>.self, CallCommand<Invalidate>.self,
      ], defaultSubcommand: CallCommand<List>.self)

    enum List: CallRow {
      static let call = ControlCall(
        "list", "The tokens that were issued or used recently.", "GET tokens",
        as: .table(
          "tokens", ["kind", "api", "account", "email", "session", "expiresAt", "state"], whenEmpty: "no tokens"))
    }

    enum End: CallRow {
      static let call = ControlCall(
        "end", "End sessions: their tokens are refused from now on.", "DELETE sessions/{sessions}",
        [.path("sessions", "The sessions.", .arguments)], as: .done("ended {sessions}"))
    }

    enum Mint: CallRow {
      static let call = ControlCall(
        "mint", "Issue an access token and a refresh token.", "POST tokens",
        [
          .option("api", "The API.", .neededOption), .option("account", "The account's id.", .neededOption),
          .option("session", "Its session. (default: a new one)"),
          .option(
            "expires-in", "Its lifetime in seconds; negative for an expired token.", .signedOption,
            key: "expiresIn", as: CallInput.integer("--expires-in")),
          .pairs("claim", "name=value of a further claim; may be repeated.", key: "claims"),
        ])
    }

    enum SignIn: CallRow {
      static let call = ControlCall(
        "sign-in", "Sign in to an API without a password.", "POST sign-in",
        [
          .argument("api", "The API."),
          .option("account", "The account's id or name. (default: the sample account, or the first one)"),
        ])
    }

    enum Inspect: CallRow {
      static let call = ControlCall(
        "inspect", "Show the owner of an access token, and whether it is valid.", "POST tokens/inspect",
        [.argument("token", "The token.")])
    }

    enum Invalidate: CallRow {
      static let call = ControlCall(
        "invalidate", "Refuse every token that was issued so far.", "POST tokens/invalidate",
        as: .done("invalidated all tokens"))
    }
  }

  /// `ctl limits`.
  struct Limits: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "limits",
      abstract: "The rate limits of a world's APIs.",
      subcommands: [
        CallCommand<List>.self, CallCommand<Show>.self, CallCommand<Set>.self, CallCommand<Off>.self,
        CallCommand<Exhaust>.self, CallCommand<Reset>.self,
      ], defaultSubcommand: CallCommand<List>.self)

    private static let api = CallInput.path("api", "The API.")
    private static let clients = [
      CallInput.option("account", "An account's id."),
      CallInput.option("address", "An address of clients without an account."),
    ]

    enum List: CallRow {
      static let call = ControlCall(
        "list", "The limits of every API.", "GET rate-limits",
        as: .table("rateLimits", ["api", "authenticated", "anonymous", "windowSeconds"], whenEmpty: "no limits"))
    }

    enum Show: CallRow {
      static let call = ControlCall("show", "The limits of one API, and their use.", "GET rate-limits/{api}", [api])
    }

    enum Set: CallRow {
      static let call = ControlCall(
        "set", "Change the limits of one API.", "PUT rate-limits/{api}",
        [
          api,
          .body("limits", "AUTH/ANON requests a minute, such as 500/50.") { text in
            let numbers = text.split(separator: "/").compactMap { Int($0) }
            guard numbers.count == 2 else {
              throw ValidationError("the limits must be AUTH/ANON such as 500/50, not \"\(text)\"")
            }
            return ["authenticated": .number(JSONNumber(numbers[0])), "anonymous": .number(JSONNumber(numbers[1]))]
          },
        ])
    }

    enum Off: CallRow {
      static let call = ControlCall(
        "off", "Remove the limits of one API.", "PUT rate-limits/{api}", [api], body: ["off": true])
    }

    enum Exhaust: CallRow {
      static let call = ControlCall(
        "exhaust", "Exhaust the limit of an account or an address.", "POST rate-limits/{api}/exhaust", [api] + clients,
        choices: [.one(of: "account", "address", else: "give either --account or --address")])
    }

    enum Reset: CallRow {
      static let call = ControlCall(
        "reset", "Reset the counts of one client, or of all.", "POST rate-limits/{api}/reset", [api] + clients,
        choices: [.atMostOne(of: "account", "address", else: "give either --account or --address")])
    }
  }
}
