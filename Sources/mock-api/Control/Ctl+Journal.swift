import ArgumentParser
import Client
import HTTPCore
import JSON

extension Ctl {
  /// `ctl requests`.
  struct Requests: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "requests",
      abstract: "The journal: requests and responses of the world's clients.",
      subcommands: [
        List.self, CallCommand<Show>.self, Explain.self, CallCommand<Replay>.self, Count.self, Verify.self, Wait.self,
        CallCommand<Clear>.self, HAR.self,
      ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Entries, the oldest first.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      @Option(help: "Number of entries, the newest ones. (default: 100)")
      var limit: Int?

      @Flag(help: "The newest first.")
      var newestFirst = false

      func run() throws {
        var query = try filter.parameters()
        if let limit { query.append(("limit", "\(limit)")) }
        if newestFirst { query.append(("order", "desc")) }
        let response = try control.send("GET", ControlPath(["requests"], query: query))
        let found = try? JSONParser.parse(response.content.bytes)
        let pending = found?["pending"]?.array ?? []
        let listed = found?["requests"]?.array ?? []
        let entries = newestFirst ? pending.reversed() + listed : listed + pending
        guard !control.json else { return control.show(response, as: .text) }
        let columns = [
          "id", "time", "method", "direction", "path", "query", "status", "summary", "account", "faults.type=FAULTS",
        ]
        control.print(
          entries.isEmpty ? ["no requests"] : TextTable.lines(entries.map(JournalLine.shown), columns: columns))
      }
    }

    enum Show: CallRow {
      static let call = ControlCall(
        "show", "One entry, with headers and bodies.", "GET requests/{id}",
        [.path("id", "Its id.", .argument, as: CallInput.integer("the id"))])
    }

    enum Replay: CallRow {
      static let call = ControlCall(
        "replay", "Send a request again, and print the id of the new entry.", "POST requests/{id}/replay",
        [.path("id", "Its id.", .argument, as: CallInput.integer("the id"))])
    }

    struct Count: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Count entries; exit code 1 if the count is uncertain.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      func run() throws {
        let response = try control.send(
          "POST", ControlPath(["requests", "count"]), body: ["match": try filter.match()])
        let found = try? JSONParser.parse(response.content.bytes)
        let count = found?["count"]?.number?.literal
        if found?["known"]?.bool != false { return control.show(response, as: count.map { .done($0) } ?? .lines) }
        control.show(response, as: count.map { .done("at least \($0)") } ?? .lines)
        StandardStreams.error("mock-api: \(JSONText.short(found?["message"] ?? .null))\n")
        throw ControlOptions.Exit.refused
      }
    }

    enum Clear: CallRow {
      static let call = ControlCall("clear", "Forget all.", "DELETE requests", as: .done("forgot all requests"))
    }

    struct HAR: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "har", abstract: "The exchanges as a HAR file, which browsers and proxies open.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      @Argument(help: "The file. (default: standard output)")
      var file: String?

      func run() throws {
        try control.download(ControlPath(["har"], query: try filter.parameters()), to: file)
      }
    }
  }
}

extension Ctl.Requests {
  /// `ctl requests verify`.
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Check that the app sent the expected requests; exit code 1 if not, or if that is uncertain.",
      discussion: "Without a number, at least one is expected.")

    @OptionGroup var control: ControlOptions

    @OptionGroup(title: "Conditions") var filter: JournalFilter

    @Option(help: "Expect exactly this many.")
    var exactly: Int?

    @Option(help: "Expect at least this many.")
    var atLeast: Int?

    @Option(help: "Expect at most this many.")
    var atMost: Int?

    func run() throws {
      var body: JSONObject = ["match": try filter.match()]
      for case (let name, let number?) in [("exactly", exactly), ("atLeast", atLeast), ("atMost", atMost)] {
        body[name] = .number(JSONNumber(number))
      }
      let response = try control.send("POST", ControlPath(["requests", "verify"]), body: .object(body))
      try control.showVerdict(response)
    }
  }

  /// `ctl requests wait`.
  struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "wait",
      abstract: "Wait until the app has sent the expected requests; exit code 1 after a timeout.")

    @OptionGroup var control: ControlOptions

    @OptionGroup(title: "Conditions") var filter: JournalFilter

    @Option(help: "Number of requests. (default: 1)")
    var atLeast: Int?

    @OptionGroup var waiting: WaitOptions

    func run() throws {
      var body: JSONObject = ["match": try filter.match()]
      if let atLeast { body["atLeast"] = .number(JSONNumber(atLeast)) }
      try control.showVerdict(try waiting.send(ControlPath(["requests", "wait"]), body, by: control))
    }
  }
}

extension ControlOptions {
  /// Prints whether the expectation is met, and otherwise the nearest entries.
  ///
  /// - Throws: ``Exit/refused`` when it is not.
  func showVerdict(_ response: Response) throws {
    let verdict = try? JSONParser.parse(response.content.bytes)
    let isSatisfied = verdict?["satisfied"]?.bool == true
    if json {
      show(response, as: .text)
    } else if let verdict {
      let expected = (verdict["expected"]?.object?.members ?? []).map { member in
        "\(TextTable.head(member.key).lowercased()) \(JSONText.short(member.value))"
      }
      let isKnown = verdict["known"]?.bool != false
      if !isKnown { print([JSONText.short(verdict["message"] ?? .null)]) }
      print([
        "\(isSatisfied ? "satisfied" : isKnown ? "not satisfied" : "undecided"): \(JSONText.short(verdict["count"] ?? .null)) found, expected"
          + " \(expected.joined(separator: ", "))"
      ])
      for miss in verdict["nearest"]?.array ?? [] {
        let request = miss["request"] ?? .null
        let shown = JournalLine.shown(request)
        let name = ["method", "path", "status"].compactMap { shown[$0].map(JSONText.short) }.joined(separator: " ")
        print(["  nearest: \(name)" + (request["id"].map { " (request \(JSONText.short($0)))" } ?? "")])
        print((miss["reasons"]?.array ?? []).map { "    \(JSONText.short($0))" })
      }
    }
    if !isSatisfied { throw Exit.refused }
  }
}

extension Ctl {
  /// `ctl events`.
  struct Events: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "events",
      abstract: "New entries of the journal, and messages to the clients of channels.",
      subcommands: [Tail.self, CallCommand<Push>.self], defaultSubcommand: Tail.self)

    enum Push: CallRow {
      static let call = ControlCall(
        "push", "Send a message to the clients of a channel of a custom API.", "POST events",
        [
          .argument("channel", "The channel's name or address."),
          .argument("message", "The message's name; it may be left out where there is only one.", .optionalArgument),
          .option("payload", "The payload as JSON; a valid one is generated without it.", as: ControlInput.json),
          .option("api", "The API, where several have such a channel."),
        ])
    }

    struct Tail: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Print each exchange and frame when it happens, until Ctrl-C or the server's end.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      @Option(help: "Exit after this many.")
      var count: Int?

      func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1, not \(count)") }
      }

      func run() throws {
        try control.follow(ControlPath(["events"], query: try filter.parameters()), count: count, line: Self.line)
      }

      private static func line(_ event: EventReader.Event) -> String {
        guard let data = try? JSONParser.parse(Array(event.data.utf8)) else { return event.data }
        if event.name == "dropped" { return "… \(JSONText.short(data["count"] ?? .null)) more, too fast to follow" }
        return JournalLine.text(data)
      }
    }
  }
}
