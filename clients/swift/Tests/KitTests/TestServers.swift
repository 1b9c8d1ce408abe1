import Foundation
import MockAPITesting

/// Where the documents and data of the server are: those of this checkout, unless the environment says otherwise.
enum Checkout {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static var openAPI: String {
    ProcessInfo.processInfo.environment["MOCK_API_OPENAPI"] ?? root.appendingPathComponent("openapi").path
  }

  static var environment: [String: String] {
    [
      "MOCK_API_OPENAPI": openAPI,
      "MOCK_API_SEEDS": ProcessInfo.processInfo.environment["MOCK_API_SEEDS"]
        ?? root.appendingPathComponent("Seeds").path,
    ]
  }

  /// A server for one test, with options of its own.
  static func server(_ arguments: String..., adminToken: String? = nil) async throws -> MockServer {
    try await MockServer.start(arguments: arguments, environment: environment, adminToken: adminToken)
  }

  /// A folder for one test, below the system's for temporary files.
  static func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kit-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}

extension JSONValue {
  /// What a JSON pointer such as `#/components/schemas/World` shows.
  subscript(pointer pointer: String) -> JSONValue? {
    var value: JSONValue? = self
    for part in pointer.split(separator: "/").dropFirst() {
      let name = part.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
      value = value?[name]
    }
    return value
  }
}
