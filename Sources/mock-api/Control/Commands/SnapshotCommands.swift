import ArgumentParser

extension Ctl {
  /// `ctl snapshots`.
  struct Snapshots: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snapshots",
      abstract: "Named images of a world.",
      subcommands: [List.self, Take.self, Show.self, Restore.self, Delete.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Every snapshot of the world.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        try control.show(
          "GET", ControlPath("snapshots"),
          as: .table("snapshots", ["name", "takenAt", "world"], whenEmpty: "no snapshots"))
      }
    }

    struct Take: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "take", abstract: "Take one; an older one of the name makes room.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its name.")
      var name: String

      func run() throws { try control.show("PUT", ControlPath("snapshots", name)) }
    }

    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "show", abstract: "One snapshot.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its name.")
      var name: String

      func run() throws { try control.show("GET", ControlPath("snapshots", name)) }
    }

    struct Restore: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Have the world become what it shows.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its name.")
      var name: String

      func run() throws { try control.show("POST", ControlPath("snapshots", name, "restore")) }
    }

    struct Delete: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete one.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its name.")
      var name: String

      func run() throws { try control.show("DELETE", ControlPath("snapshots", name), as: .done("deleted \(name)")) }
    }
  }
}
