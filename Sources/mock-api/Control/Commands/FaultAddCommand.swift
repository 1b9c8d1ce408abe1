import ArgumentParser
import HTTPCore
import JSON

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
