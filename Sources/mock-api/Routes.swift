import ArgumentParser
import Foundation
import Server

/// `mock-api routes`.
struct Routes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes", abstract: "List every route with its API and operation id.")

  @Flag(help: "Print a JSON array instead of a table.")
  var json = false

  func run() throws {
    let lines = try MockServer.routes().lines
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      StandardStreams.output(String(decoding: try encoder.encode(lines), as: UTF8.self))
      return
    }
    let rows = lines.map { [$0.method, $0.path, $0.api, $0.operationId] }
    StandardStreams.output(TextTable.lines(["METHOD", "PATH", "API", "OPERATION"], rows).joined(separator: "\n"))
  }
}
