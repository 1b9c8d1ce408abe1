import Foundation
import MockAPIClient
import XCTest

/// A test case each of whose tests has a world of its own.
///
/// For UI tests: `app.launchEnvironment.merge(try world.launchEnvironment) { $1 }` before `app.launch()`. A subclass that
/// overrides `setUp() async throws` or `tearDown() async throws` calls `super`.
open class MockWorldTestCase: XCTestCase {
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
      if let leak = try await WorldLife.end(world, options: worldOptions) {
        if worldOptions.leakedSockets == .error {
          XCTFail(leak.description)
        } else {
          Self.print("warning: \(leak)")
        }
      }
    }
    try await super.tearDown()
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
