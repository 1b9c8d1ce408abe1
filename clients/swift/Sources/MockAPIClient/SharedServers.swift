import Foundation

/// The servers of this process: one for each set of options.
actor SharedServers {
  static let instance = SharedServers()
  private var finding: [ServerOptions: Task<MockServer, any Error>] = [:]

  /// The server for some options. One that has ended is replaced.
  func server(_ options: ServerOptions) async throws -> MockServer {
    if let known = finding[options] {
      let server = try await known.value
      guard server.hasEnded, finding[options] == known else { return try await finding[options]?.value ?? server }
    }
    let task = Task { try await Self.find(options) }
    finding[options] = task
    return try await task.value
  }

  private static func find(_ options: ServerOptions) async throws -> MockServer {
    if let text = ProcessInfo.processInfo.environment["MOCK_API_URL"], !text.isEmpty {
      guard let url = URL(string: text) else {
        throw MockAPIError.noServer(reason: "MOCK_API_URL is \"\(text)\", which is no URL")
      }
      let server = try await MockServer(url: url)
      let served = Set(server.apis.map(\.name.rawValue))
      if Set(options.apis.keys).isSubset(of: served) { return server }
    }
    return try await MockServer.start(options)
  }
}
