import ArgumentParser
import HTTPCore
import JSON

extension Ctl {
  /// `ctl sockets`.
  struct Sockets: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sockets",
      abstract: "The open WebSockets of a world.", subcommands: [List.self, Show.self, Kick.self],
      defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Every open socket.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        let columns = [
          "id", "api", "path", "account", "remoteAddress", "openedAt", "received.messages=RECEIVED",
          "sent.messages=SENT",
        ]
        try control.show(
          "GET", ControlPath("sockets"), as: .table("sockets", columns, whenEmpty: "no open sockets"))
      }
    }

    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "show", abstract: "One socket.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its id.")
      var id: Int

      func run() throws { try control.show("GET", ControlPath("sockets", "\(id)")) }
    }

    struct Kick: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "kick", abstract: "Close one socket, or all.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its id.")
      var id: Int?

      @Flag(help: "Close all.")
      var all = false

      @Option(help: "The code of the close frame. (default: 1001)")
      var code: Int?

      @Option(help: "The reason in the close frame.")
      var reason: String?

      @Flag(help: "Reset the connection instead, without a close frame.")
      var abort = false

      func validate() throws {
        if (id == nil) != all { throw ValidationError("give either the id of a socket or --all") }
      }

      func run() throws {
        var body = JSONObject()
        if let code { body["code"] = .number(JSONNumber(code)) }
        if let reason { body["reason"] = .string(reason) }
        if abort { body["abort"] = true }
        let path = id.map { ControlPath("sockets", "\($0)") } ?? ControlPath("sockets")
        try control.show(
          "DELETE", path, body: .object(body), as: .done(id.map { "closed socket \($0)" } ?? "closed all sockets"))
      }
    }
  }
}
