import ArgumentParser
import HTTPCore
import JSON

extension Ctl {
  /// `ctl clock`.
  struct Clock: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clock",
      abstract: "The clock that everything in a world follows.",
      subcommands: [
        Show.self, Freeze.self, Unfreeze.self, Set.self, Advance.self, Rate.self, Reset.self,
      ], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "show", abstract: "What it shows.")

      @OptionGroup var control: ControlOptions

      func run() throws { try control.show("GET", ControlPath("clock")) }
    }

    struct Freeze: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "freeze", abstract: "Stop it.")

      @OptionGroup var control: ControlOptions

      func run() throws { try control.bend(["freeze": true]) }
    }

    struct Unfreeze: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "unfreeze", abstract: "Let it go on.")

      @OptionGroup var control: ControlOptions

      func run() throws { try control.bend(["freeze": false]) }
    }

    struct Set: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "set", abstract: "Set it.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "A date-time of ISO 8601, such as 2026-01-01T00:00:00Z.")
      var moment: String

      func run() throws { try control.bend(["set": .string(moment)]) }
    }

    struct Advance: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "advance", abstract: "Let time pass at once, with everything that happens in it.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "A time such as 90s, 15m or 1h, or a duration of ISO 8601 such as P1DT2H.")
      var time: String

      func run() throws { try control.bend(["advance": ControlInput.duration(time, "the time")]) }
    }

    struct Rate: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "rate", abstract: "Let it run faster or slower.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its seconds in one of ours: 60 is an hour a minute.")
      var rate: String

      func run() throws {
        guard let number = JSONNumber(literal: rate) else { throw ValidationError("\"\(rate)\" is no number") }
        try control.bend(["rate": .number(number)])
      }
    }

    struct Reset: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Let it show the real time again.")

      @OptionGroup var control: ControlOptions

      func run() throws { try control.bend(["reset": true]) }
    }
  }
}

extension ControlOptions {
  fileprivate func bend(_ change: JSONValue) throws { try show("PUT", ControlPath("clock"), body: change) }
}
