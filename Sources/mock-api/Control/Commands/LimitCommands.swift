import ArgumentParser
import HTTPCore
import JSON

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
