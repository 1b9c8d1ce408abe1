import HTTPCore
import JSON

/// A keyword of a schema: it tells whether a value is allowed, and reports one that is not.
protocol Keyword: Sendable {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool
}

/// A keyword that applies schemas to the value itself rather than to what is in it.
protocol Applicator: Keyword {
  /// All the schemas it may apply.
  var applied: [Int] { get }
  /// Those whose `properties` are the value's; not what `not` forbids or `if` asks for.
  var describing: [Int] { get }
}

/// A keyword for numbers, which allows every other value.
protocol NumberKeyword: Keyword {
  func allows(_ number: JSONNumber, _ evaluation: Evaluation) -> Bool
}

extension NumberKeyword {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .number(let number) = value else { return true }
    return allows(number, evaluation)
  }
}

/// A keyword for strings, which allows every other value.
protocol StringKeyword: Keyword {
  func allows(_ string: String, _ evaluation: Evaluation) -> Bool
}

extension StringKeyword {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .string(let string) = value else { return true }
    return allows(string, evaluation)
  }
}

/// A keyword for arrays, which allows every other value.
protocol ArrayKeyword: Keyword {
  func allows(_ elements: [JSONValue], _ evaluation: Evaluation) -> Bool
}

extension ArrayKeyword {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .array(let elements) = value else { return true }
    return allows(elements, evaluation)
  }
}

/// A keyword for objects, which allows every other value.
protocol ObjectKeyword: Keyword {
  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool
}

extension ObjectKeyword {
  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .object(let object) = value else { return true }
    return allows(object, evaluation)
  }
}
