import HTTPCore
import JSON

/// `format` for numbers, when it is asserted: the formats of OpenAPI.
enum NumberFormat: String, NumberKeyword {
  case int32
  case int64
  case float
  case double

  func allows(_ number: JSONNumber, _ evaluation: Evaluation) -> Bool {
    accepts(number)
      || evaluation.fail("format", expected: "must be \(wording)", found: JSONValue.number(number).wording)
  }

  private func accepts(_ number: JSONNumber) -> Bool {
    switch self {
    case .int32: number.integer.flatMap(Int32.init(exactly:)) != nil
    case .int64: number.integer != nil
    case .float: number.double.map { Float($0).isFinite } ?? false
    case .double: number.double != nil
    }
  }

  private var wording: String {
    switch self {
    case .int32: "a whole number of 32 bits"
    case .int64: "a whole number of 64 bits"
    case .float: "in the range of a 32-bit floating-point number"
    case .double: "in the range of a 64-bit floating-point number"
    }
  }
}

/// `format` for strings, when it is asserted.
enum StringFormat: String, StringKeyword, CaseIterable {
  case dateTime = "date-time"
  case date
  case time
  case email
  case uri
  case uriReference = "uri-reference"
  case uuid
  case ipv4
  case ipv6
  case byte

  func allows(_ string: String, _ evaluation: Evaluation) -> Bool {
    accepts(string)
      || evaluation.fail("format", expected: "must be \(wording)", found: JSONValue.string(string).wording)
  }

  private func accepts(_ text: String) -> Bool {
    switch self {
    case .dateTime: TimestampFormat.isDateTime(text)
    case .date: TimestampFormat.isDate(text)
    case .time: TimestampFormat.isTime(text)
    case .email: EmailFormat.accepts(text)
    case .uri: URIFormat.isURI(text)
    case .uriReference: URIFormat.isReference(text)
    case .uuid: BinaryFormat.isUUID(text)
    case .ipv4: AddressFormat.isIPv4(text.utf8[...])
    case .ipv6: AddressFormat.isIPv6(text.utf8[...])
    case .byte: BinaryFormat.isBase64(text)
    }
  }

  private var wording: String {
    switch self {
    case .dateTime: "a date and time such as 2031-05-17T09:30:00Z"
    case .date: "a date such as 2031-05-17"
    case .time: "a time such as 09:30:00Z"
    case .email: "an e-mail address"
    case .uri: "a URI with its scheme"
    case .uriReference: "a URI or a relative reference"
    case .uuid: "a UUID"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .byte: "Base64"
    }
  }
}
