import JSON
import Synchronization

/// The schemas of one document, each one ``Schema`` however many references lead to it. What reads schemas (resources,
/// generated values, undocumented properties) reads them here. A place is looked at when it is first asked for; any number
/// of threads may use a document at once. Nothing is fetched: a reference to another document leads nowhere.
package final class SchemaDocument: Sendable {
  /// A value of the document that was asked for, as what stands in another one.
  private struct Position {
    let token: String
    let value: JSONValue
    /// The number of the value that it stands in.
    let parent: Int32
    /// The number of the schema that this one is, plain references followed; -1 as long as that is not known.
    var schema: Int32 = -1
  }

  private struct Step: Hashable {
    let parent: Int32
    let token: JSONKey
  }

  private struct Tables {
    var positions: [Position] = []
    var numbers: [Step: Int32] = [:]
  }

  /// How many references may lead from one to the next.
  private static let referenceLimit = 30
  /// The number of the schema `true`, which stands for what no schema describes.
  package static let anything = 1

  /// The whole document.
  package let root: JSONValue
  private let tables: Mutex<Tables>

  /// The schemas of a document.
  package init(root: JSONValue) {
    self.root = root
    tables = Mutex(
      Tables(positions: [
        Position(token: "", value: root, parent: -1), Position(token: "true", value: .bool(true), parent: 0),
      ]))
  }

  /// The schema at a place; of a plain reference, which is one beside which nothing but a description stands, the one that
  /// it leads to. nil when there is nothing.
  package func schema(at place: JSONPointer) -> Schema? { schema(below: 0, place.tokens) }

  /// The schema of a number.
  package func schema(_ number: Int) -> Schema {
    Schema(document: self, number: number, value: tables.withLock { $0.positions[number].value })
  }

  /// The place that a reference names; nil when it is none of this document, or no JSON Pointer.
  package func target(of reference: String) -> JSONPointer? {
    guard reference.hasPrefix("#") else { return nil }
    if let place = JSONPointer(parsing: String(reference.dropFirst())), root[place] != nil { return place }
    return URIReference(reference).decodedFragment.flatMap(JSONPointer.init(parsing:))
  }

  /// A value, which need not be a schema, and its place, all references followed; nil when they lead nowhere.
  package func resolve(_ place: JSONPointer) -> (pointer: JSONPointer, value: JSONValue)? {
    var place = place
    for _ in 0..<Self.referenceLimit {
      guard let value = root[place] else { return nil }
      guard let reference = value["$ref"]?.string else { return (place, value) }
      guard let next = target(of: reference) else { return nil }
      place = next
    }
    return nil
  }
}

extension SchemaDocument {
  /// The schema at a place in a value; nil when there is nothing.
  func schema(below number: Int, _ tokens: [String]) -> Schema? {
    tables.withLock { tables in position(below: number, tokens, &tables).map { schema(at: $0, &tables) } }
  }

  /// The schemas that an array or object in a value consists of, in its order.
  func schemas(below number: Int, _ keyword: String) -> [(name: String, schema: Schema)] {
    tables.withLock { tables in
      guard let owner = position(below: number, [keyword], &tables) else { return [] }
      let value = tables.positions[owner].value
      let names = value.object?.keys ?? value.array?.indices.map { "\($0)" } ?? []
      return names.compactMap { name in
        position(below: owner, [name], &tables).map { (name, schema(at: $0, &tables)) }
      }
    }
  }

  /// The number of a value in another one; nil when there is nothing.
  func position(below number: Int, _ tokens: [String]) -> Int? {
    tables.withLock { position(below: number, tokens, &$0) }
  }

  /// A schema that is made for a place in a value at which the document has none.
  func made(_ value: JSONValue, below number: Int, _ tokens: [String]) -> Schema? {
    tables.withLock { tables in
      guard let last = tokens.last,
        let owner = position(below: number, Array(tokens.dropLast()), &tables)
      else { return nil }
      let number = position(below: owner, [last], &tables) ?? add(value, last, to: owner, &tables)
      return schema(at: number, &tables)
    }
  }

  /// The place of a value.
  func place(of number: Int) -> JSONPointer {
    tables.withLock { tables in
      var (tokens, number): ([String], Int) = ([], number)
      while number > 0 {
        tokens.append(tables.positions[number].token)
        number = Int(tables.positions[number].parent)
      }
      return JSONPointer(tokens.reversed())
    }
  }

  private func position(below number: Int, _ tokens: [String], _ tables: inout Tables) -> Int? {
    var number = number
    for token in tokens {
      if let known = tables.numbers[Step(parent: Int32(truncatingIfNeeded: number), token: JSONKey(token))] {
        number = Int(known)
      } else {
        guard let value = tables.positions[number].value[JSONPointer([token])] else { return nil }
        number = add(value, token, to: number, &tables)
      }
    }
    return number
  }

  private func add(_ value: JSONValue, _ token: String, to owner: Int, _ tables: inout Tables) -> Int {
    let (number, parent) = (tables.positions.count, Int32(truncatingIfNeeded: owner))
    tables.positions.append(Position(token: token, value: value, parent: parent))
    tables.numbers[Step(parent: parent, token: JSONKey(token))] = Int32(truncatingIfNeeded: number)
    return number
  }

  /// The schema at a position, plain references followed as far as they lead somewhere.
  private func schema(at position: Int, _ tables: inout Tables) -> Schema {
    var number = Int(tables.positions[position].schema)
    if number < 0 {
      number = position
      for _ in 0..<Self.referenceLimit {
        guard let place = tables.positions[number].value.plainReference.flatMap(target(of:)),
          let next = self.position(below: 0, place.tokens, &tables)
        else { break }
        number = next
      }
      tables.positions[position].schema = Int32(truncatingIfNeeded: number)
    }
    return Schema(document: self, number: number, value: tables.positions[number].value)
  }
}

extension JSONValue {
  /// The reference of a schema that says nothing else.
  fileprivate var plainReference: String? {
    guard let object, let reference = object["$ref"]?.string else { return nil }
    let isAlone = object.members.allSatisfy { ["$ref", "description", "summary"].contains($0.key) }
    return isAlone ? reference : nil
  }
}
