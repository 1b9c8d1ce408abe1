import ArgumentParser
import Foundation
import Server

/// `mock-api routes`.
struct Routes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List every route with its API and operation id.")

  @Flag(help: "Print a JSON array instead of a table.")
  var json = false

  func run() throws {
    let lines = try MockServer.routes().lines
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(lines), as: UTF8.self))
      return
    }
    let header = RouteTable.Line.header
    let table = [header] + lines.map { [$0.method, $0.path, $0.api, $0.operationId] }
    let widths = header.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    for row in table {
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      print(cells.joined(separator: "  ").trimmingCharacters(in: .whitespaces))
    }
  }
}

extension RouteTable.Line {
  fileprivate static let header = ["METHOD", "PATH", "API", "OPERATION"]
}
