import ArgumentParser

/// `mock-api ctl`: the control plane of a running server.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Control a running server: worlds, clock, state, faults, journal, tokens, streams, limits.",
    discussion: """
      The server is that of --url or MOCK_API_URL, the world that of --world or MOCK_API_WORLD:

        mock-api ctl worlds create --id checkout
        mock-api ctl --world checkout clock freeze
        mock-api ctl --world checkout faults add offline --set seconds=30

      Where a body or an object is taken, @FILE reads it from a file and - from standard input.

      Exit codes: 0 done; 1 refused, or what was to be verified is not so; 2 wrong usage; 4 no server answers.
      """,
    subcommands: [
      Health.self, Metrics.self, Worlds.self, Clock.self, Reset.self, Snapshots.self, State.self, Data.self,
      Faults.self, Requests.self, Events.self, Tokens.self, Sockets.self, Broker.self, Publish.self,
      Simulations.self, Sensors.self, Scenarios.self, Limits.self, Call.self,
    ])

  // Read here too, so that it may stand before the command as well as behind it.
  @OptionGroup var control: ControlOptions
}
