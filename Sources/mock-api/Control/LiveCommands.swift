import ArgumentParser
import Client
import HTTPCore
import JSON

extension Ctl {
  /// `ctl devices`.
  struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "devices",
      abstract: "The devices that call a world, by address and user agent.",
      subcommands: [CallCommand<List>.self, CallCommand<Name>.self], defaultSubcommand: CallCommand<List>.self)

    enum List: CallRow {
      static let call = ControlCall(
        "list", "Every device that the journal knows.", "GET devices",
        as: .table(
          "devices",
          ["id", "name", "address", "userAgent", "requests", "notFound=404", "violations", "errors", "lastSeen"],
          whenEmpty: "no devices"))
    }

    enum Name: CallRow {
      static let call = ControlCall(
        "name", "Give a device a name, for all worlds.", "PUT devices/{id}",
        [.path("id", "Its id.", .argument), .argument("name", "Its name.")], as: .done("{id} is {name}"))
    }
  }

  /// `ctl activity`.
  enum Activity: CallRow {
    static let call = ControlCall(
      "activity", "Recent changes by calls of the control plane, in all worlds.", "GET activity",
      as: .table(
        "activity", ["id", "at", "time", "world", "method", "path", "body"], whenEmpty: "nothing was changed"))
  }
}

extension Ctl.Requests {
  /// `ctl requests explain`.
  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "explain", abstract: "Explain why a request matched its operation, or none.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "Its id.")
    var id: Int

    func run() throws {
      let response = try control.send("GET", ControlPath(["requests", "\(id)", "explanation"]))
      guard !control.json, let found = try? JSONParser.parse(response.content.bytes) else {
        return control.show(response, as: .text)
      }
      control.print([found["reason"]?.string ?? ""])
      for operation in found["operations"]?.array ?? [] {
        let name = ["method", "path", "operationId"].compactMap { operation[$0]?.string }.joined(separator: " ")
        control.print(["  \(operation["api"]?.string ?? ""): \(name)"] + Self.lines(operation))
      }
      for fault in found["faults"]?.array ?? [] {
        let name = ["id", "type"].compactMap { fault[$0]?.string }.joined(separator: " ")
        control.print(["  fault \(name)"] + Self.lines(fault))
      }
    }

    /// The properties that differ from the expected ones.
    private static func lines(_ compared: JSONValue) -> [String] {
      (compared["members"]?.array ?? []).filter { $0["matches"]?.bool == false }.map { member in
        let texts = ["name", "actual", "expected"].map { member[$0]?.string ?? "" }
        return "    \(texts[0]): \(texts[1]), expected \(texts[2])"
      }
    }
  }
}
