import ArgumentParser
import HTTPCore
import JSON
import Options

extension Ctl {
  /// `ctl requests`.
  struct Requests: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "requests",
      abstract: "The journal: what the world's clients asked, and what they were answered.",
      subcommands: [
        List.self, CallCommand<Show>.self, Explain.self, CallCommand<Replay>.self, Count.self, Verify.self, Wait.self,
        CallCommand<Clear>.self, HAR.self,
      ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Entries, the oldest first.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      @Option(help: "The newest so many. (default: 100)")
      var limit: Int?

      @Flag(help: "The newest first.")
      var newestFirst = false

      func run() throws {
        var query = try filter.parameters()
        if let limit { query.append(("limit", "\(limit)")) }
        if newestFirst { query.append(("order", "desc")) }
        let answer = try control.send("GET", ControlPath(["requests"], query: query))
        let found = try? JSONParser.parse(answer.content.bytes)
        let underWay = found?["underWay"]?.array ?? []
        let listed = found?["requests"]?.array ?? []
        let entries = newestFirst ? underWay.reversed() + listed : listed + underWay
        guard !control.json else { return control.show(answer, as: .text) }
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
        "replay", "Carry out a request once more, and print the id of the new entry.", "POST requests/{id}/replay",
        [.path("id", "Its id.", .argument, as: CallInput.integer("the id"))])
    }

    struct Count: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "count", abstract: "How many there are; exit code 1 when that is not known.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      func run() throws {
        let answer = try control.send("POST", ControlPath(["requests", "count"]), body: ["match": try filter.match()])
        let found = try? JSONParser.parse(answer.content.bytes)
        let count = found?["count"]?.number?.literal
        if found?["known"]?.bool != false { return control.show(answer, as: count.map { .done($0) } ?? .lines) }
        control.show(answer, as: count.map { .done("at least \($0)") } ?? .lines)
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
      abstract: "Whether the app called what it should have; exit code 1 when not, or when that is not known.",
      discussion: "Without a number, at least one is expected.")

    @OptionGroup var control: ControlOptions

    @OptionGroup(title: "Conditions") var filter: JournalFilter

    @Option(help: "Expect exactly so many.")
    var exactly: Int?

    @Option(help: "Expect at least so many.")
    var atLeast: Int?

    @Option(help: "Expect at most so many.")
    var atMost: Int?

    func run() throws {
      var body: JSONObject = ["match": try filter.match()]
      for case (let name, let number?) in [("exactly", exactly), ("atLeast", atLeast), ("atMost", atMost)] {
        body[name] = .number(JSONNumber(number))
      }
      let answer = try control.send("POST", ControlPath(["requests", "verify"]), body: .object(body))
      try control.showVerdict(answer)
    }
  }

  /// `ctl requests wait`.
  struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "wait",
      abstract: "Wait until the app has called something often enough; exit code 1 when it has not in time.")

    private static let marginMilliseconds = 10_000

    @OptionGroup var control: ControlOptions

    @OptionGroup(title: "Conditions") var filter: JournalFilter

    @Option(help: "How often. (default: 1)")
    var atLeast: Int?

    @Option(help: "How long, at most 60s. (default: 10s)")
    var timeout: String?

    func run() throws {
      let limit =
        try timeout.map { try OptionKind<Int64>.time().value(of: OptionValue(text: $0, origin: "--timeout")) }
        ?? 10_000_000_000
      let milliseconds = Int(limit / 1_000_000)
      var body: JSONObject = ["match": try filter.match()]
      if let atLeast { body["atLeast"] = .number(JSONNumber(atLeast)) }
      body["timeoutMilliseconds"] = .number(JSONNumber(milliseconds))
      let answer = try control.send(
        "POST", ControlPath(["requests", "wait"]), body: .object(body),
        timeoutMilliseconds: milliseconds + Self.marginMilliseconds)
      try control.showVerdict(answer)
    }
  }
}

extension ControlOptions {
  /// Prints whether something is as it was expected, and what comes nearest when not.
  ///
  /// - Throws: ``Exit/refused`` when it is not.
  func showVerdict(_ answer: Response) throws {
    let verdict = try? JSONParser.parse(answer.content.bytes)
    let isSatisfied = verdict?["satisfied"]?.bool == true
    if json {
      show(answer, as: .text)
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
      abstract: "The journal as it grows.", subcommands: [Tail.self], defaultSubcommand: Tail.self)

    struct Tail: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Print each exchange and frame when it happens, until Ctrl-C or the server's end.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      @Option(help: "End after so many.")
      var count: Int?

      func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1, not \(count)") }
      }

      func run() throws {
        let path = ControlPath(["events"], query: try filter.parameters())
        let client = try control.client()
        var (reader, left) = (EventReader(), count)
        var refused: [UInt8] = []
        do {
          var response = try client.stream(
            "GET", path.text, timeoutMilliseconds: ControlOptions.timeoutMilliseconds
          ) { _, bytes in
            // Kept for a refusal, which is short.
            if refused.count < 16 << 10 { refused += bytes }
            for event in reader.feed(bytes) {
              StandardStreams.output(control.json ? event.data : Self.line(event))
              left = left.map { $0 - 1 }
              if left == 0 { return false }
            }
            return true
          }
          response.content = .bytes(refused)
          if response.status != 200 { throw control.refusal(response) }
        } catch let error as HTTPClient.Failure {
          throw ControlOptions.noServer(client, error)
        }
      }

      private static func line(_ event: EventReader.Event) -> String {
        guard let data = try? JSONParser.parse(Array(event.data.utf8)) else { return event.data }
        if event.name == "dropped" { return "… \(JSONText.short(data["count"] ?? .null)) more, too fast to follow" }
        return JournalLine.text(data)
      }
    }
  }
}
