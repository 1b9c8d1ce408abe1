import World

/// Everything of the journal that the server has routes for.
package enum JournalEndpoints {
  /// The endpoints.
  ///
  /// - Parameters:
  ///   - version: The server's, for files and answers that name it.
  ///   - reset: What WireMock's reset does to a world.
  package static func all(version: String, reset: @escaping @Sendable (World) throws -> Void) -> [Endpoint] {
    RequestEndpoints.all + VerifyEndpoint.all + WaitEndpoint.all + EventEndpoint.all
      + HAREndpoints.all(version: version) + WireMockEndpoints.all(version: version, reset: reset)
  }
}
