import ArgumentParser
import HTTPCore
import JSON

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
