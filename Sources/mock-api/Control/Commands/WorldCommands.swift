import ArgumentParser
import HTTPCore
import JSON

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
