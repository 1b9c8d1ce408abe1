import ArgumentParser
import Foundation
import HTTPCore
import JSON

extension Ctl {
  /// `ctl reset`.
  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: "Take a world back to its beginning: rows, tokens, clock, limits, faults, journal.")

    @OptionGroup var control: ControlOptions

    func run() throws { try control.show("POST", ControlPath("reset"), as: .done("reset")) }
  }

  /// `ctl state`.
  struct State: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "state",
      abstract: "A whole world as one JSON text.", subcommands: [Export.self, Import.self])

    struct Export: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write it to a file or to standard output.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The file. (default: standard output)")
      var file: String?

      func run() throws { try control.save(try control.send("GET", ControlPath("state")), to: file) }
    }

    struct Import: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "import", abstract: "Put it back.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The file; - is standard input.")
      var file: String

      func run() throws {
        let response = try control.send("PUT", ControlPath("state"), bytes: try ControlInput.file(file))
        control.show(response, as: .done("imported \(file)"))
      }
    }
  }
}

extension ControlOptions {
  /// Writes an answer's content to a file, or to standard output without one.
  ///
  /// - Throws: `ExitCode` 1 after the reason was told.
  func save(_ response: Response, to file: String?) throws {
    guard let file, file != "-" else { return show(response, as: .text) }
    do {
      try Foundation.Data(response.content.bytes).write(to: URL(filePath: file), options: .atomic)
    } catch {
      StandardStreams.error("mock-api: \(file) cannot be written: \(error.localizedDescription)\n")
      throw Exit.refused
    }
    if !json { StandardStreams.output("wrote \(file)") }
  }
}

extension Ctl {
  /// `ctl data`.
  struct Data: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "data",
      abstract: "Direct edits of rows, past the rules of the APIs.",
      subcommands: [Tables.self, List.self, Add.self, Change.self, Delete.self], defaultSubcommand: Tables.self)

    struct Tables: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "tables", abstract: "Every table.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        try control.show(
          "GET", ControlPath("data"), as: .table("tables", ["name", "rows", "columns"], whenEmpty: "no tables"))
      }
    }

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Rows of a table.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The table.")
      var table: String

      @Option(name: .customLong("where"), help: "column=value of the rows meant; may be repeated.")
      var conditions: [String] = []

      @Option(help: "At most so many. (default: 100)")
      var limit: Int?

      @Option(help: "Leave out so many.")
      var offset: Int?

      func run() throws {
        var query = try conditions.map { try ControlInput.split($0, at: "=") }
        if let limit { query.append(("_limit", "\(limit)")) }
        if let offset { query.append(("_offset", "\(offset)")) }
        try control.show(
          "GET", ControlPath("data", table, query: query), as: .table("rows", [], whenEmpty: "no rows"))
      }
    }

    struct Add: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "add", abstract: "Add rows.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The table.")
      var table: String

      @Argument(help: "A JSON object, or an array of several.")
      var rows: String

      func run() throws { try control.show("POST", ControlPath("data", table), body: try ControlInput.json(rows)) }
    }

    struct Change: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "change", abstract: "Change rows.")

      @OptionGroup var control: ControlOptions

      @OptionGroup var rows: RowOptions

      @Option(name: .customLong("set"), help: "column=value of what is new; may be repeated.")
      var changes: [String] = []

      func run() throws {
        let changes = try ControlInput.object(changes)
        if changes.isEmpty { throw ValidationError("--set says what is new, such as --set estado=inactivo") }
        try control.show(
          "PATCH", ControlPath("data", rows.table),
          body: ["where": .object(try rows.filter()), "set": .object(changes)])
      }
    }

    struct Delete: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete rows.")

      @OptionGroup var control: ControlOptions

      @OptionGroup var rows: RowOptions

      func run() throws {
        try control.show("DELETE", ControlPath("data", rows.table), body: ["where": .object(try rows.filter())])
      }
    }

    /// Which rows are meant.
    struct RowOptions: ParsableArguments {
      @Argument(help: "The table.")
      var table: String

      @Option(name: .customLong("where"), help: "column=value of the rows meant; may be repeated.")
      var conditions: [String] = []

      @Flag(help: "Mean every row.")
      var all = false

      func validate() throws {
        if conditions.isEmpty != all { throw ValidationError("give either --where column=value or --all") }
      }

      func filter() throws -> JSONObject { try ControlInput.object(conditions) }
    }
  }
}

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
