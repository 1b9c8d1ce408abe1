import HTTPCore
import JSON
import RegularExpressions

/// The records that `_embed` and `_expand` put into each record of an answer.
struct Relations {
  private let resource: Resource
  /// Names of children to add.
  private let embedded: [String]
  /// Names of parents to add.
  private let expanded: [String]

  /// The most relations that a query may ask for; each is added to every record.
  private static let maximumCount = 20

  /// Reads the parameters; a name counts once. `_embed=user` names a parent, as in json-server's first major version.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for too many relations.
  init(_ resource: Resource, embed: [String], expand: [String]) throws(Problem) {
    self.resource = resource
    embedded = Self.distinct(embed.filter { !$0.isEmpty && Resource(singular: $0) == nil })
    // Another name than a parent's adds nothing.
    expanded = Self.distinct((expand + embed).filter { Resource(singular: $0) != nil })
    guard embedded.count <= Self.maximumCount else {
      throw Problem(
        .invalidParameter, "_embed may name \(Self.maximumCount) relations, not \(embedded.count)", field: "_embed")
    }
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The records with their relations.
  func added(to records: [JSONValue], from source: Records) throws -> [JSONValue] {
    var records = records
    for name in embedded {
      let children = try children(name, source)
      for index in records.indices {
        let key = records[index]["id"].flatMap(Self.key)
        Self.set(name, .array(key.flatMap { children[$0] } ?? []), in: &records[index])
      }
    }
    for name in expanded {
      guard let parent = Resource(singular: name) else { continue }
      let parents = try source.all(parent)
      let byID = Dictionary(parents.map { (Self.idText($0), $0) }, uniquingKeysWith: { first, _ in first })
      for index in records.indices {
        let id = records[index][parent.foreignKey].flatMap(JavaScript.text)
        if let record = id.flatMap({ byID[$0] }) { Self.set(name, record, in: &records[index]) }
      }
    }
    return records
  }

  /// The children of this resource by their parent; none when there is no resource of that name.
  private func children(_ name: String, _ source: Records) throws -> [String: [JSONValue]] {
    guard let child = Resource(rawValue: name) else { return [:] }
    return Dictionary(grouping: try source.all(child)) { $0[resource.foreignKey].flatMap(Self.key) ?? "" }
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
