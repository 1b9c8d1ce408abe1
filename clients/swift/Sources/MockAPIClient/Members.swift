import Foundation

/// A body: its members by name, of which those that are nil are left out.
struct Members: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: [(String, any Encodable)]

  init(_ members: KeyValuePairs<String, (any Encodable)?>) {
    self.members = members.compactMap { name, value in
      value.flatMap { ($0 as? any Absent)?.isAbsent == true ? nil : (name, $0) }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
  }
}

/// An optional value: one of nil is left out as a member.
private protocol Absent {
  var isAbsent: Bool { get }
}

extension Optional: Absent {
  fileprivate var isAbsent: Bool { self == nil }
}

extension [URLQueryItem] {
  /// Parameters by name, of which those that are nil are left out.
  static func filled(_ parameters: KeyValuePairs<String, (any CustomStringConvertible)?>) -> [URLQueryItem] {
    parameters.compactMap { name, value in
      value.map {
        let whole = ($0 as? Double).flatMap { Int(exactly: $0) }
        return URLQueryItem(name: name, value: whole.map { "\($0)" } ?? $0.description)
      }
    }
  }
}

/// Where a decoder finds the name of the member that a call gives.
let memberKey = CodingUserInfoKey(rawValue: "member")

/// The one member of a response that a call gives.
struct OneMember<Value: Decodable>: Decodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let value: Value

  init(from decoder: any Decoder) throws {
    let name = memberKey.flatMap { decoder.userInfo[$0] as? String } ?? ""
    value = try decoder.container(keyedBy: Name.self).decode(Value.self, forKey: Name(stringValue: name))
  }
}
