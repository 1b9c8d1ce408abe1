import ArgumentParser
import HTTPCore
import JSON

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
        let path = ControlPath("events", query: try filter.parameters())
        let client = try control.client()
        var (reader, left) = (EventReader(), count)
        var refused: [UInt8] = []
        do {
          var response = try client.stream(
            "GET", path, ControlOptions.timeoutMilliseconds, silenceMilliseconds: -1
          ) { bytes in
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
        } catch let error as ControlClient.Failure {
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
