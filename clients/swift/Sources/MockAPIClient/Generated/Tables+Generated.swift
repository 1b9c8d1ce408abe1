// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.data`.
public struct Tables: Sendable {
  let link: Link

  /// List the tables.
  public func tables() async throws -> [Table] {
    try await link.call("listTables", "GET", "/_mock/data", unwrap: "tables")
  }

  /// Change rows.
  @discardableResult
  public func change(_ table: String, set: Row, where: Row? = nil) async throws -> Int {
    try await link.call(
      "changeRows", "PATCH", "/_mock/data/{table}", path: ["table": table],
      body: Members(["where": `where`, "set": set]), unwrap: "changed")
  }

  /// Delete rows.
  @discardableResult
  public func delete(_ table: String, where: Row? = nil) async throws -> Int {
    try await link.call(
      "deleteRows", "DELETE", "/_mock/data/{table}", path: ["table": table], body: Members(["where": `where`]),
      unwrap: "deleted")
  }
}

/// One of the tables of `listTables`.
public struct Table: Sendable, Hashable, Codable {
  public var name: String
  /// Their number.
  public var rows: Int
  public var columns: [String]
}

/// Rows of a table, and their total number.
public struct Rows: Sendable, Hashable, Codable {
  public var rows: [Row]
  public var total: Int
}
