#if os(Linux)
  import Foundation
  import MockAPITesting
  import Testing

  /// Runs the first test of the README as it is printed, as a package beside a checkout.
  @Suite struct ReadmeTests {
    @Test func theFirstTestRunsAsPrinted() async throws {
      let text = try String(
        contentsOf: Checkout.root.appendingPathComponent("clients/swift/README.md"), encoding: .utf8)
      try await Checkout.withFolder { folder in
        try FileManager.default.createSymbolicLink(
          at: folder.appendingPathComponent("mock-api"), withDestinationURL: Checkout.root)
        let package = folder.appendingPathComponent("shop")
        var files = 0
        for part in text.components(separatedBy: "<!-- first test: ").dropFirst() {
          let name = try #require(part.components(separatedBy: " -->").first)
          let code = try #require(part.components(separatedBy: "```swift\n").dropFirst().first)
          let file = package.appendingPathComponent(name)
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try #require(code.components(separatedBy: "```").first).write(to: file, atomically: true, encoding: .utf8)
          files += 1
        }
        #expect(files == 3)
        var environment: [String: String?] = Checkout.environment
        environment["MOCK_API_URL"] = .some(nil)
        let child = try ChildProcess(
          "/usr/bin/env",
          ["swift", "test", "--package-path", package.path, "--scratch-path", folder.path + "/build"],
          environment: environment)
        #expect(await child.end() == 0, "\(child.output.suffix(3000))")
        #expect(child.output.contains("Test thePostIsRead() passed"))
      }
    }
  }
#endif
