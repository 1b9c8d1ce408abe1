import ArgumentParser
import Client
import Faults
import HTTPCore
import JSON

extension Ctl {
  /// `ctl faults`.
  struct Faults: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "faults",
      abstract: "The faults of a world.",
      subcommands: [
        CallCommand<List>.self, CallCommand<Types>.self, Add.self, CallCommand<Show>.self, CallCommand<Delete>.self,
        CallCommand<Clear>.self, CallCommand<Sets>.self, CallCommand<Use>.self, CallCommand<Drop>.self,
      ], defaultSubcommand: CallCommand<List>.self)

    private static let fault = CallInput.path("id", "Its id.")
    private static let set = CallInput.path("set", "The set.").completed(by: FaultSet.all.map(\.name))

    enum List: CallRow {
      static let call = ControlCall(
        "list", "The world's faults, and how often each was triggered.", "GET faults",
        as: .table(
          "faults",
          [
            "id", "fault.type", "match", "after", "times", "probability", "matches", "applications", "exhausted", "set",
          ],
          whenEmpty: "no faults"))
    }

    enum Types: CallRow {
      static let call = ControlCall(
        "types", "Every kind of fault with its fields.", "GET fault-types",
        as: .table("types", ["type", "scope", "about", "fields.name=FIELDS"], whenEmpty: "no kinds"))
    }

    enum Show: CallRow {
      static let call = ControlCall("show", "One fault.", "GET faults/{id}", [fault])
    }

    enum Delete: CallRow {
      static let call = ControlCall("delete", "Remove one.", "DELETE faults/{id}", [fault], as: .done("removed {id}"))
    }

    enum Clear: CallRow {
      static let call = ControlCall("clear", "Remove all.", "DELETE faults", as: .done("removed all faults"))
    }

    enum Sets: CallRow {
      static let call = ControlCall(
        "sets", "The predefined sets of faults.", "GET fault-sets",
        as: .table("sets", ["name", "active", "about"], whenEmpty: "no sets"))
    }

    enum Use: CallRow {
      static let call = ControlCall(
        "use", "Add the faults of a set; an active set restarts.", "PUT fault-sets/{set}",
        [
          set, .option("api", "Only for this API.", key: "match.api"),
          .option("path", "Only for these paths; * stands for one segment, ** for any number.", key: "match.path"),
        ], as: .table("faults", ["id", "fault.type", "match", "probability"], whenEmpty: "no faults"))
    }

    enum Drop: CallRow {
      static let call = ControlCall(
        "drop", "Remove the faults of a set.", "DELETE fault-sets/{set}", [set], as: .done("dropped {set}"))
    }
  }

  /// `ctl scenarios`.
  struct Scenarios: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "scenarios",
      abstract: "What happens to sensors over time: heatWave, stuck, offline, spikes.",
      subcommands: [CallCommand<List>.self, CallCommand<Start>.self, CallCommand<Stop>.self],
      defaultSubcommand: CallCommand<List>.self)

    enum List: CallRow {
      static let call = ControlCall(
        "list", "Every scenario.", "GET scenarios", as: .table("scenarios", [], whenEmpty: "no scenarios"))
    }

    enum Start: CallRow {
      static let call = ControlCall(
        "start", "Start one.", "POST scenarios",
        [
          .argument("type", "heatWave, stuck, offline or spikes.").completed(
            by: ["heatWave", "stuck", "offline", "spikes"]),
          .option("for", "Duration, such as 10m, by the world's clock.", .neededOption, key: "durationSeconds") {
            try ControlInput.seconds($0, "--for")
          },
          .option("greenhouse", "Only this greenhouse.") { ControlInput.value($0) },
          .option("sensor", "Only this sensor."),
          .option(
            "intensity", "Strength, such as the degrees of a heat wave.", as: CallInput.number("--intensity")),
          .option("in", "Time before it begins, such as 30s.", key: "startsInSeconds") {
            try ControlInput.seconds($0, "--in")
          },
        ])
    }

    enum Stop: CallRow {
      static let call = ControlCall(
        "stop", "Stop one, or all.", "DELETE scenarios/{id?}",
        [.path("id", "Its id.", .optionalArgument), .confirmation("all", "Stop all.")],
        choices: [.one(of: "id", "all", else: "give either the id of a scenario or --all")],
        as: .done("stopped {id}", otherwise: "stopped all scenarios"))
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

    @Argument(
      help: "A kind of fault (see ctl faults types), or a whole fault as JSON.",
      completion: .list(FaultCatalogue.types.map { $0.name }))
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

    @Option(help: "Only for this account, by its id or e-mail address.")
    var account: String?

    @Option(help: "Only with this header, NAME or NAME:VALUE; may be repeated.")
    var header: [String] = []

    @Option(help: "Only with this parameter in the query, NAME or NAME=VALUE; may be repeated.")
    var query: [String] = []

    @Option(help: "Only with this property of a JSON body, NAME=VALUE or /POINTER=VALUE; may be repeated.")
    var body: [String] = []

    @Option(help: "Number of matches to skip first.")
    var after: Int?

    @Option(help: "Trigger it at most this many times.")
    var times: Int?

    @Option(help: "Fraction of matches that trigger it, 0 to 1.")
    var probability: Double?

    @Option(help: "Seconds, or a time such as 5m, before it begins, by the world's clock.")
    var afterSeconds: String?

    @Option(name: .customLong("for"), help: "Duration, such as 30s, by the world's clock.")
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
      try control.show("POST", ControlPath(["faults"]), body: .object(definition))
    }

    /// Adds the given options.
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
      if !query.isEmpty { match["query"] = .object(JournalFilter.expectations(query, separator: "=")) }
      if !body.isEmpty { match["body"] = .object(try ControlInput.object(body)) }
      if !match.isEmpty { definition["match"] = .object(match) }
      if let id { definition["id"] = .string(id) }
      if let after { definition["after"] = .number(JSONNumber(after)) }
      if let times { definition["times"] = .number(JSONNumber(times)) }
      if let number = probability.flatMap({ JSONNumber($0) }) { definition["probability"] = .number(number) }
      if let afterSeconds { definition["afterSeconds"] = try ControlInput.seconds(afterSeconds, "--after-seconds") }
      if let length { definition["forSeconds"] = try ControlInput.seconds(length, "--for") }
    }
  }
}
