// Swift literals as JSON, so that a handler can write `["error": ["code": "NOT_FOUND", "status": 404]]`.

extension JSONValue: ExpressibleByNilLiteral {
  /// `nil` is `null`. Where an optional value is expected, Swift takes `nil` as the absent value instead.
  package init(nilLiteral: ()) {
    self = .null
  }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// `true` or `false`.
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  package init(integerLiteral value: Int) {
    self = .number(JSONNumber(value))
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// The shortest text that reads back as the same double; `null` for a literal too great for a double.
  package init(floatLiteral value: Double) {
    if let number = JSONNumber(value) {
      self = .number(number)
    } else {
      self = .null
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// A string, also with interpolations.
  package init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// An array.
  package init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object, its members in the order written; of a key written twice the last value counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The members in the order written; of a key written twice the last value counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
