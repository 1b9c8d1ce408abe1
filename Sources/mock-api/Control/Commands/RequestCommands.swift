import ArgumentParser
import HTTPCore

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
        let entries = (try? JSONParser.parse(answer.content.bytes))?["requests"]?.array ?? []
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
      static let configuration = CommandConfiguration(commandName: "count", abstract: "How many there are.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: JournalFilter

      func run() throws {
        let answer = try control.send("POST", ControlPath("requests", "count"), body: ["match": try filter.match()])
        let count = (try? JSONParser.parse(answer.content.bytes))?["count"]?.number?.literal
        control.show(answer, as: count.map(ControlView.done) ?? .lines)
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
