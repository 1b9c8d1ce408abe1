import Foundation
import MockAPIClient
import Testing

/// Whether a test that runs recorded an issue.
final class FailureFlag: @unchecked Sendable {
  // Guarded by the lock.
  private let lock = NSLock()
  private var failed = false

  var happened: Bool { lock.withLock { failed } }

  /// Runs a test and looks at its issues, which go on as they are.
  func watch(_ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void) async throws {
    let watcher = IssueHandlingTrait.compactMapIssues { issue in
      if Self.fails(issue) { self.lock.withLock { self.failed = true } }
      return issue
    }
    try await watcher.provideScope(for: test, testCase: testCase, performing: function)
  }

  private static func fails(_ issue: Issue) -> Bool {
    #if compiler(>=6.3)
      issue.isFailure
    #else
      !issue.isKnown
    #endif
  }
}

/// How a failed test is reported.
enum Report {
  /// Adds what happened in the world of a test that failed: as text beside its issues, and as attachments.
  static func add(_ report: FailureReport, at location: SourceLocation) {
    record(report.text, isError: false, at: location)
    Attachment.record(report.text, named: "mock-api.txt", sourceLocation: location)
    if let har = report.har {
      Attachment.record(Array(har), named: "mock-api.har", sourceLocation: location)
    }
  }

  /// Records an error at the line of the call, where it is known. Gives whether it is.
  static func record(_ error: any Error) -> Bool {
    guard let place = (error as? MockAPIError)?.place else { return false }
    let location = SourceLocation(fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1)
    Issue.record(error, sourceLocation: location)
    return true
  }

  /// Records an issue: an error fails the test, a warning does not.
  static func record(_ text: String, isError: Bool, at location: SourceLocation) {
    #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: isError ? .error : .warning, sourceLocation: location)
    #else
      // There are no warnings before Swift 6.3.
      if isError {
        Issue.record(Comment(rawValue: text), sourceLocation: location)
      } else {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
      }
    #endif
  }
}
