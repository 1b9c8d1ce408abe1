import HTTPCore
import JSON
import OpenAPI
import Resources

// Values of messages that Socket.IO sends as bytes. Everywhere else they are texts in Base64.

extension LiveAPI {
  /// A step from a value to one inside of it.
  enum BinaryStep: Hashable, Sendable {
    case member(String)
    case elements
  }

  private static let (maximumDepth, maximumPaths) = (8, 50)

  /// Where a message has bytes: strings whose format is `binary`, or whose content has a media type and no encoding.
  func binaryPaths(_ message: ChannelModel.Message) -> [[BinaryStep]] {
    guard let place = message.payload else { return [] }
    let key = place.description
    if let known = knownBinaryPaths.withLock({ $0[key] }) { return known }
    var paths: [[BinaryStep]] = []
    collect(place, [], &paths)
    let found = paths
    knownBinaryPaths.withLock { $0[key] = found }
    return found
  }

  private func collect(_ place: JSONPointer, _ path: [BinaryStep], _ paths: inout [[BinaryStep]]) {
    guard path.count <= Self.maximumDepth, paths.count < Self.maximumPaths else { return }
    let schema = api.resolved(place).flatMap { api.document.root[$0] }
    if schema?["format"]?.string == "binary" || schema?["contentMediaType"] != nil && schema?["contentEncoding"] == nil
    {
      paths.append(path)
      return
    }
    let shape = api.maker.shape(of: place)
    for (name, inner) in shape.members.sorted(by: { $0.key < $1.key }) {
      collect(inner, path + [.member(name)], &paths)
    }
    if let items = shape.items { collect(items, path + [.elements], &paths) }
  }

  /// A message's payload with a placeholder for each value that is sent as bytes, and these.
  ///
  /// - Parameters:
  ///   - name: The message's name.
  ///   - channel: The name of its channel.
  func withAttachments(
    _ payload: JSONValue, of name: String?, in channel: String
  ) -> (payload: JSONValue, attachments: [[UInt8]]) {
    guard let name,
      let message = model.channels.first(where: { $0.name == channel })?.messages.first(where: { $0.name == name })
    else { return (payload, []) }
    var attachments: [[UInt8]] = []
    var changed = payload
    for path in binaryPaths(message) { changed = Self.detached(changed, path[...], &attachments) }
    return (changed, attachments)
  }

  private static func detached(
    _ value: JSONValue, _ path: ArraySlice<BinaryStep>, _ attachments: inout [[UInt8]]
  ) -> JSONValue {
    switch path.first {
    case nil:
      guard let text = value.string, attachments.count < SocketIOPacket.maximumAttachments else { return value }
      attachments.append(Base64.decode(text) ?? Array(text.utf8))
      return SocketIOPacket.placeholder(attachments.count - 1)
    case .member(let name):
      guard var object = value.object, let inner = object[name] else { return value }
      object[name] = detached(inner, path.dropFirst(), &attachments)
      return .object(object)
    case .elements:
      guard let elements = value.array else { return value }
      return .array(elements.map { detached($0, path.dropFirst(), &attachments) })
    }
  }
}
