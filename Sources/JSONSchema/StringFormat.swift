import HTTPCore
import JSON

/// `format` for strings, when it is asserted.
package enum StringFormat: String, StringKeyword, CaseIterable {
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
  /// A time that may lack its offset, as contracts take it: what most documents mean by `time`.
  case localTime = "time or local time"
  /// A date and time that may lack its offset, as contracts take it in requests: that of apps which send local times.
  case localDateTime = "date-time or local date-time"

  /// The format that a contract asserts in place of this one.
  func tolerant(_ direction: SchemaDirection?) -> StringFormat {
    switch self {
    case .time where direction != nil: .localTime
    case .dateTime where direction == .request: .localDateTime
    default: self
    }
  }

  func allows(_ string: String, _ evaluation: Evaluation) -> Bool {
    accepts(string)
      || evaluation.fail("format", .stringFormat(self), .string(string))
  }

  func accepts(_ text: String) -> Bool {
    switch self {
    case .dateTime: TimestampFormat.isDateTime(text)
    case .date: TimestampFormat.isDate(text)
    case .time: TimestampFormat.isTime(text)
    case .localTime: TimestampFormat.isTime(text) || TimestampFormat.isLocalTime(text)
    case .localDateTime: TimestampFormat.isDateTime(text) || TimestampFormat.isLocalDateTime(text)
    case .email: EmailFormat.accepts(text)
    case .uri: URIFormat.isURI(text)
    case .uriReference: URIFormat.isReference(text)
    case .uuid: BinaryFormat.isUUID(text)
    case .ipv4: AddressFormat.isIPv4(text.utf8[...])
    case .ipv6: AddressFormat.isIPv6(text.utf8[...])
    case .byte: BinaryFormat.isBase64(text)
    }
  }

  var wording: String {
    switch self {
    case .dateTime, .localDateTime: "a date and time such as 2031-05-17T09:30:00Z"
    case .date: "a date such as 2031-05-17"
    case .time, .localTime: "a time such as 09:30:00Z"
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
