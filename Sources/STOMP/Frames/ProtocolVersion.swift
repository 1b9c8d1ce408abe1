/// A version of STOMP that the server speaks, the oldest first. An underscore stands for the dot in its number.
package enum ProtocolVersion: Comparable, Sendable, CaseIterable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case v1_0
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case v1_1
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case v1_2

  /// All versions as the `version` header of an ERROR lists them (STOMP 1.2 §Protocol Negotiation).
  package static let list = allCases.map(\.text).joined(separator: ",")

  /// How `accept-version` and `version` call it, such as `1.2`.
  package var text: String {
    switch self {
    case .v1_0: "1.0"
    case .v1_1: "1.1"
    case .v1_2: "1.2"
    }
  }

  /// Its name as a WebSocket subprotocol, such as `v12.stomp`.
  package var subprotocol: String {
    switch self {
    case .v1_0: "v10.stomp"
    case .v1_1: "v11.stomp"
    case .v1_2: "v12.stomp"
    }
  }

  /// The highest version that an `accept-version` value names; nil when it names none of ours (checklist row 22).
  ///
  /// - Parameters:
  ///   - acceptVersion: Versions separated by commas. Blanks and unknown versions are tolerated.
  package static func highest(in acceptVersion: String) -> ProtocolVersion? {
    let names = acceptVersion.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)).trimmingBlanks }
    return allCases.last { names.contains($0.text) }
  }
}

extension String {
  /// The text without blanks and tabs at its ends.
  var trimmingBlanks: String {
    func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
    guard let first = utf8.first, let last = utf8.last, isBlank(first) || isBlank(last) else { return self }
    guard let start = utf8.firstIndex(where: { !isBlank($0) }) else { return "" }
    guard let end = utf8.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[start...end])
  }
}
