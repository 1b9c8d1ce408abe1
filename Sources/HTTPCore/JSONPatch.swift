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
        throw Problem(
          .malformedBody, "operation \(index) of the patch is not one of RFC 6902 §4", field: "body.\(index)")
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
  /// The work and the size of the result are bounded while operations are applied: `copy` operations can double a value
  /// each time.
  ///
  /// - Parameters:
  ///   - maximumBytes: How many bytes the result may have.
  /// - Throws: ``Problem`` of kind `validation` for a place that is not there, or when the result would be nested too
  ///   deep; `conflict` for a test that fails; `contentTooLarge` when the result would be too large, or takes too much
  ///   work.
  package func applied(
    to value: JSONValue, maximumBytes: Int
  ) throws(Problem) -> JSONValue {
    var value = value
    var budget = Budget(bytes: maximumBytes)
    try budget.grow(by: value, at: .root)
    for operation in operations {
      switch operation {
      case .add(let path, let new):
        try budget.grow(by: new, at: path)
        try Self.change(&value, path, .add(new), &budget)
      case .remove(let path): try Self.change(&value, path, .remove, &budget)
      case .replace(let path, let new):
        try budget.grow(by: new, at: path)
        try Self.change(&value, path, .replace(new), &budget)
      case .move(let path, let from):
        let moved = try Self.value(value, from)
        try Self.change(&value, from, .remove, &budget)
        try budget.grow(by: moved, at: path)
        try Self.change(&value, path, .add(moved), &budget)
      case .copy(let path, let from):
        let copied = try Self.value(value, from)
        try budget.grow(by: copied, at: path)
        try Self.change(&value, path, .add(copied), &budget)
      case .test(let path, let expected):
        guard try Self.value(value, path) == expected else {
          throw Problem(.conflict, "the patch's test of \(path) fails", field: "\(path)")
        }
      }
    }
    return value
  }

  /// What a patch may still do.
  private struct Budget {
    /// How many bytes the value may still grow by.
    private var bytes: Int
    private let maximumBytes: Int
    /// How many more values may be looked at.
    private var work = Budget.maximumWork

    /// Some times as many as the densest record has.
    private static let maximumWork = 8_000_000
    private static let maximumDepth = JSONLimits.default.maximumDepth

    init(bytes: Int) { (self.bytes, maximumBytes) = (bytes, bytes) }

    /// Counts a value that is put at a place.
    mutating func grow(by value: JSONValue, at path: JSONPointer) throws(Problem) {
      let size = value.size
      try spend(size.values)
      guard path.tokens.count + size.depth <= Self.maximumDepth else {
        throw Problem(
          .validation, "the patch nests arrays and objects deeper than \(Self.maximumDepth) levels", field: "body")
      }
      bytes -= size.bytes + (path.tokens.last?.utf8.count ?? 0) + 4
      guard bytes >= 0 else {
        throw Problem(.contentTooLarge, "the patch makes more than \(maximumBytes) bytes", field: "body")
      }
    }

    /// Counts a value that is removed from a place, or replaced.
    mutating func shrink(by value: JSONValue, at token: String?) throws(Problem) {
      let size = value.size
      try spend(size.values)
      bytes += size.bytes + (token?.utf8.count ?? 0) + 4
    }

    /// Counts values that are looked at, such as the members of an object of which one is removed.
    mutating func spend(_ count: Int) throws(Problem) {
      work -= count
      guard work >= 0 else {
        throw Problem(.contentTooLarge, "the patch takes too much work; send it in parts", field: "body")
      }
    }
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

  private static func change(
    _ root: inout JSONValue, _ path: JSONPointer, _ change: Change, _ budget: inout Budget
  ) throws(Problem) {
    try self.change(&root, path.tokens[...], change, path, &budget)
  }

  /// The index that a token is: digits without a zero before others (RFC 6901 §4).
  private static func index(_ token: String) -> Int? {
    guard token.utf8.allSatisfy({ (0x30...0x39).contains($0) }), token == "0" || !token.hasPrefix("0") else {
      return nil
    }
    return Int(token)
  }

  /// Changes the value at the end of a path. On the way each value is taken out of the one around it, so that none is
  /// copied.
  private static func change(
    _ value: inout JSONValue, _ tokens: ArraySlice<String>, _ change: Change, _ path: JSONPointer,
    _ budget: inout Budget
  ) throws(Problem) {
    guard let token = tokens.first else {
      try budget.shrink(by: value, at: nil)
      switch change {
      case .add(let new), .replace(let new): value = new
      case .remove: value = .null
      }
      return
    }
    switch value {
    case .object(var object):
      value = .null
      if tokens.count == 1 {
        try self.change(&object, token, change, path, &budget)
      } else {
        guard var inner = object[token] else { throw missing(path) }
        object[token] = .null
        try self.change(&inner, tokens.dropFirst(), change, path, &budget)
        object[token] = inner
      }
      value = .object(object)
    case .array(var array):
      value = .null
      let index = token == "-" ? array.count : Self.index(token) ?? -1
      if tokens.count == 1 {
        try self.change(&array, index, change, path, &budget)
      } else {
        guard array.indices.contains(index) else { throw missing(path) }
        try self.change(&array[index], tokens.dropFirst(), change, path, &budget)
      }
      value = .array(array)
    case .null, .bool, .number, .string: throw missing(path)
    }
  }

  private static func change(
    _ object: inout JSONObject, _ name: String, _ change: Change, _ path: JSONPointer, _ budget: inout Budget
  ) throws(Problem) {
    let old = object[name]
    if let old { try budget.shrink(by: old, at: name) }
    switch change {
    case .add(let new): object[name] = new
    case .replace(let new):
      guard old != nil else { throw missing(path) }
      object[name] = new
    case .remove:
      guard old != nil else { throw missing(path) }
      // The members behind it move up.
      try budget.spend(object.count)
      object[name] = nil
    }
  }

  private static func change(
    _ array: inout [JSONValue], _ index: Int, _ change: Change, _ path: JSONPointer, _ budget: inout Budget
  ) throws(Problem) {
    switch change {
    case .add(let new):
      guard (0...array.count).contains(index) else { throw missing(path) }
      try budget.spend((array.count - index) / 8)
      array.insert(new, at: index)
    case .replace(let new):
      guard array.indices.contains(index) else { throw missing(path) }
      try budget.shrink(by: array[index], at: nil)
      array[index] = new
    case .remove:
      guard array.indices.contains(index) else { throw missing(path) }
      try budget.shrink(by: array[index], at: nil)
      try budget.spend((array.count - index) / 8)
      array.remove(at: index)
    }
  }
}
