import ArgumentParser
import HTTPCore
import JSON

extension Ctl {
  /// `ctl requests`.
  struct Requests: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "requests",
      abstract: "The journal: what the world's clients asked, and what they were answered.",
      subcommands: [
        List.self, Show.self, Count.self, Verify.self, Wait.self, Clear.self, HAR.self,
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
        let answer = try control.send("GET", ControlPath("requests", query: query))
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

    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "show", abstract: "One entry, with headers and bodies.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "Its id.")
      var id: Int

      func run() throws { try control.show("GET", ControlPath("requests", "\(id)")) }
    }

    struct Count: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "count", abstract: "How many there are; exit code 1 when that is not known.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      func run() throws {
        let answer = try control.send("POST", ControlPath("requests", "count"), body: ["match": try filter.match()])
        let found = try? JSONParser.parse(answer.content.bytes)
        let count = found?["count"]?.number?.literal
        if found?["known"]?.bool != false { return control.show(answer, as: count.map(ControlView.done) ?? .lines) }
        control.show(answer, as: count.map { .done("at least \($0)") } ?? .lines)
        StandardStreams.error("mock-api: \(JSONText.short(found?["message"] ?? .null))\n")
        throw ControlOptions.Exit.refused
      }
    }

    struct Clear: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "clear", abstract: "Forget all.")

      @OptionGroup var control: ControlOptions

      func run() throws { try control.show("DELETE", ControlPath("requests"), as: .done("forgot all requests")) }
    }

    struct HAR: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "har", abstract: "The exchanges as a HAR file, which browsers and proxies open.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      @Argument(help: "The file. (default: standard output)")
      var file: String?

      func run() throws {
        try control.save(try control.send("GET", ControlPath("har", query: try filter.parameters())), to: file)
      }
    }
  }
}
