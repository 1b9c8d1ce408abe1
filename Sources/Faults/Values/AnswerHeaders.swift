import HTTPCore
import World

/// The headers that a test wants on an answer.
enum AnswerHeaders {
  private static let maximumCount = 32
  private static let maximumLength = 1024
  /// They belong to the connection, which would come apart.
  private static let reserved = ["content-length", "connection", "transfer-encoding", "date", "upgrade"]

  /// Reads `{NAME: value}`; no headers when it is absent.
  static func read(_ name: String, _ fields: inout FaultFields) -> HeaderFields {
    var headers = HeaderFields()
    guard let object = fields.optionalObject(name) else { return headers }
    guard object.count <= maximumCount else {
      fields.reject(name, "may have at most \(maximumCount) headers")
      return headers
    }
    for member in object.members {
      guard let value = member.value.string, isName(member.key), isValue(value) else {
        fields.reject(name, "must give each header a text of at most \(maximumLength) printable ASCII characters")
        continue
      }
      guard !reserved.contains(member.key.lowercased()) else {
        fields.reject(name, "may not have \(member.key), which belongs to the connection")
        continue
      }
      headers.append(member.key, value)
    }
    return headers
  }

  /// Whether a text can be the value of a header (RFC 9110 §5.5).
  static func isValue(_ text: String) -> Bool {
    text.utf8.count <= maximumLength && text.utf8.allSatisfy { $0 >= 0x20 && $0 <= 0x7E }
  }

  /// Whether a text is a token (RFC 9110 §5.6.2).
  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
