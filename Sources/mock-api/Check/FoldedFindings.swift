import Contract
import Foundation
import HTTPCore
import JSON
import Reporting
import World

/// Findings of a replay; similar ones, of many elements of an array or of many operations, are reported once.
struct FoldedFindings {
  private struct Key: Hashable {
    let kind: Finding.Kind
    let api: String
    let location: String
    let message: String
  }

  private struct Entry {
    let key: Key
    /// The message for the first operation.
    let message: String
    var operations: [String]
    var count: Int
    let firstRequest: Int
  }

  private var entries: [Entry] = []
  private var places: [Key: Int] = [:]

  /// The findings, in the order of their first occurrence.
  var all: [Finding] {
    entries.map { entry in
      // The documentation differs from operation to operation.
      let message = entry.operations.count == 1 ? entry.message : entry.key.message
      return Finding(
        kind: entry.key.kind, api: entry.key.api, operation: entry.operations.first,
        otherOperations: Array(entry.operations.dropFirst()), location: entry.key.location, message: message,
        count: entry.count, firstRequest: entry.firstRequest)
    }
  }

  /// Adds the finding of a response.
  mutating func add(
    _ kind: Finding.Kind, api: String, _ operation: String, _ deviation: Deviation, request: Int
  ) {
    var message = deviation.message
    if case .status(let status) = deviation.place { message = "is \(status), which is not documented" }
    add(
      Key(kind: kind, api: api, location: Self.anyElement(deviation.location), message: message), operation,
      message: deviation.message, request: request)
  }

  /// Adds another finding.
  mutating func add(
    _ kind: Finding.Kind, api: String, _ operation: String, location: String, message: String, request: Int
  ) {
    add(
      Key(kind: kind, api: api, location: Self.anyElement(location), message: message), operation, message: message,
      request: request)
  }

  private mutating func add(_ key: Key, _ operation: String, message: String, request: Int) {
    guard let place = places[key] else {
      places[key] = entries.count
      entries.append(Entry(key: key, message: message, operations: [operation], count: 1, firstRequest: request))
      return
    }
    entries[place].count += 1
    if !entries[place].operations.contains(operation) { entries[place].operations.append(operation) }
  }

  /// A location with a star for each number in it: `body /articles/17/url` becomes `body /articles/*/url`.
  private static func anyElement(_ location: String) -> String {
    location.split(separator: "/", omittingEmptySubsequences: false).map { part in
      !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "*" : String(part)
    }.joined(separator: "/")
  }
}
