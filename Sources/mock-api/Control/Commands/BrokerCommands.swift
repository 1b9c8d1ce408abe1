import ArgumentParser
import HTTPCore
import JSON

extension Ctl {
  /// `ctl broker`.
  struct Broker: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "broker", abstract: "The message broker: subscriptions, queues and what waits in them.")

    @OptionGroup var control: ControlOptions

    func run() throws { try control.show("GET", ControlPath("broker")) }
  }

  /// `ctl publish`.
  struct Publish: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "publish", abstract: "Publish a message to a topic, a queue or a user.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "Where to, such as /topic/greenhouse/messages.")
    var destination: String

    @Argument(help: "JSON, or any other text.")
    var body: String

    @Option(help: "Its media type. (default: application/json or text/plain)")
    var contentType: String?

    @Option(help: "A further header, NAME:VALUE; may be repeated.")
    var header: [String] = []

    func run() throws {
      let text = String(decoding: try ControlInput.bytes(body), as: UTF8.self)
      var message: JSONObject = ["destination": .string(destination), "body": .string(text)]
      let isJSON = (try? JSONParser.parse(Array(text.utf8))) != nil
      if let type = contentType ?? (isJSON ? "application/json" : nil) { message["contentType"] = .string(type) }
      if !header.isEmpty {
        let pairs = try header.map { try ControlInput.split($0, at: ":") }
        message["headers"] = .object(JSONObject(pairs.map { ($0.name, .string($0.value.trimmingBlanks())) }))
      }
      try control.show(
        "POST", ControlPath("messages"), body: .object(message), as: .done("published to \(destination)"))
    }
  }
}
