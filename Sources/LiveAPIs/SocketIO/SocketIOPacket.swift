import HTTPCore
import JSON

/// A packet of Socket.IO (protocol 5), inside of a message of Engine.IO: `2/chat,7["message","Hi"]`. The attachments of
/// `51-["upload",{"_placeholder":true,"num":0}]` follow it, each in a message of its own.
package struct SocketIOPacket: Sendable, Equatable {
  /// What a packet is for.
  package enum Kind: Character, Sendable {
    case connect = "0"
    case disconnect = "1"
    case event = "2"
    case acknowledgement = "3"
    case connectError = "4"
  }

  /// The first characters of packets with attachments.
  private static let binaryKinds: [Character: Kind] = ["5": .event, "6": .acknowledgement]
  /// The most attachments of a packet.
  package static let maximumAttachments = 100

  package var kind: Kind
  /// `/` for the main one.
  package var namespace = "/"
  /// The number by which the receiver acknowledges it; nil for none.
  package var id: Int?
  /// With ``placeholder(_:)`` for each attachment.
  package var data: JSONValue?
  /// How many attachments it has; nil for a packet without any.
  package private(set) var attachmentCount: Int?
  /// Those that are known.
  package var attachments: [[UInt8]] = []

  /// A packet from its parts.
  package init(_ kind: Kind, namespace: String = "/", id: Int? = nil, data: JSONValue? = nil) {
    (self.kind, self.namespace, self.id, self.data) = (kind, namespace, id, data)
  }

  /// Parses a packet, whose attachments follow; nil for anything else, and for too many attachments.
  package init?(_ text: String) {
    guard let first = text.first, let kind = Kind(rawValue: first) ?? Self.binaryKinds[first] else { return nil }
    self.kind = kind
    var rest = text.dropFirst()
    if Self.binaryKinds[first] != nil {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let count = Int(digits), count <= Self.maximumAttachments, rest.dropFirst(digits.count).first == "-" else {
        return nil
      }
      attachmentCount = count
      rest = rest.dropFirst(digits.count + 1)
    }
    if rest.first == "/" {
      let name = rest.prefix { $0 != "," }
      namespace = String(name.prefix { $0 != "?" })
      rest = rest.dropFirst(name.count)
      if rest.first == "," { rest = rest.dropFirst() }
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty {
      guard let number = Int(digits) else { return nil }
      id = number
      rest = rest.dropFirst(digits.count)
    }
    guard !rest.isEmpty else { return }
    guard let value = try? JSONParser.parse(Array(rest.utf8)) else { return nil }
    data = value
  }

  /// Whether attachments are still to come.
  package var isIncomplete: Bool { attachments.count < attachmentCount ?? 0 }

  /// The packet as it is sent, before its attachments.
  package var text: String {
    let place = namespace == "/" ? "" : "\(namespace),"
    let number = id.map(String.init) ?? ""
    let json = data.map { String(decoding: JSONWriter.serialize($0, sortedKeys: false), as: UTF8.self) } ?? ""
    let count = attachmentCount ?? attachments.count
    guard attachmentCount != nil || count > 0 else { return "\(kind.rawValue)\(place)\(number)\(json)" }
    return "\(kind == .acknowledgement ? "6" : "5")\(count)-\(place)\(number)\(json)"
  }

  // MARK: Binary values

  /// What stands for an attachment in ``data``.
  package static func placeholder(_ number: Int) -> JSONValue {
    ["_placeholder": true, "num": .number(JSONNumber(number))]
  }

  /// The data with each attachment in its place, as Base64; nil when it names one that does not exist.
  package var content: JSONValue? {
    guard let data, attachmentCount != nil else { return data }
    return filled(data)
  }

  private func filled(_ value: JSONValue) -> JSONValue? {
    if let elements = value.array {
      var made: [JSONValue] = []
      for element in elements {
        guard let element = filled(element) else { return nil }
        made.append(element)
      }
      return .array(made)
    }
    guard let object = value.object else { return value }
    if object["_placeholder"]?.bool == true {
      guard let number = object["num"]?.number?.integer, attachments.indices.contains(number) else { return nil }
      return .string(Base64.encode(attachments[number]))
    }
    var made: [(String, JSONValue)] = []
    for member in object.members {
      guard let value = filled(member.value) else { return nil }
      made.append((member.key, value))
    }
    return .object(JSONObject(made))
  }
}
