import ArgumentParser
import HTTPCore
import JSON

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
