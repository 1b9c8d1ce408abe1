import ArgumentParser
import Client
import HTTPCore
import JSON

extension Ctl {
  /// `ctl messages`.
  struct Messages: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "messages",
      abstract: "Messages of channels that the world's clients sent and got.",
      subcommands: [List.self, Wait.self, Verify.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Messages, the oldest first, and those that are held back.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: MessageFilter

      @Option(help: "Number of messages, the newest ones. (default: 100)")
      var limit: Int?

      func run() throws {
        var query = try filter.parameters()
        if let limit { query.append(("limit", "\(limit)")) }
        let response = try control.send("GET", ControlPath(["messages"], query: query))
        guard !control.json, let found = try? JSONParser.parse(response.content.bytes) else {
          return control.show(response, as: .text)
        }
        let sent = (found["messages"]?.array ?? []).map { MessageLine.shown($0, state: nil) }
        let held = (found["held"]?.array ?? []).map { MessageLine.shown($0, state: "held") }
        let columns = [
          "id", "time", "channel", "message", "direction", "trigger", "account", "state", "payload",
        ]
        control.print(sent.isEmpty && held.isEmpty ? ["no messages"] : TextTable.lines(sent + held, columns: columns))
      }
    }

    struct Wait: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until a client has sent or got a message, and print it; exit code 1 after a timeout.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: MessageFilter

      @Option(help: "Number of messages. (default: 1)")
      var count: Int?

      @OptionGroup var waiting: WaitOptions

      func run() throws {
        var body = try filter.conditions()
        if let count { body["count"] = .number(JSONNumber(count)) }
        control.show(try waiting.send(ControlPath(["messages", "wait"]), body, by: control), as: .lines)
      }
    }

    struct Verify: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check how often clients sent or got a message; exit code 1 if not as expected.",
        discussion: "Without a number, at least one is expected. A message counts for each client that got it.")

      @OptionGroup var control: ControlOptions

      @OptionGroup(title: "Conditions") var filter: MessageFilter

      @Option(help: "Expect exactly this many.")
      var exactly: Int?

      @Option(help: "Expect at least this many.")
      var atLeast: Int?

      @Option(help: "Expect at most this many.")
      var atMost: Int?

      func run() throws {
        var body = try filter.conditions()
        for case (let name, let number?) in [("exactly", exactly), ("atLeast", atLeast), ("atMost", atMost)] {
          body[name] = .number(JSONNumber(number))
        }
        let response = try control.send("POST", ControlPath(["messages", "verify"]), body: .object(body))
        let count = (try? JSONParser.parse(response.content.bytes))?["count"]?.number?.literal ?? ""
        control.show(response, as: .done("satisfied: \(count) found"))
      }
    }
  }
}

/// The filter of messages of channels.
struct MessageFilter: ParsableArguments {
  @Argument(help: "The channel's name or address. (default: all channels)")
  var channel: String?

  @Argument(help: "The message's name. (default: all messages)")
  var message: String?

  @Option(help: "The API, where several have such a channel.")
  var api: String?

  @Option(help: "A property of the payload, NAME=VALUE or /JSON/POINTER=VALUE; may be repeated.")
  var payload: [String] = []

  @Option(help: "Messages that clients sent or were sent: received or sent.")
  var direction: String?

  @Option(help: "An account's id.")
  var account: String?

  @Option(help: "Messages that arrived (true) or that did not (false). (default: both in lists, else true)")
  var delivered: Bool?

  @Option(help: "Only messages after the one with this id.")
  var since: Int?

  private var texts: [(name: String, value: String)] {
    [("channel", channel), ("message", message), ("api", api), ("direction", direction), ("account", account)]
      .compactMap { name, value in value.map { (name, $0) } }
  }

  /// The conditions as URL parameters.
  ///
  /// - Throws: `ValidationError` for one that is only possible in a body.
  func parameters() throws -> [(name: String, value: String)] {
    if !payload.isEmpty { throw ValidationError("--payload is for wait and verify") }
    var query = texts
    if let delivered { query.append(("delivered", "\(delivered)")) }
    if let since { query.append(("since", "\(since)")) }
    return query
  }

  /// The conditions as members of a body.
  ///
  /// - Throws: `ValidationError`.
  func conditions() throws -> JSONObject {
    var body = JSONObject(texts.map { ($0.name, .string($0.value)) })
    if let delivered { body["delivered"] = .bool(delivered) }
    if let since { body["since"] = .number(JSONNumber(since)) }
    if !payload.isEmpty { body["payload"] = .object(try ControlInput.object(payload)) }
    return body
  }
}

/// A message of a channel as a row of a table.
private enum MessageLine {
  /// - Parameters:
  ///   - state: What became of it; nil for what the message says.
  static func shown(_ message: JSONValue, state: String?) -> JSONValue {
    var row = message.object ?? JSONObject()
    let trigger = message["trigger"]
    row["trigger"] = .string(
      [trigger?["kind"]?.string, trigger?["of"]?.string].compactMap(\.self).joined(separator: " "))
    row["payload"] = .string(
      String(decoding: JSONWriter.serialize(message["payload"] ?? .null, sortedKeys: false), as: UTF8.self)
        .clipped(to: 80))
    row["state"] = .string(
      state ?? (message["delivered"]?.bool == false ? "lost" : message["valid"]?.bool == false ? "wrong" : ""))
    return .object(row)
  }
}
