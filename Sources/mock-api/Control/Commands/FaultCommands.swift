import ArgumentParser
import HTTPCore

extension Ctl {
  /// `ctl faults`.
  struct Faults: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "faults",
      abstract: "What goes wrong, for whom, when and how often.",
      subcommands: [
        List.self, Types.self, Add.self, Show.self, Delete.self, Clear.self, Sets.self, Use.self, Drop.self,
      ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The world's faults, and how often each happened.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        let columns = [
          "id", "fault.type", "match", "after", "times", "probability", "matches", "applications", "spent", "set",
        ]
        try control.show("GET", ControlPath("faults"), as: .table("faults", columns, whenEmpty: "no faults"))
      }
    }

    struct Types: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "types", abstract: "Every kind of fault with its fields.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        try control.show(
          "GET", ControlPath("fault-types"),
          as: .table("types", ["type", "scope", "about", "fields.name=FIELDS"], whenEmpty: "no kinds"))
      }
    }

    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "show", abstract: "One fault.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its id.")
      var id: String

      func run() throws { try control.show("GET", ControlPath("faults", id)) }
    }

    struct Delete: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "delete", abstract: "Remove one.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its id.")
      var id: String

      func run() throws { try control.show("DELETE", ControlPath("faults", id), as: .done("removed \(id)")) }
    }

    struct Clear: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "clear", abstract: "Remove all.")

      @OptionGroup var control: ControlOptions

      func run() throws { try control.show("DELETE", ControlPath("faults"), as: .done("removed all faults")) }
    }
  }
}
