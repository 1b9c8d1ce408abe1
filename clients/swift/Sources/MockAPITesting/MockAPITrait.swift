import MockAPIClient
import Testing

/// Gives a test a world of its own, which is `MockWorld.current` while it runs.
///
/// On a suite it gives each test in it a world, and each case of a test with arguments; with `sharedBySuite` one world is
/// there for all of them. Options of a test's own trait replace those of its suites one by one.
public struct MockAPITrait: TestTrait, SuiteTrait, TestScoping {
  /// How the world begins and ends.
  public var options: WorldOptions
  /// Whether the tests of a suite share one world.
  public var sharedBySuite: Bool
  private let identity = Identity()

  private final class Identity: Sendable {}

  init(options: WorldOptions, sharedBySuite: Bool) {
    self.options = options
    self.sharedBySuite = sharedBySuite
  }

  /// Whether the tests of a suite have the trait too.
  public var isRecursive: Bool { !sharedBySuite }

  /// Who makes the world of a test: the trait that is nearest to it.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> MockAPITrait? {
    if test.isSuite { return sharedBySuite ? self : nil }
    guard testCase != nil else { return nil }
    let nearest = test.traits.compactMap { $0 as? MockAPITrait }.last
    return nearest?.identity === identity ? self : nil
  }

  /// Makes the world, runs the test in it, reports it when the test failed, and removes it.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // The nearest trait is the last one.
    let options = test.traits.compactMap { ($0 as? MockAPITrait)?.options }
      .reduce(WorldOptions()) { outer, nearer in nearer.completed(by: outer) }
    let world = try await WorldLife.begin(
      named: Self.fullName(of: test), title: test.displayName ?? test.name, options: options)
    let failures = FailureFlag()
    do {
      try await MockWorld.$running.withValue(world) {
        try await failures.watch(test, testCase, function)
      }
    } catch {
      // At the line of the call, where it is known; a thrown error would be reported once more, at the test.
      let isReported = Report.record(error)
      await close(world, options, failed: true, test)
      guard isReported else { throw error }
      return
    }
    await close(world, options, failed: failures.happened, test)
  }

  private func close(_ world: MockWorld, _ options: WorldOptions, failed: Bool, _ test: Test) async {
    // A task of its own, since the test's may have been cancelled.
    let report = failed ? await Task { await world.failureReport() }.value : nil
    if let report { Report.add(report, at: test.sourceLocation) }
    do {
      let ending = try await WorldLife.end(world, options: options)
      if let leak = ending.leak, options.leakedSockets == .error {
        Report.record("\(leak)", isError: true, at: test.sourceLocation)
      }
      // The report of a test that failed has its faults without an effect.
      let warnings = failed ? [] : ending.warnings(options)
      for warning in warnings { Report.record(warning, isError: false, at: test.sourceLocation) }
    } catch {
      Report.record("\(error)", isError: false, at: test.sourceLocation)
    }
  }

  /// The test with its module and suites, without the place that its id ends with.
  private static func fullName(of test: Test) -> String {
    var parts = String(describing: test.id).split(separator: "/").map(String.init)
    if parts.count > 1, parts.last?.contains(".swift:") == true { parts.removeLast() }
    return parts.joined(separator: "/")
  }
}

extension Trait where Self == MockAPITrait {
  /// A world of its own for the test, or for each test of the suite.
  ///
  /// - Parameters:
  ///   - apis: The documents of custom APIs: `["shop": "openapi.yaml"]`. Tests with equal `apis`, `overlay`, `data`,
  ///     `accounts`, `config` and `arguments` share a server.
  ///   - overlay: OpenAPI Overlays that correct the documents.
  ///   - data: The folders with records to begin with.
  ///   - accounts: Whether custom APIs take tokens that they have not issued.
  ///   - config: A configuration file. Without it the app's `mock-api.yaml` is ignored.
  ///   - arguments: More options of `mock-api serve`.
  ///   - from: `seed`, `snapshot:NAME` or `world:ID`; the data set without it.
  ///   - frozenAt: Where the clock stands still, such as `"2026-06-01T08:00:00Z"`.
  ///   - now: From where the clock goes on.
  ///   - rate: Seconds of the world in each real second.
  ///   - randomSeed: Determines all random values.
  ///   - faults: Faults to begin with.
  ///   - faultSets: Ready-made sets of faults to begin with.
  ///   - leakedSockets: What becomes of a test that leaves sockets open.
  ///   - server: The server; that of this process without it.
  ///   - sharedBySuite: Whether the tests of the suite share one world.
  public static func mockAPI(
    apis: [String: APIFiles] = [:], overlay: [String: APIFiles] = [:], data: [String: String] = [:],
    accounts: ServerOptions.Accounts? = nil, config: String? = nil, arguments: [String] = [], from: String? = nil,
    frozenAt: Moment? = nil, now: Moment? = nil, rate: Double? = nil, randomSeed: Int? = nil,
    faults: [FaultOptions] = [], faultSets: [FaultSetName] = [], leakedSockets: LeakedSockets = .warn,
    server: MockServer? = nil, sharedBySuite: Bool = false, filePath: String = #filePath
  ) -> MockAPITrait {
    let served = ServerOptions(
      apis: apis, overlay: overlay, data: data, accounts: accounts, config: config, arguments: arguments)
    return MockAPITrait(
      options: WorldOptions(
        from: from, frozenAt: frozenAt, now: now, rate: rate, randomSeed: randomSeed, faults: faults,
        faultSets: faultSets, leakedSockets: leakedSockets, server: server, serverOptions: served, filePath: filePath),
      sharedBySuite: sharedBySuite)
  }
}
