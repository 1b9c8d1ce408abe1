import ArgumentParser
import Client
import HTTPCore
import JSON

extension Ctl {
  /// `ctl holds`.
  struct Holds: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "holds",
      abstract: "The exchanges that faults of the type hold hold.",
      discussion: """
          mock-api ctl faults add hold --method POST --path /v1/lotes --times 1
          mock-api ctl holds wait
          mock-api ctl holds release hold-1
          mock-api ctl holds release --all --fault reset
        """,
      subcommands: [CallCommand<List>.self, CallCommand<Show>.self, Wait.self, CallCommand<Release>.self],
      defaultSubcommand: CallCommand<List>.self)

    private static let view = ControlView.table(
      "holds", ["id", "phase", "method", "path", "status", "account", "device", "heldBy", "since", "until"],
      whenEmpty: "no exchanges are held")

    enum List: CallRow {
      static let call = ControlCall("list", "The exchanges that are held now.", "GET holds", as: view)
    }

    enum Show: CallRow {
      static let call = ControlCall(
        "show", "One exchange, with its request and the response that waits.", "GET holds/{id}",
        [.path("id", "The id of the hold.")])
    }

    enum Release: CallRow {
      static let call = ControlCall(
        "release", "Release an exchange, or all.", "POST holds/{id?}/release",
        [
          .path("id", "The id of the hold.", .optionalArgument), .confirmation("all", "Release all."),
          .option(
            "fault",
            "What happens to it: a kind of fault such as reset, or JSON such as {\"type\":\"status\",\"status\":503}."
          ) {
            $0.hasPrefix("{") || $0.hasPrefix("@") || $0 == "-" ? try ControlInput.json($0) : ["type": .string($0)]
          },
        ], choices: [.one(of: "id", "all", else: "give either the id of a hold or --all")],
        as: .done("released {id}", otherwise: "released all"))
    }

    /// `ctl holds wait`.
    struct Wait: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until exchanges are held, and list them; exit code 1 after a timeout.")

      @OptionGroup var control: ControlOptions

      @Option(help: "Only those that the fault of this id holds.")
      var heldBy: String?

      @Option(help: "Number of exchanges. (default: 1)")
      var atLeast: Int?

      @OptionGroup var waiting: WaitOptions

      func run() throws {
        var body = JSONObject()
        if let heldBy { body["heldBy"] = .string(heldBy) }
        if let atLeast { body["atLeast"] = .number(JSONNumber(atLeast)) }
        let response = try waiting.send(ControlPath(["holds", "wait"]), body, by: control)
        control.show(response, as: Holds.view)
        let result = try? JSONParser.parse(response.content.bytes)
        if result?["satisfied"]?.bool != true { throw ControlOptions.Exit.refused }
      }
    }
  }
}
