import ArgumentParser
import HTTPCore
import JSON

extension Ctl {
  /// `ctl apis`.
  struct APIs: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "apis",
      abstract: "The served APIs and their operations.",
      subcommands: [CallCommand<List>.self, CallCommand<Show>.self, CallCommand<Operation>.self],
      defaultSubcommand: CallCommand<List>.self)

    private static let api = CallInput.path("api", "The API.")

    enum List: CallRow {
      static let call = ControlCall(
        "list", "Every API.", "GET apis",
        as: .table(
          "apis", ["name", "title", "basePath", "custom", "operationCount=OPERATIONS"], whenEmpty: "no APIs"))
    }

    enum Show: CallRow {
      static let call = ControlCall(
        "show", "One API: its accounts, operations, and what was understood of it.", "GET apis/{api}", [api])
    }

    enum Operation: CallRow {
      static let call = ControlCall(
        "operation", "One operation with schemas and examples; --json shows it best.",
        "GET apis/{api}/operations/{operation}", [api, .path("operation", "Its operationId.")])
    }
  }
}
