import ArgumentParser
import Client
import HTTPCore
import JSON

extension Ctl {
  /// `ctl sockets`.
  struct Sockets: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sockets",
      abstract: "The open WebSockets of a world.",
      subcommands: [CallCommand<List>.self, CallCommand<Show>.self, CallCommand<Send>.self, CallCommand<Kick>.self],
      defaultSubcommand: CallCommand<List>.self)

    enum Send: CallRow {
      static let call = ControlCall(
        "send", "Send a message to a client, unchanged.", "POST sockets/{id}/messages",
        [.path("id", "Its id.", .argument, as: number), .argument("text", "The message.")],
        as: .done("sent to socket {id}"))
    }

    private static let number = CallInput.integer("the id")

    enum List: CallRow {
      static let call = ControlCall(
        "list", "Every open socket.", "GET sockets",
        as: .table(
          "sockets",
          [
            "id", "api", "path", "protocol", "account", "remoteAddress", "openedAt", "received.messages=RECEIVED",
            "sent.messages=SENT",
          ], whenEmpty: "no open sockets"))
    }

    enum Show: CallRow {
      static let call = ControlCall(
        "show", "One socket.", "GET sockets/{id}", [.path("id", "Its id.", .argument, as: number)])
    }

    enum Kick: CallRow {
      static let call = ControlCall(
        "kick", "Close one socket, or all.", "DELETE sockets/{id?}",
        [
          .path("id", "Its id.", .optionalArgument, as: number), .confirmation("all", "Close all."),
          .option("code", "The code of the close frame. (default: 1001)", as: CallInput.integer("--code")),
          .option("reason", "The reason in the close frame."),
          .flag("abort", "Reset the connection instead, without a close frame."),
        ], choices: [.one(of: "id", "all", else: "give either the id of a socket or --all")],
        as: .done("closed socket {id}", otherwise: "closed all sockets"))
    }
  }

  /// `ctl channels`.
  struct Channels: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "channels",
      abstract: "The channels of APIs: who listens, and which messages are held back.",
      subcommands: [CallCommand<List>.self, CallCommand<Hold>.self, CallCommand<Release>.self],
      defaultSubcommand: CallCommand<List>.self)

    private static let inputs: [CallInput] = [
      .option("message", "Only the message of this name."),
      .option("api", "The API, where several have such a channel."),
    ]

    enum List: CallRow {
      static let call = ControlCall(
        "list", "The channels, with the number of their listeners and of messages that are held back.", "GET channels",
        as: .table("channels", ["api", "name", "listeners", "held"], whenEmpty: "no API has channels"))
    }

    enum Hold: CallRow {
      static let call = ControlCall(
        "hold", "Hold back the messages of a channel until they are released.", "POST channels/hold",
        [.argument("channel", "The channel's name or address.")] + inputs, as: .done("held back"))
    }

    enum Release: CallRow {
      static let call = ControlCall(
        "release", "Send messages that are held back, and hold back no more.", "POST channels/release",
        [.argument("channel", "The channel's name or address. (default: all channels)", .optionalArgument)] + inputs + [
          .option(
            "count", "Send only the first ones; further ones stay held back.", as: CallInput.integer("--count"))
        ])
    }
  }

  /// `ctl listen`.
  struct Listen: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "listen",
      abstract: "Print the messages of a channel of a custom API, until Ctrl-C or the server's end.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "The API and the channel, such as shop /orders/live; the channel alone where one API has it.")
    var channel: [String]

    @Option(help: "Exit after this many.")
    var count: Int?

    func validate() throws {
      if channel.count > 2 || channel.isEmpty { throw ValidationError("name an API and a channel, or a channel") }
      if let count, count < 1 { throw ValidationError("--count must be at least 1, not \(count)") }
    }

    func run() throws {
      var query = [(name: "channel", value: channel.last ?? "")]
      if channel.count == 2 { query.append((name: "api", value: channel[0])) }
      try control.follow(ControlPath(["channels", "messages"], query: query), count: count) { event in
        "\(event.name) \(event.data)"
      }
    }
  }

  /// `ctl publish`.
  struct Publish: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "publish", abstract: "Publish a message to a topic, a queue or a user.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "Destination, such as /topic/greenhouse/messages.")
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
        "POST", ControlPath(["messages"]), body: .object(message), as: .done("published to \(destination)"))
    }
  }
}

extension Ctl {
  /// `ctl sensors`.
  struct Sensors: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sensors",
      abstract: "The sensors of the greenhouses under a test's control.",
      subcommands: [List.self, Set.self, CallCommand<Release>.self, CallCommand<Push>.self],
      defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Every sensor, its value, and which are set.")

      @OptionGroup var control: ControlOptions

      func run() throws {
        let response = try control.send("GET", ControlPath(["sensors"]))
        let greenhouses = (try? JSONParser.parse(response.content.bytes))?["greenhouses"]?.array ?? []
        let sensors = greenhouses.flatMap { $0["sensors"]?.array ?? [] }
        guard !control.json, !sensors.isEmpty else { return control.show(response, as: .lines) }
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

      @Option(name: .customLong("for"), help: "Duration, such as 10m, by the world's clock. (default: until released)")
      var length: String?

      func validate() throws {
        if value.count != 1 { throw ValidationError("give the value and nothing after it") }
      }

      func run() throws {
        var body: JSONObject = ["value": ControlInput.value(value[0])]
        if let length { body["durationSeconds"] = try ControlInput.seconds(length, "--for") }
        try control.show("PUT", ControlPath(["sensors", greenhouse, sensor]), body: .object(body))
      }
    }

    enum Release: CallRow {
      static let call = ControlCall(
        "release", "Release a sensor to the simulation.", "DELETE sensors/{greenhouse}/{sensor}",
        [.path("greenhouse", "The greenhouse."), .path("sensor", "The sensor.")],
        as: .done("released {greenhouse} {sensor}"))
    }

    enum Push: CallRow {
      static let call = ControlCall(
        "push", "Push a reading now.", "POST sensors/readings",
        [.pairs("values", "name=value of a sensor in this reading.")])
    }
  }

  /// `ctl simulations`.
  struct Simulations: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "simulations",
      abstract: "The simulations of a world.",
      subcommands: [
        CallCommand<List>.self, CallCommand<Pause>.self, CallCommand<Resume>.self, CallCommand<Step>.self,
      ], defaultSubcommand: CallCommand<List>.self)

    private static let simulation = CallInput.argument("name", "Its name. (default: all)", .optionalArgument)
    private static let table = ControlView.table(
      "simulations", ["name", "paused", "intervalMilliseconds"], whenEmpty: "no simulations")

    enum List: CallRow {
      static let call = ControlCall("list", "Every simulation.", "GET simulations", as: table)
    }

    enum Pause: CallRow {
      static let call = ControlCall("pause", "Pause one, or all.", "POST simulations/pause", [simulation], as: table)
    }

    enum Resume: CallRow {
      static let call = ControlCall(
        "resume", "Resume one, or all.", "POST simulations/resume", [simulation], as: table)
    }

    enum Step: CallRow {
      static let call = ControlCall(
        "step", "Run a step of one now, or of all.", "POST simulations/step", [simulation], as: table)
    }
  }
}
