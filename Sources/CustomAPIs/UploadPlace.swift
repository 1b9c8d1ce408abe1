import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import World

/// The record that files at a path belong to: `/users/{id}/avatar` keeps one of the user, called `avatar`.
struct UploadPlace: Sendable {
  /// How the record is read.
  let reading: OperationDescription
  let collection: RecordCollection
  /// What the file is called, apart from the record's other ones; empty for the path of the record itself.
  let slot: String
  /// Whether the path means the file that the record was made of, where it has none of its own.
  let meansAny: Bool
  /// Whether the path names a file of its own, or the record's by a word such as `download`, rather than what may be made
  /// of the record.
  let meansWhole: Bool
  /// The parameters of this path by those of the record's.
  private let names: [String: String]

  /// The place of an operation; nil when its path is not below that of a record.
  init?(_ operation: OperationDescription, _ api: CustomAPI) {
    let segments = OperationChoice.path(of: operation.path).split(separator: "/").map(String.init)
    for count in stride(from: segments.count, to: 0, by: -1) {
      guard let reading = api.readings[Self.plain(segments[..<count])], let resource = reading.resource,
        let collection = api.collections[resource]
      else { continue }
      let rest = segments[count...]
      guard !rest.contains(where: { $0.contains("{") }) else { return nil }
      let own = segments[..<count].compactMap(Self.parameter)
      let other = OperationChoice.path(of: reading.path).split(separator: "/").map(String.init)
      (self.reading, self.collection) = (reading, collection)
      slot = rest.joined(separator: "/")
      let isWritten = api.model.operations.contains {
        $0.path == operation.path && ["PUT", "POST"].contains($0.method)
      }
      let isWhole = rest.last.map { Self.wholeNames.contains($0.lowercased()) } ?? true
      (meansAny, meansWhole) = (!isWritten || isWhole, isWritten || isWhole)
      names = Dictionary(zip(other.compactMap(Self.parameter), own)) { first, _ in first }
      return
    }
    return nil
  }

  private static let wholeNames: Set<String> = [
    "content", "contents", "download", "file", "raw", "data", "blob", "media", "original", "binary",
  ]

  /// A path whose parameters have no names, by which the operations are found that read a record.
  static func plain(_ segments: some Sequence<String>) -> String {
    segments.map { parameter($0) == nil ? $0 : "{}" }.joined(separator: "/")
  }

  private static func parameter(_ segment: String) -> String? {
    segment.hasPrefix("{") && segment.hasSuffix("}") ? String(segment.dropFirst().dropLast()) : nil
  }

  /// The record that a request names.
  ///
  /// - Throws: ``Problem`` of kind `notFound` when it is not there.
  func record(_ call: Call, _ handler: OperationHandler) throws -> StoredRecord {
    func value(_ name: String) -> String { call.parameters[names[name] ?? name] }
    var id = collection.resource.isSingleton ? RecordIDs.ofSingleton : reading.idParameter.map(value) ?? ""
    if reading.account?.role == .me { id = try handler.actingAccount(call)?.id ?? "" }
    let parents = reading.scopes.map { RecordSeeds.Parent(scope: $0, id: value($0.parameter)) }
    let seeds = RecordSeeds(api: handler.api, world: call.world)
    if !reading.lookupMembers.isEmpty {
      try seeds.require(collection, below: parents)
      let scope = Dictionary(parents.map { ($0.scope.key, $0.id) }) { first, _ in first }
      id = try call.world.store.read { connection in
        try collection.id(connection, named: id, by: reading.lookupMembers, scope: scope) ?? id
      }
    }
    guard let record = try seeds.record(of: collection, id, below: parents) else {
      throw handler.missing(collection, id)
    }
    return record
  }
}
