import ArgumentParser
import HTTPCore
import JSON

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
      let answer = try control.send("POST", ControlPath("requests", "verify"), body: .object(body))
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
      let limit = try timeout.map { try OptionValue(text: $0, origin: "--timeout").nanoseconds() } ?? 10_000_000_000
      let milliseconds = Int(limit / 1_000_000)
      var body: JSONObject = ["match": try filter.match()]
      if let atLeast { body["atLeast"] = .number(JSONNumber(atLeast)) }
      body["timeoutMilliseconds"] = .number(JSONNumber(milliseconds))
      let answer = try control.send(
        "POST", ControlPath("requests", "wait"), body: .object(body),
        timeoutMilliseconds: milliseconds + Self.marginMilliseconds)
      try control.showVerdict(answer)
    }
  }
}

extension ControlOptions {
  /// Prints whether something is as it was expected, and what comes nearest when not.
  ///
  /// - Throws: ``Exit/refused`` when it is not.
  fileprivate func showVerdict(_ answer: Response) throws {
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
