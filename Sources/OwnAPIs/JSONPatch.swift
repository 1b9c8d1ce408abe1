import HTTPCore
import JSON

/// A JSON Patch (RFC 6902).
package struct JSONPatch {
  private enum Operation {
    case add(JSONPointer, JSONValue)
    case remove(JSONPointer)
    case replace(JSONPointer, JSONValue)
    case move(JSONPointer, from: JSONPointer)
    case copy(JSONPointer, from: JSONPointer)
    case test(JSONPointer, JSONValue)
  }

  private let operations: [Operation]
  private static let maximumCount = 1000
  private static let maximumCopied = 20_000

  /// Reads a patch.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` that names the operation which is none.
  package init(_ value: JSONValue?) throws(Problem) {
    guard let list = value?.array, list.count <= Self.maximumCount else {
      throw Problem(
        .malformedBody, "a JSON Patch is an array of at most \(Self.maximumCount) operations", field: "body")
    }
    var operations: [Operation] = []
    for (index, entry) in list.enumerated() {
      guard let operation = Self.operation(entry) else {
        throw Problem(.malformedBody, "operation \(index) of the patch is none (RFC 6902 §4)", field: "body.\(index)")
      }
      operations.append(operation)
    }
    self.operations = operations
  }

  private static func operation(_ entry: JSONValue) -> Operation? {
    guard let path = entry["path"]?.string.flatMap(JSONPointer.init(parsing:)) else { return nil }
    let from = entry["from"]?.string.flatMap(JSONPointer.init(parsing:))
    switch (entry["op"]?.string, entry["value"], from) {
    case ("add"?, let value?, _): return .add(path, value)
    case ("remove"?, _, _): return .remove(path)
    case ("replace"?, let value?, _): return .replace(path, value)
    case ("move"?, _, let from?): return .move(path, from: from)
    case ("copy"?, _, let from?): return .copy(path, from: from)
    case ("test"?, let value?, _): return .test(path, value)
    default: return nil
    }
  }

  /// The value after all operations, or none of them.
  ///
  /// - Throws: ``Problem`` of kind `validation` for a place that is not there, `conflict` for a test that fails.
  package func applied(to value: JSONValue) throws(Problem) -> JSONValue {
    var value = value
    var copiesLeft = Self.maximumCopied
    for operation in operations {
      switch operation {
      case .add(let path, let new): try Self.change(&value, path, .add(new))
      case .remove(let path): try Self.change(&value, path, .remove)
      case .replace(let path, let new): try Self.change(&value, path, .replace(new))
      case .move(let path, let from):
        let moved = try Self.value(value, from)
        try Self.change(&value, from, .remove)
        try Self.change(&value, path, .add(moved))
      case .copy(let path, let from):
        let copied = try Self.value(value, from)
        // Copies of copies double each time.
        var left = copiesLeft
        guard Self.count(copied, &left) else {
          throw Problem(.validation, "the patch copies more than \(Self.maximumCopied) values", field: "body")
        }
        copiesLeft = left
        try Self.change(&value, path, .add(copied))
      case .test(let path, let expected):
        guard try Self.value(value, path) == expected else {
          throw Problem(.conflict, "the patch's test of \(path) fails", field: "\(path)")
        }
      }
    }
    return value
  }

  /// Takes the number of values inside a value from what is left; false when there are more.
  private static func count(_ value: JSONValue, _ left: inout Int) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    switch value {
    case .array(let elements):
      for element in elements where !count(element, &left) { return false }
    case .object(let object):
      for member in object.members where !count(member.value, &left) { return false }
    default: break
    }
    return true
  }

  private enum Change {
    case add(JSONValue)
    case replace(JSONValue)
    case remove
  }

  private static func missing(_ path: JSONPointer) -> Problem {
    Problem(.validation, "the patch names \(path), which is not there", field: "\(path)")
  }

  private static func value(_ root: JSONValue, _ path: JSONPointer) throws(Problem) -> JSONValue {
    guard let value = root[path] else { throw missing(path) }
    return value
  }

  private static func change(_ root: inout JSONValue, _ path: JSONPointer, _ change: Change) throws(Problem) {
    try self.change(&root, path.tokens[...], change, path)
  }

  /// The index that a token is: digits without a zero before others (RFC 6901 §4).
  private static func index(_ token: String) -> Int? {
    guard token.utf8.allSatisfy({ (0x30...0x39).contains($0) }), token == "0" || !token.hasPrefix("0") else {
      return nil
    }
    return Int(token)
  }

  private static func change(
    _ value: inout JSONValue, _ tokens: ArraySlice<String>, _ change: Change, _ path: JSONPointer
  ) throws(Problem) {
    guard let token = tokens.first else {
      switch change {
      case .add(let new), .replace(let new): value = new
      case .remove: value = .null
      }
      return
    }
    let isLast = tokens.count == 1
    switch value {
    case .object(var object):
      switch (isLast, change) {
      case (true, .add(let new)): object[token] = new
      case (true, .replace(let new)) where object.contains(token): object[token] = new
      case (true, .remove) where object.contains(token): object[token] = nil
      default:
        guard !isLast, var inner = object[token] else { throw missing(path) }
        try self.change(&inner, tokens.dropFirst(), change, path)
        object[token] = inner
      }
      value = .object(object)
    case .array(var array):
      let index = token == "-" ? array.count : Self.index(token) ?? -1
      switch (isLast, change) {
      case (true, .add(let new)) where (0...array.count).contains(index): array.insert(new, at: index)
      case (true, .replace(let new)) where array.indices.contains(index): array[index] = new
      case (true, .remove) where array.indices.contains(index): array.remove(at: index)
      default:
        guard !isLast, array.indices.contains(index) else { throw missing(path) }
        try self.change(&array[index], tokens.dropFirst(), change, path)
      }
      value = .array(array)
    default: throw missing(path)
    }
  }
}
