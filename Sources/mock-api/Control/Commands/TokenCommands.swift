import ArgumentParser
import HTTPCore
import JSON

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
