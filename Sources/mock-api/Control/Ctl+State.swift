import ArgumentParser
import Client
import Foundation
import HTTPCore
import JSON
import Options

extension Ctl {
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

      func run() throws { try control.save(try control.send("GET", ControlPath(["state"])), to: file) }
    }

    struct Import: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "import", abstract: "Import it.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The file; - is standard input.")
      var file: String

      func run() throws {
        let response = try control.send("PUT", ControlPath(["state"]), bytes: try ControlInput.file(file))
        control.show(response, as: .done("imported \(file)"))
      }
    }
  }
}

extension ControlOptions {
  /// Writes a response's body to a file, or to standard output without one.
  ///
  /// - Throws: `ExitCode` 1 after printing the reason.
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
      abstract: "Edit rows directly, without the rules of the APIs.",
      subcommands: [
        CallCommand<Tables>.self, List.self, CallCommand<Add>.self, CallCommand<Change>.self, CallCommand<Delete>.self,
      ], defaultSubcommand: CallCommand<Tables>.self)

    private static let table = CallInput.path("table", "The table.")
    private static let conditions = CallInput.pairs(
      "where", "column=value that rows must have; may be repeated.", key: "where")
    private static let all = CallInput.confirmation("all", "Select every row.")
    private static let whichRows = CallChoice.one(
      of: "where", "all", else: "give either --where column=value or --all")

    enum Tables: CallRow {
      static let call = ControlCall(
        "tables", "Every table.", "GET data", as: .table("tables", ["name", "rows", "columns"], whenEmpty: "no tables"))
    }

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Rows of a table.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The table.")
      var table: String

      @Option(name: .customLong("where"), help: "column=value that rows must have; may be repeated.")
      var conditions: [String] = []

      @Option(help: "Largest number of rows. (default: 100)")
      var limit: Int?

      @Option(help: "Number of rows to skip.")
      var offset: Int?

      func run() throws {
        var query = try conditions.map { try ControlInput.split($0, at: "=") }
        if let limit { query.append(("_limit", "\(limit)")) }
        if let offset { query.append(("_offset", "\(offset)")) }
        try control.show(
          "GET", ControlPath(["data", table], query: query), as: .table("rows", [], whenEmpty: "no rows"))
      }
    }

    enum Add: CallRow {
      static let call = ControlCall(
        "add", "Add rows.", "POST data/{table}",
        [table, .body("rows", "A JSON object, or an array of several.") { try ControlInput.json($0) }])
    }

    enum Change: CallRow {
      static let call = ControlCall(
        "change", "Change rows.", "PATCH data/{table}",
        [table, conditions, all, .pairs("set", "column=value to set; may be repeated.", key: "set")],
        choices: [whichRows, .one(of: "set", else: "give the new values, such as --set estado=inactivo")],
        body: ["where": [:]])
    }

    enum Delete: CallRow {
      static let call = ControlCall(
        "delete", "Delete rows.", "DELETE data/{table}", [table, conditions, all], choices: [whichRows],
        body: ["where": [:]])
    }
  }

  /// `ctl snapshots`.
  struct Snapshots: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snapshots",
      abstract: "Named snapshots of a world.",
      subcommands: [
        CallCommand<List>.self, CallCommand<Take>.self, CallCommand<Show>.self, CallCommand<Restore>.self,
        CallCommand<Delete>.self,
      ], defaultSubcommand: CallCommand<List>.self)

    private static let snapshot = CallInput.path("name", "Its name.")

    enum List: CallRow {
      static let call = ControlCall(
        "list", "Every snapshot of the world.", "GET snapshots",
        as: .table("snapshots", ["name", "takenAt", "world"], whenEmpty: "no snapshots"))
    }

    enum Take: CallRow {
      static let call = ControlCall(
        "take", "Take one; it replaces an older one of the same name.", "PUT snapshots/{name}", [snapshot])
    }

    enum Show: CallRow {
      static let call = ControlCall("show", "One snapshot.", "GET snapshots/{name}", [snapshot])
    }

    enum Restore: CallRow {
      static let call = ControlCall(
        "restore", "Restore the world from it.", "POST snapshots/{name}/restore", [snapshot])
    }

    enum Delete: CallRow {
      static let call = ControlCall(
        "delete", "Delete one.", "DELETE snapshots/{name}", [snapshot], as: .done("deleted {name}"))
    }
  }

  /// `ctl clock`.
  struct Clock: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clock",
      abstract: "The clock of a world.",
      subcommands: [
        CallCommand<Show>.self, CallCommand<Freeze>.self, CallCommand<Unfreeze>.self, CallCommand<Set>.self,
        CallCommand<Advance>.self, CallCommand<Rate>.self, CallCommand<Reset>.self, Upcoming.self,
      ], defaultSubcommand: CallCommand<Show>.self)

    struct Upcoming: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "upcoming", abstract: "Upcoming events: tokens that expire, readings, faults.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "How far, such as 15m or 1h; at most 31 days. (default: 1h)")
      var time: String?

      func run() throws {
        let nanoseconds =
          try time.map { try OptionKind<Int64>.time().value(of: OptionValue(text: $0, origin: "the time")) }
          ?? 3_600_000_000_000
        let query = [("seconds", "\(nanoseconds / 1_000_000_000)")]
        let response = try control.send("GET", ControlPath(["clock", "upcoming"], query: query))
        control.show(
          response, as: .table("events", ["time", "kind", "count", "about"], whenEmpty: "nothing happens until then"))
      }
    }

    enum Show: CallRow { static let call = ControlCall("show", "Show the clock.", "GET clock") }

    enum Freeze: CallRow {
      static let call = ControlCall("freeze", "Stop it.", "PUT clock", body: ["freeze": true])
    }

    enum Unfreeze: CallRow {
      static let call = ControlCall("unfreeze", "Resume it.", "PUT clock", body: ["freeze": false])
    }

    enum Set: CallRow {
      static let call = ControlCall(
        "set", "Set it.", "PUT clock",
        [.argument("moment", "A date-time of ISO 8601, such as 2026-01-01T00:00:00Z.", key: "set")])
    }

    enum Advance: CallRow {
      static let call = ControlCall(
        "advance", "Advance the time, and run everything that is due.", "PUT clock",
        [
          .argument("time", "A time such as 90s, 15m or 1h, or a duration of ISO 8601 such as P1DT2H.", key: "advance")
          { try ControlInput.duration($0, "the time") }
        ])
    }

    enum Rate: CallRow {
      static let call = ControlCall(
        "rate", "Change its rate.", "PUT clock",
        [
          .argument("rate", "Its seconds per real second: 60 is an hour a minute.", as: CallInput.number("the rate"))
        ])
    }

    enum Reset: CallRow {
      static let call = ControlCall("reset", "Show real time again.", "PUT clock", body: ["reset": true])
    }
  }
}
