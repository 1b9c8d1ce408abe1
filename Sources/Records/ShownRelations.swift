import HTTPCore
import JSON

/// The records that a request wants to be shown inside each record of a response: those that belong to it, and those that
/// it belongs to.
package struct ShownRelations {
  private let collection: RelatedCollection
  private let collections: RelatedCollections
  /// Names of children to add.
  private let embedded: [String]
  /// Names of parents to add.
  private let expanded: [String]

  /// The most relations that a query may ask for; each is added to every record.
  private static let maximumCount = 20

  /// Reads the parameters; a name counts once. `_embed=user` names a parent, as in json-server's first major version.
  ///
  /// - Parameters:
  ///   - values: Gives all values of a parameter.
  /// - Throws: ``Problem`` of kind `invalidParameter` for too many relations.
  package init(
    _ collection: RelatedCollection, of collections: RelatedCollections, _ names: ListParameters,
    _ values: (String) -> [String]
  ) throws(Problem) {
    (self.collection, self.collections) = (collection, collections)
    let (embed, expand) = (values(names.embed), values(names.expand))
    embedded = Self.distinct(embed.filter { !$0.isEmpty && collections.parent($0) == nil })
    // Another name than a parent's adds nothing.
    expanded = Self.distinct((expand + embed).filter { collections.parent($0) != nil })
    guard embedded.count <= Self.maximumCount else {
      throw Problem(
        .invalidParameter, "\(names.embed) may name \(Self.maximumCount) relations, not \(embedded.count)",
        field: names.embed)
    }
  }

  /// Whether none are wanted.
  package var isEmpty: Bool { embedded.isEmpty && expanded.isEmpty }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The records with their relations.
  ///
  /// - Parameters:
  ///   - related: Reads all records of a collection.
  package func added(
    to records: [JSONValue], _ related: (RelatedCollection) throws -> [JSONValue]
  ) throws -> [JSONValue] {
    var records = records
    for name in embedded {
      let children = try children(name, related)
      for index in records.indices {
        let key = records[index]["id"].flatMap(Self.key)
        Self.set(name, .array(key.flatMap { children[$0] } ?? []), in: &records[index])
      }
    }
    for name in expanded {
      guard let parent = collections.parent(name) else { continue }
      let parents = try related(parent)
      let byID = Dictionary(parents.map { (Self.idText($0), $0) }, uniquingKeysWith: { first, _ in first })
      for index in records.indices {
        let id = records[index][parent.foreignKey].flatMap(JavaScript.text)
        if let record = id.flatMap({ byID[$0] }) { Self.set(name, record, in: &records[index]) }
      }
    }
    return records
  }

  /// The children of the collection by their parent; none when there is no collection of that name.
  private func children(
    _ name: String, _ related: (RelatedCollection) throws -> [JSONValue]
  ) throws -> [String: [JSONValue]] {
    guard let child = collections[name] else { return [:] }
    return Dictionary(grouping: try related(child)) { $0[collection.foreignKey].flatMap(Self.key) ?? "" }
  }

  /// A value for comparison by type and value; nil for values that are no ids.
  private static func key(_ value: JSONValue) -> String? {
    switch value {
    case .number: JavaScript.text(value).map { "number \($0)" }
    case .string(let text): "text \(text)"
    default: nil
    }
  }

  private static func idText(_ record: JSONValue) -> String { record["id"].flatMap(JavaScript.text) ?? "" }

  private static func set(_ name: String, _ value: JSONValue, in record: inout JSONValue) {
    guard case .object(var object) = record else { return }
    object[name] = value
    record = .object(object)
  }
}
