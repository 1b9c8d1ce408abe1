import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

extension RecordCollection {
  /// Makes sure that no other record below the same parents has what only one may have. Call it inside a transaction.
  ///
  /// - Parameters:
  ///   - number: The record that may have it; nil for none.
  /// - Throws: ``Problem`` of kind `conflict`.
  func requireUnique(
    _ connection: Connection, _ content: JSONObject, scope: [String: String], except number: Int64? = nil
  ) throws {
    for name in resource.uniqueProperties {
      let value = value(of: name, in: content)
      guard let text = value?.string ?? value?.number?.literal, !text.isEmpty else { continue }
      var query = query(scope)
      query.require(documents.records.condition(anyOf: [path(to: name)], is: text))
      query.limit = 2
      let others = try documents.records.rows(connection, "number", query).compactMap { $0.first?.integer }
      guard others.contains(where: { $0 != number }) else { continue }
      throw Problem(
        .conflict, "\(name) \"\(text.clipped(to: 60))\" is taken already by another of the \(resource.name)",
        field: name)
    }
    try requireUniqueTogether(connection, content, scope: scope, except: number)
  }

  /// The value of a property of a record, or of its attributes (JSON:API).
  private func value(of name: String, in content: JSONObject) -> JSONValue? {
    guard members[name] == nil, let holder = resource.attributesMember else { return content[name] }
    return content[holder]?[name]
  }

  private func requireUniqueTogether(
    _ connection: Connection, _ content: JSONObject, scope: [String: String], except number: Int64?
  ) throws {
    let names = resource.uniqueTogether
    let texts = names.compactMap { name in
      let value = value(of: name, in: content)
      return value?.string ?? value?.number?.literal
    }
    guard !names.isEmpty, texts.count == names.count else { return }
    // No matter who made the other one, it is taken: a doctor's hour, but no product in a wishlist.
    var query = query(isPrivate && names.count > 1 ? [:] : scope)
    for (name, text) in zip(names, texts) {
      query.require(documents.records.condition(anyOf: [path(to: name)], is: text))
    }
    query.limit = 100
    let others = try documents.records(connection, query).filter { other in
      other.number != number && !isIn(StateWords.cancelled, other.content)
    }
    guard !others.isEmpty else { return }
    throw Problem(
      .conflict, "another of the \(resource.name) has the same \(names.joined(separator: " and "))",
      field: names[names.count - 1])
  }
}
