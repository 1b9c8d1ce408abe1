import Foundation

/// Any JSON value, for what no type can be known of: bodies, rows, claims.
///
/// It can be written as a literal: `["nombre": "Lote Norte", "area": 5.5, "notas": nil]`.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// The text, where it is one.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, where it is one.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The whole number, where it is one.
  public var integer: Int? {
    if case .integer(let value) = self { Int(exactly: value) } else { nil }
  }

  /// The Boolean, where it is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of a list, else nil.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object, else nil.
  public var object: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// A member of an object, nil where there is none.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// An element of a list, nil where there is none.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// Every text inside, however deep.
  package var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.sorted { $0.key < $1.key }.flatMap(\.value.texts)
    default: []
    }
  }
}

extension JSONValue: Codable {
  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// A Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object. Of a name that is there twice the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text, its members in order.
  public var description: String {
    (try? String(decoding: JSON.encoder().encode(self), as: UTF8.self)) ?? "?"
  }
}

/// How the server writes and reads JSON.
package enum JSON {
  /// A decoder that reads moments with and without fractions of a second.
  package static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = Moment(stringLiteral: text).date else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no moment")
      }
      return date
    }
    return decoder
  }

  /// An encoder that writes members in order and moments as the server does.
  package static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Moment(date).text)
    }
    return encoder
  }
}

/// A moment as the server takes it: ISO 8601, such as `2026-06-01T08:00:00Z`.
///
/// It can be written as a text literal or made of a `Date`. Where the journal asks for a point, the number of an entry
/// does as well.
public struct Moment: Sendable, Hashable, Codable, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
  /// What is sent.
  public var text: String

  /// A moment as text. The server refuses one that it cannot read.
  public init(stringLiteral value: String) { text = value }

  /// The number of an entry of the journal.
  public init(integerLiteral value: Int) { text = String(value) }

  /// A moment of Foundation, to the millisecond.
  public init(_ date: Date) {
    let fraction = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
    text = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: abs(fraction) >= 0.0005))
  }

  /// The moment, where the text is one.
  public var date: Date? {
    (try? Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")).parse(text))
  }

  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
