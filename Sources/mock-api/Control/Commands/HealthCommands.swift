import ArgumentParser

extension Ctl {
  /// `ctl health`.
  struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "health", abstract: "Whether the server serves; fit for a container's health check.")

    // Who checks a container's health has lost patience long before.
    private static let timeoutMilliseconds = 3000

    @OptionGroup var control: ControlOptions

    func run() throws {
      control.show(
        try control.send("GET", ControlPath("health"), timeoutMilliseconds: Self.timeoutMilliseconds), as: .lines)
    }
  }

  /// `ctl metrics`.
  struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "metrics", abstract: "What the server did, in the text format of Prometheus.")

    @OptionGroup var control: ControlOptions

    func run() throws { try control.show("GET", ControlPath("metrics"), as: .text) }
  }

  /// `ctl call`.
  struct Call: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "call",
      abstract: "Any call: ctl call POST /_mock/reset.", discussion: "A path without a slash stands below /_mock.")

    @OptionGroup var control: ControlOptions

    @Argument(help: "GET, POST, PUT, PATCH or DELETE.")
    var method: String

    @Argument(help: "The path and its query, as they stand in an address.")
    var path: String

    @Argument(help: "The body.")
    var body: String?

    func validate() throws {
      let isMethod = !method.isEmpty && method.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
      guard isMethod else { throw ValidationError("\"\(method)\" is no method") }
      guard !path.isEmpty, path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw ValidationError("\"\(path)\" must be a path as it stands in an address, escaped by per cent signs")
      }
    }

    func run() throws {
      let place = ControlPath(verbatim: path.hasPrefix("/") ? path : "/_mock/\(path)")
      let bytes = try body.map(ControlInput.bytes)
      let response = try control.send(method.uppercased(), place, bytes: bytes)
      if !response.content.bytes.isEmpty { control.show(response, as: .text) }
    }
  }
}
