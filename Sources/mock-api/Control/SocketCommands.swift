import ArgumentParser
import HTTPCore
import JSON

extension Ctl {
  /// `ctl sockets`.
  struct Sockets: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sockets",
      abstract: "The open WebSockets of a world.", subcommands: [List.self, Show.self, Kick.self],
      defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Every open socket.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        let columns = [
          "id", "api", "path", "account", "remoteAddress", "openedAt", "received.messages=RECEIVED",
          "sent.messages=SENT",
        ]
        try control.show(
          "GET", ControlPath("sockets"), as: .table("sockets", columns, whenEmpty: "no open sockets"))
      }
    }

    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "show", abstract: "One socket.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its id.")
      var id: Int

      func run() throws { try control.show("GET", ControlPath("sockets", "\(id)")) }
    }

    struct Kick: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "kick", abstract: "Close one socket, or all.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its id.")
      var id: Int?

      @Flag(help: "Close all.")
      var all = false

      @Option(help: "The code of the close frame. (default: 1001)")
      var code: Int?

      @Option(help: "The reason in the close frame.")
      var reason: String?

      @Flag(help: "Reset the connection instead, without a close frame.")
      var abort = false

      func validate() throws {
        if (id == nil) != all { throw ValidationError("give either the id of a socket or --all") }
      }

      func run() throws {
        var body = JSONObject()
        if let code { body["code"] = .number(JSONNumber(code)) }
        if let reason { body["reason"] = .string(reason) }
        if abort { body["abort"] = true }
        let path = id.map { ControlPath("sockets", "\($0)") } ?? ControlPath("sockets")
        try control.show(
          "DELETE", path, body: .object(body), as: .done(id.map { "closed socket \($0)" } ?? "closed all sockets"))
      }
    }
  }
}

extension Ctl {
  /// `ctl broker`.
  struct Broker: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "broker", abstract: "The message broker: subscriptions, queues and what waits in them.")

    @OptionGroup var control: ControlOptions

    func run() throws { try control.show("GET", ControlPath("broker")) }
  }

  /// `ctl publish`.
  struct Publish: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "publish", abstract: "Publish a message to a topic, a queue or a user.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "Where to, such as /topic/greenhouse/messages.")
    var destination: String

    @Argument(help: "JSON, or any other text.")
    var body: String

    @Option(help: "Its media type. (default: application/json or text/plain)")
    var contentType: String?

    @Option(help: "A further header, NAME:VALUE; may be repeated.")
    var header: [String] = []

    func run() throws {
      let text = String(decoding: try ControlInput.bytes(body), as: UTF8.self)
      var message: JSONObject = ["destination": .string(destination), "body": .string(text)]
      let isJSON = (try? JSONParser.parse(Array(text.utf8))) != nil
      if let type = contentType ?? (isJSON ? "application/json" : nil) { message["contentType"] = .string(type) }
      if !header.isEmpty {
        let pairs = try header.map { try ControlInput.split($0, at: ":") }
        message["headers"] = .object(JSONObject(pairs.map { ($0.name, .string($0.value.trimmingBlanks())) }))
      }
      try control.show(
        "POST", ControlPath("messages"), body: .object(message), as: .done("published to \(destination)"))
    }
  }
}

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

extension Ctl {
  /// `ctl simulations`.
  struct Simulations: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "simulations",
      abstract: "What moves by itself.", subcommands: [List.self, Pause.self, Resume.self, Step.self],
      defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Every simulation.")

      @OptionGroup var control: ControlOptions

      func run() throws { try control.simulations("GET", ControlPath("simulations")) }
    }

    struct Pause: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause one, or all.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its name. (default: all)")
      var name: String?

      func run() throws { try control.simulations("POST", ControlPath("simulations", "pause"), name) }
    }

    struct Resume: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "resume", abstract: "Let one go on, or all.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its name. (default: all)")
      var name: String?

      func run() throws { try control.simulations("POST", ControlPath("simulations", "resume"), name) }
    }

    struct Step: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "step", abstract: "Have one move now, or all.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its name. (default: all)")
      var name: String?

      func run() throws { try control.simulations("POST", ControlPath("simulations", "step"), name) }
    }
  }
}

extension ControlOptions {
  fileprivate func simulations(_ method: String, _ path: ControlPath, _ name: String? = nil) throws {
    let columns = ["name", "paused", "intervalMilliseconds"]
    let body: JSONValue? = name.map { ["name": .string($0)] }
    try show(method, path, body: body, as: .table("simulations", columns, whenEmpty: "no simulations"))
  }
}
