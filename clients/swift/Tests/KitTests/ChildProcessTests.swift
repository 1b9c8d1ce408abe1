#if os(Linux)
  import Foundation
  import MockAPITesting
  import Testing

  /// What a test run looks like from outside. On macOS, tests are no program that could be started so.
  @Suite struct ChildProcessTests {
    private static var variables: [String: String?] {
      var variables: [String: String?] = Checkout.environment
      variables["MOCK_API_URL"] = .some(nil)
      return variables
    }

    @Test func aFailureReportsWhatHappenedInTheWorld() async throws {
      try await Checkout.withFolder { folder in
        let child = try ChildProcess(test: "fails", environment: Self.variables)
        #expect(await child.end() != 0)
        let output = child.output
        #expect(output.contains("mock-api world a-failing-checkout-"))
        #expect(output.contains("\"OutsideTests.OutsideTests/fails()\", clock 2026-06-01T08:00:00Z (frozen)"))
        #expect(output.contains("POST /v1/auth/login 503 login faults: fault-1 (status)"))
        #expect(output.contains("GET /v1/lots 404 no operation (did you mean GET /v1/lotes?)"))
        #expect(output.contains("expected exactly 1 of {\"method\":\"GET\",\"path\":\"/v1/lotes\"}"))
        #expect(output.contains("nearest: GET"))
        #expect(output.contains("fault idle (status) for {\"method\":\"GET\",\"path\":\"/v1/lotes\"} had no effect"))
        #expect(!output.contains("fault fault-1"))
        #expect(output.contains("Attached 'mock-api.har'"))
        // At the line of the call, and once.
        let line = try Self.failingLines()[0]
        let issues = output.split(separator: "\n").filter { $0.contains("recorded an issue") }
        #expect(issues.count == 1 && issues[0].contains("OutsideTests.swift:\(line):"), "\(issues)")
      }
    }

    @Test func aMessageThatDoesNotComeIsOneIssueAtItsCall() async throws {
      let child = try ChildProcess(test: "message", environment: Self.variables)
      #expect(await child.end() != 0)
      let line = try Self.failingLines()[1]
      let issues = child.output.split(separator: "\n").filter { $0.contains("recorded an issue") }
      #expect(issues.count == 1 && issues[0].contains("OutsideTests.swift:\(line):"), "\(issues)")
      #expect(child.output.contains("no message came at all"))
      #expect(!child.output.contains("refused"))
    }

    @Test func aFailureOfXCTestReportsItToo() async throws {
      let child = try ChildProcess(test: "xctest", environment: Self.variables)
      #expect(await child.end() != 0)
      #expect(child.output.contains("mock-api world outsidecase-testfails-"))
      #expect(child.output.contains("GET /v1/lots 404 no operation (did you mean GET /v1/lotes?)"))
      let line = try Self.failingLines()[2]
      let errors = child.output.split(separator: "\n").filter { $0.contains("error: ") }
      #expect(errors.count == 1 && errors[0].contains("OutsideTests.swift:\(line):"), "\(errors)")
    }

    /// The lines of the calls that fail.
    private static func failingLines() throws -> [Int] {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("OutsideTests/OutsideTests.swift")
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      return lines.indices.filter { lines[$0].hasSuffix("// fails") }.map { $0 + 1 }
    }

    @Test func aFaultWithoutAnEffectIsAWarning() async throws {
      let child = try ChildProcess(test: "unused", environment: Self.variables)
      #expect(await child.end() == 0)
      #expect(child.output.contains("recorded a warning"))
      #expect(child.output.contains("fault idle (status) for {\"method\":\"GET\",\"path\":\"/posts/1\"} had no effect"))
      #expect(!child.output.contains("fault busy"))
    }

    @Test func theDevelopersConfigurationIsIgnored() async throws {
      try await Checkout.withFolder { folder in
        let file = "admin-token: secret\ndata-dir: \(folder.path)/data\n"
        try file.write(to: folder.appendingPathComponent("mock-api.yaml"), atomically: true, encoding: .utf8)
        var variables = Self.variables
        variables["MOCK_API_DATA_DIR"] = folder.path + "/more"
        let child = try ChildProcess(test: "plain", environment: variables, folder: folder)
        #expect(await child.end() == 0, "\(child.output.suffix(2000))")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mock-api.yaml"])
      }
    }

    @Test func aLeakedSocketFailsTheTestThatAsksForIt() async throws {
      let child = try ChildProcess(test: "leaks", environment: Self.variables)
      #expect(await child.end() != 0)
      #expect(child.output.contains("the test left 1 socket of world leaks-"))
      #expect(child.output.contains("/_mock/echo"))
    }

    @Test func aLeakedSocketIsAWarningOtherwise() async throws {
      let child = try ChildProcess(test: "warns", environment: Self.variables)
      #expect(await child.end() == 0)
      #expect(child.output.contains("recorded a warning"))
      #expect(child.output.contains("the test left 1 socket of world warns-"))
    }

    @Test(.timeLimit(.minutes(1))) func aServerEndsWithTheProcessThatStartedIt() async throws {
      let child = try ChildProcess(test: "hangs", environment: Self.variables)
      let text = try #require(await child.line(after: "hanging at "), "\(child.output)")
      let url = try #require(URL(string: text))
      let server = try await MockServer(url: url)
      #expect(try await server.worlds.list().count == 2)
      child.kill()
      // Its event stream ends with it; nothing is asked again and again.
      await #expect(throws: (any Error).self) {
        for try await _ in try server.defaultWorld.requests.follow() {}
        throw MockAPIError.noCurrentWorld
      }
      // Streams end first; other calls are answered for a moment more.
      while (try? await server.health()) != nil { try await Task.sleep(nanoseconds: 20_000_000) }
      _ = await child.end()
    }

    @Test func theWorldOfAKilledTestGoesByItself() async throws {
      let server = try await Checkout.server("--world-ttl", "1s")
      let child = try ChildProcess(test: "hangs", environment: ["MOCK_API_URL": server.url.absoluteString])
      let text = try #require(await child.line(after: "hanging at "), "\(child.output)")
      let id = try #require(text.split(separator: "/").last.map(String.init))
      child.kill()
      _ = await child.end()
      while try await server.worlds.list().contains(where: { $0.id == id }) {
        try await Task.sleep(nanoseconds: 200_000_000)
      }
    }

    @Test func twoProcessesShareAServer() async throws {
      let server = try await Checkout.server("--max-worlds", "1000")
      let variables: [String: String?] = ["MOCK_API_URL": server.url.absoluteString]
      let children = try (1...2).map { _ in try ChildProcess(test: "parallel", environment: variables) }
      for child in children { #expect(await child.end() == 0, "\(child.output.suffix(2000))") }
      #expect(try await server.worlds.list().map(\.id) == ["default"])
    }
  }
#endif
