import JSON

/// A packet of Socket.IO (protocol 5), inside of a message of Engine.IO: `2/chat,7["message","Hi"]`.
package struct SocketIOPacket: Sendable, Equatable {
  /// What a packet is for.
  package enum Kind: Character, Sendable {
    case connect = "0"
    case disconnect = "1"
    case event = "2"
    case acknowledgement = "3"
    case connectError = "4"
  }

  package var kind: Kind
  /// `/` for the main one.
  package var namespace = "/"
  /// The number by which the receiver acknowledges it; nil for none.
  package var id: Int?
  package var data: JSONValue?

  /// A packet from its parts.
  package init(_ kind: Kind, namespace: String = "/", id: Int? = nil, data: JSONValue? = nil) {
    (self.kind, self.namespace, self.id, self.data) = (kind, namespace, id, data)
  }

  /// Parses a packet; nil for anything else, and for packets with binary attachments.
  package init?(_ text: String) {
    guard let first = text.first, let kind = Kind(rawValue: first) else { return nil }
    self.kind = kind
    var rest = text.dropFirst()
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

  /// The packet as it is sent.
  package var text: String {
    let place = namespace == "/" ? "" : "\(namespace),"
    let number = id.map(String.init) ?? ""
    let json = data.map { String(decoding: JSONWriter.serialize($0, sortedKeys: false), as: UTF8.self) } ?? ""
    return "\(kind.rawValue)\(place)\(number)\(json)"
  }
}
