import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// Ids of records: those that are there from the beginning follow from the world's seed, those of new ones count on or
/// are drawn.
struct RecordIDs {
  let collection: RecordCollection
  let maker: ValueGenerator

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  /// The id of a resource of which there is one record.
  static let ofSingleton = "-"
  private static let maximumTries = 8

  /// The id of the record of a number, from 0, that a world of a seed has at its beginning.
  func seeded(_ number: Int, seed: UInt64) -> String {
    if collection.resource.isSingleton { return Self.ofSingleton }
    var generator = SplitMix64(seed: seed)
    switch collection.resource.idStyle {
    case .integer: return String(number + 1)
    case .uuid: return Self.uuid(&generator)
    case .prefixed(let prefix, let length): return Self.prefixed(prefix, length, &generator)
    case .text: return made(number, seed: seed) ?? String(number + 1)
    }
  }

  /// An id for a new record that no other one has. Call it inside the transaction that uses it.
  ///
  /// - Parameters:
  ///   - content: What is known of the record, for ids that are made of its title.
  /// - Throws: ``Problem`` of kind `conflict` when the numbers are used up.
  func next(_ connection: Connection, for content: JSONObject, scope: [String: String], _ world: World) throws -> String
  {
    if collection.resource.isSingleton { return Self.ofSingleton }
    for attempt in 0..<Self.maximumTries {
      var generator = SplitMix64(seed: world.random.next())
      let id: String
      switch collection.resource.idStyle {
      case .integer: return try counted(connection)
      case .uuid: id = Self.uuid(&generator)
      case .prefixed(let prefix, let length): id = Self.prefixed(prefix, length, &generator)
      case .text: id = try text(connection, for: content, attempt, &generator)
      }
      if try !collection.contains(connection, id: id, scope: [:]) { return id }
    }
    return try counted(connection)
  }

  /// The number after the last one that was given, or another one that no record has and the document allows as an id.
  private func counted(_ connection: Connection) throws -> String {
    let place = collection.resource.idMember.flatMap { collection.members[$0]?.place }
    return String(
      try collection.documents.nextNumber(connection) { number in
        place.map { maker.allows(collection.idValue(String(number)), on: $0) } ?? true
      })
  }

  /// An id in words is made of the record's title, as addresses of articles are; any other one follows its schema.
  private func text(
    _ connection: Connection, for content: JSONObject, _ attempt: Int, _ generator: inout SplitMix64
  ) throws -> String {
    if let member = collection.resource.idMember, ["slug", "handle", "permalink"].contains(member.lowercased()) {
      for name in ["title", "name", "displayName", "display_name"] {
        guard let title = content[name]?.string, let slug = Self.slug(title) else { continue }
        return attempt == 0 ? slug : "\(slug)-\(generator.next() % 100_000)"
      }
    }
    if let id = made(attempt + 100, seed: generator.next()) { return id }
    return try counted(connection)
  }

  /// The id that a generated record has.
  private func made(_ number: Int, seed: UInt64) -> String? {
    let context = ValueContext(now: 1_700_000_000, number: number)
    let record = try? maker.value(collection.resource.schema, seed: seed, context: context)
    if let id = record?.object.flatMap(collection.idText) { return id }
    // One that may be null or missing was left out.
    guard let member = collection.resource.idMember.flatMap({ collection.members[$0] }) else { return nil }
    return (0..<UInt64(Self.maximumTries)).lazy.compactMap { attempt in
      (try? maker.value(member.place, seed: seed &+ attempt, context: context)).flatMap(RecordCollection.text)
    }.first
  }

  static func slug(_ title: String) -> String? {
    var slug = ""
    for scalar in title.lowercased().unicodeScalars.prefix(80) {
      if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
        slug.unicodeScalars.append(scalar)
      } else if !slug.isEmpty, !slug.hasSuffix("-") {
        slug += "-"
      }
    }
    while slug.hasSuffix("-") { slug.removeLast() }
    return slug.isEmpty ? nil : slug
  }

  private static func prefixed(_ prefix: String, _ length: Int, _ generator: inout SplitMix64) -> String {
    let tail = (0..<min(max(length, 1), 64)).map { _ in letters[Int(generator.next() % UInt64(letters.count))] }
    return prefix + String(decoding: tail, as: UTF8.self)
  }

  /// A UUID of version 4 (RFC 9562 §5.4).
  private static func uuid(_ generator: inout SplitMix64) -> String {
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = Array((hex(high) + hex(low)).utf8)
    let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  private static func hex(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
