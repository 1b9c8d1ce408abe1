import ArgumentParser
import HTTPCore
import JSON

extension Ctl {
  /// `ctl sensors`.
  struct Sensors: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sensors",
      abstract: "The sensors of the greenhouses under a test's control.",
      subcommands: [List.self, Set.self, Release.self, Push.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Every sensor, its value, and which are set.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        let answer = try control.send("GET", ControlPath("sensors"))
        let greenhouses = (try? JSONParser.parse(answer.content.bytes))?["greenhouses"]?.array ?? []
        let sensors = greenhouses.flatMap { $0["sensors"]?.array ?? [] }
        guard !control.json, !sensors.isEmpty else { return control.show(answer, as: .lines) }
        let columns = ["greenhouseId", "name", "sensorId", "value", "unit", "set", "scenarios"]
        control.print(TextTable.lines(sensors, columns: columns))
      }
    }

    struct Set: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "set", abstract: "Set a sensor's value from now on.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The greenhouse.")
      var greenhouse: String

      @Argument(help: "The sensor.")
      var sensor: String

      @Argument(parsing: .allUnrecognized, help: "The value.")
      var value: [String]

      @Option(name: .customLong("for"), help: "How long, such as 10m, by the world's clock. (default: until released)")
      var length: String?

      func validate() throws {
        if value.count != 1 { throw ValidationError("give the value and nothing behind it") }
      }

      func run() throws {
        var body: JSONObject = ["value": ControlInput.value(value[0])]
        if let length { body["durationSeconds"] = try ControlInput.seconds(length, "--for") }
        try control.show("PUT", ControlPath("sensors", greenhouse, sensor), body: .object(body))
      }
    }

    struct Release: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "release", abstract: "Let a sensor measure again.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The greenhouse.")
      var greenhouse: String

      @Argument(help: "The sensor.")
      var sensor: String

      func run() throws {
        try control.show(
          "DELETE", ControlPath("sensors", greenhouse, sensor), as: .done("released \(greenhouse) \(sensor)"))
      }
    }

    struct Push: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "push", abstract: "Push a reading now.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "name=value of what this one reading shall show.")
      var values: [String] = []

      func run() throws {
        let body: JSONValue? = values.isEmpty ? nil : .object(try ControlInput.object(values))
        try control.show("POST", ControlPath("sensors", "readings"), body: body)
      }
    }
  }
}
