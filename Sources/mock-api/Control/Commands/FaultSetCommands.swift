import ArgumentParser
import HTTPCore
import JSON

extension Ctl.Faults {
  /// `ctl faults sets`.
  struct Sets: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sets", abstract: "The ready-made sets of faults.")

    @OptionGroup var control: ControlOptions

    func run() throws {
      try control.show(
        "GET", ControlPath("fault-sets"), as: .table("sets", ["name", "active", "about"], whenEmpty: "no sets"))
    }
  }

  /// `ctl faults use`.
  struct Use: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "use", abstract: "Add the faults of a set; it begins anew if it is there.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "The set.")
    var set: String

    @Option(help: "Only for this API.")
    var api: String?

    @Option(help: "Only for these paths; * stands for one segment, ** for any number.")
    var path: String?

    func run() throws {
      var match = JSONObject()
      if let api { match["api"] = .string(api) }
      if let path { match["path"] = .string(path) }
      let body: JSONValue? = match.isEmpty ? nil : ["match": .object(match)]
      try control.show(
        "PUT", ControlPath("fault-sets", set), body: body,
        as: .table("faults", ["id", "fault.type", "match", "probability"], whenEmpty: "no faults"))
    }
  }

  /// `ctl faults drop`.
  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "drop", abstract: "Remove the faults of a set.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "The set.")
    var set: String

    func run() throws { try control.show("DELETE", ControlPath("fault-sets", set), as: .done("dropped \(set)")) }
  }
}
