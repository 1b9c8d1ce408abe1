import ArgumentParser
import HTTPCore
import JSON

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

extension Ctl.Faults {
  /// `ctl faults add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a fault.",
      discussion: """
          mock-api ctl faults add status --set status=503 --path '/v1/**' --times 2
          mock-api ctl faults add offline --set seconds=30
          mock-api ctl faults add '{"fault":{"type":"reset"},"match":{"api":"agrobridge"},"probability":0.1}'
        """)

    @OptionGroup var control: ControlOptions

    @Argument(help: "A kind of fault (see ctl faults types), or a whole fault as JSON.")
    var fault: String

    @Option(name: .customLong("set"), help: "name=value of one of its fields; may be repeated.")
    var fields: [String] = []

    @Option(help: "Its id. (default: the next free one)")
    var id: String?

    @Option(help: "Only for this API.")
    var api: String?

    @Option(help: "Only for this method.")
    var method: String?

    @Option(help: "Only for these paths; * stands for one segment, ** for any number.")
    var path: String?

    @Option(help: "Only for this operation of the API documents.")
    var operationId: String?

    @Option(help: "Only for this account.")
    var account: String?

    @Option(help: "Only with this header, NAME or NAME:VALUE; may be repeated.")
    var header: [String] = []

    @Option(help: "Leave alone the first so many that match.")
    var after: Int?

    @Option(help: "Happen at most so often.")
    var times: Int?

    @Option(help: "Happen to this part of those that match, 0 to 1.")
    var probability: Double?

    @Option(name: .customLong("for"), help: "Hold so long, such as 30s, by the world's clock.")
    var length: String?

    func run() throws {
      let isJSON = fault == "-" || fault.hasPrefix("@") || fault.hasPrefix("{")
      var definition: JSONObject = [:]
      if isJSON {
        guard let object = try ControlInput.json(fault).object else {
          throw ValidationError("a fault is a JSON object, such as {\"fault\":{\"type\":\"reset\"}}")
        }
        definition = object
      } else {
        definition["fault"] = .object(JSONObject([("type", .string(fault))]))
      }
      try add(to: &definition)
      try control.show("POST", ControlPath("faults"), body: .object(definition))
    }

    /// Adds what the options say.
    private func add(to definition: inout JSONObject) throws {
      var inner = definition["fault"]?.object ?? [:]
      for member in try ControlInput.object(fields).members { inner[member.key] = member.value }
      if !inner.isEmpty { definition["fault"] = .object(inner) }
      var match = definition["match"]?.object ?? [:]
      let conditions = [
        ("api", api), ("method", method), ("path", path), ("operationId", operationId), ("account", account),
      ]
      for case (let name, let value?) in conditions { match[name] = .string(value) }
      if !header.isEmpty { match["header"] = .object(JournalFilter.expectations(header)) }
      if !match.isEmpty { definition["match"] = .object(match) }
      if let id { definition["id"] = .string(id) }
      if let after { definition["after"] = .number(JSONNumber(after)) }
      if let times { definition["times"] = .number(JSONNumber(times)) }
      if let number = probability.flatMap({ JSONNumber($0) }) { definition["probability"] = .number(number) }
      if let length { definition["forSeconds"] = try ControlInput.seconds(length, "--for") }
    }
  }
}

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

extension Ctl {
  /// `ctl scenarios`.
  struct Scenarios: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "scenarios",
      abstract: "What happens to sensors over time: heatWave, stuck, offline, spikes.",
      subcommands: [List.self, Start.self, Stop.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Every scenario.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        try control.show("GET", ControlPath("scenarios"), as: .table("scenarios", [], whenEmpty: "no scenarios"))
      }
    }

    struct Start: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "start", abstract: "Start one.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "heatWave, stuck, offline or spikes.")
      var type: String

      @Option(name: .customLong("for"), help: "How long, such as 10m, by the world's clock.")
      var length: String

      @Option(help: "Only this greenhouse.")
      var greenhouse: String?

      @Option(help: "Only this sensor.")
      var sensor: String?

      @Option(help: "How strong, such as the degrees of a heat wave.")
      var intensity: Double?

      @Option(name: .customLong("in"), help: "Begin so much later, such as 30s.")
      var delay: String?

      func run() throws {
        var body: JSONObject = [
          "type": .string(type), "durationSeconds": try ControlInput.seconds(length, "--for"),
        ]
        if let greenhouse { body["greenhouse"] = ControlInput.value(greenhouse) }
        if let sensor { body["sensor"] = .string(sensor) }
        if let number = intensity.flatMap({ JSONNumber($0, omittingZeroFraction: true) }) {
          body["intensity"] = .number(number)
        }
        if let delay { body["startsInSeconds"] = try ControlInput.seconds(delay, "--in") }
        try control.show("POST", ControlPath("scenarios"), body: .object(body))
      }
    }

    struct Stop: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop one, or all.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its id.")
      var id: String?

      @Flag(help: "Stop all.")
      var all = false

      func validate() throws {
        if (id == nil) != all { throw ValidationError("give either the id of a scenario or --all") }
      }

      func run() throws {
        let path = id.map { ControlPath("scenarios", $0) } ?? ControlPath("scenarios")
        try control.show("DELETE", path, as: .done(id.map { "stopped \($0)" } ?? "stopped all scenarios"))
      }
    }
  }
}
