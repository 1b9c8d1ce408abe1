import ArgumentParser
import Foundation
import HTTPCore

extension Ctl {
  /// `ctl reset`.
  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: "Take a world back to its beginning: rows, tokens, clock, limits, faults, journal.")

    @OptionGroup var control: ControlOptions

    func run() throws { try control.show("POST", ControlPath("reset"), as: .done("reset")) }
  }

  /// `ctl state`.
  struct State: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "state",
      abstract: "A whole world as one JSON text.", subcommands: [Export.self, Import.self])

    struct Export: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write it to a file or to standard output.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The file. (default: standard output)")
      var file: String?

      func run() throws { try control.save(try control.send("GET", ControlPath("state")), to: file) }
    }

    struct Import: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "import", abstract: "Put it back.")

      @OptionGroup var control: ControlOptions

      @Argument(help: "The file; - is standard input.")
      var file: String

      func run() throws {
        let response = try control.send("PUT", ControlPath("state"), bytes: try ControlInput.file(file))
        control.show(response, as: .done("imported \(file)"))
      }
    }
  }
}

extension ControlOptions {
  /// Writes an answer's content to a file, or to standard output without one.
  ///
  /// - Throws: `ExitCode` 1 after the reason was told.
  func save(_ response: Response, to file: String?) throws {
    guard let file, file != "-" else { return show(response, as: .text) }
    do {
      try Foundation.Data(response.content.bytes).write(to: URL(filePath: file), options: .atomic)
    } catch {
      StandardStreams.error("mock-api: \(file) cannot be written: \(error.localizedDescription)\n")
      throw Exit.refused
    }
    if !json { StandardStreams.output("wrote \(file)") }
  }
}
