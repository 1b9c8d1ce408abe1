import ArgumentParser
import HTTPCore
import JSON

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
