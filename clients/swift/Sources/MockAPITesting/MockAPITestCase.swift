import Foundation
import MockAPIClient
import XCTest

/// A test case each of whose tests has a world of its own.
///
/// For UI tests: `app.launchEnvironment.merge(try world.launchEnvironment) { $1 }` before `app.launch()`. A subclass that
/// overrides `setUp() async throws` or `tearDown() async throws` calls `super`.
open class MockAPITestCase: XCTestCase {
  private var made: MockWorld?

  /// How the worlds of the tests begin and end. Override it for other than the defaults.
  open var worldOptions: WorldOptions { WorldOptions() }

  /// The world of the test that runs.
  public var world: MockWorld {
    get throws {
      guard let made else { throw MockAPIError.noCurrentWorld }
      return made
    }
  }

  /// Makes the world.
  open override func setUp() async throws {
    try await super.setUp()
    made = try await WorldLife.begin(named: Self.title(name), options: worldOptions)
  }

  /// Reports the world when the test failed, and removes it.
  open override func tearDown() async throws {
    if let world = made {
      made = nil
      if let run = testRun, run.totalFailureCount > 0 { show(await world.failureReport()) }
      let failed = (testRun?.totalFailureCount ?? 0) > 0
      let ending = try await WorldLife.end(world, options: worldOptions)
      if let leak = ending.leak, worldOptions.leakedSockets == .error { XCTFail(leak.description) }
      for warning in failed ? [] : ending.warnings(worldOptions) { Self.print("warning: \(warning)") }
    }
    try await super.tearDown()
  }

  // A verification that failed is reported at the line of its call, in place of that of the test.
  #if canImport(Darwin)
    open override func record(_ issue: XCTIssue) {
      var issue = issue
      if let place = place(ofError: issue.compactDescription) {
        let location = XCTSourceCodeLocation(filePath: place.filePath, lineNumber: place.line)
        issue.sourceCodeContext = XCTSourceCodeContext(location: location)
      }
      super.record(issue)
    }
  #else
    open override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      let place = place(ofError: description)
      super.recordFailure(
        withDescription: description, inFile: place?.filePath ?? filePath, atLine: place?.line ?? lineNumber,
        expected: expected)
    }
  #endif

  private func place(ofError description: String) -> CallPlace? {
    guard let failure = made?.lastFailure, description.contains(failure.description) else { return nil }
    return failure.place
  }

  /// A name such as `-[LoginTests testSignIn]` or `LoginTests.testSignIn` without its marks.
  private static func title(_ name: String) -> String {
    name.replacingOccurrences(of: "[", with: "").replacingOccurrences(of: "]", with: "")
      .replacingOccurrences(of: " ", with: ".").replacingOccurrences(of: "-", with: "")
  }

  private func show(_ report: FailureReport) {
    Self.print(report.text)
    #if canImport(Darwin)
      let text = XCTAttachment(string: report.text)
      text.name = "mock-api.txt"
      add(text)
      if let har = report.har {
        let journal = XCTAttachment(data: har, uniformTypeIdentifier: "public.json")
        journal.name = "mock-api.har"
        add(journal)
      }
    #endif
  }

  private static func print(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
