/// Header fields in the order in which they arrived or will be sent (RFC 9110 §5); names are case-insensitive.
package struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One field line.
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String

    /// A field line; name and value are not checked here.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All field lines, repeated names included.
  package private(set) var fields: [Field] = []

  /// No fields.
  package init() {}

  /// No fields, with capacity for this many.
  package init(capacity: Int) {
    fields.reserveCapacity(capacity)
  }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of the first field of that name. Setting replaces every field of the name; nil removes them.
  package subscript(name: String) -> String? {
    get { place(of: name).map { fields[$0].value } }
    set {
      fields.removeAll { $0.name.isEqualIgnoringASCIICase(to: name) }
      if let newValue { append(name, newValue) }
    }
  }

  /// The values of every field of that name, in order.
  package func values(_ name: String) -> [String] {
    var values: [String] = []
    for place in fields.indices where fields[place].name.isEqualIgnoringASCIICase(to: name) {
      values.append(fields[place].value)
    }
    return values
  }

  /// The index of the first field of that name. Iterating over the fields themselves would retain each of their texts.
  private func place(of name: String) -> Int? {
    for place in fields.indices where fields[place].name.isEqualIgnoringASCIICase(to: name) { return place }
    return nil
  }

  /// Adds a field line, keeping those of the same name.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The fields of both, in order.
  package static func + (left: HeaderFields, right: HeaderFields) -> HeaderFields {
    var sum = left
    sum.fields.append(contentsOf: right.fields)
    return sum
  }

  /// Adds an element to a field that is a comma-separated list, such as `Vary`; adds the field when it is missing.
  package mutating func appendElement(_ element: String, to name: String) {
    if let index = place(of: name) {
      fields[index] = Field(name: name, value: fields[index].value + ", " + element)
    } else {
      append(name, element)
    }
  }

  /// Whether a comma-separated field contains the token, in any case (RFC 9110 §5.6.1), for example `Connection:
  /// keep-alive, Upgrade`.
  package func contains(token: String, in name: String) -> Bool {
    values(name).contains { value in
      value.split(separator: ",").contains { element in
        String(element).trimmingBlanks().isEqualIgnoringASCIICase(to: token)
      }
    }
  }

  /// The sum of the bytes of all names and values, for the limit of 431 (RFC 6585 §5).
  package var byteCount: Int {
    fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

/// The syntax of header fields that users write.
package enum FieldSyntax {
  /// The longest value, in bytes.
  package static let maximumLength = 1024

  /// Whether a text can be the value of a field (RFC 9110 §5.5); only printable ASCII can.
  package static func isValue(_ text: String) -> Bool {
    text.utf8.count <= maximumLength && text.utf8.allSatisfy { $0 >= 0x20 && $0 <= 0x7E }
  }

  /// Whether a text is a token (RFC 9110 §5.6.2), of at most 64 characters.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
