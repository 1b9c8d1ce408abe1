import JSON
import JSONSchema

/// Finds what a record consists of that is a view: an object around the record proper, such as
/// `{post: {id, …}, creator: {…}, community: {…}, counts: {…}, saved}` of a list of posts.
struct ViewReader {
  let index: SchemaIndex

  /// The property of a view that holds the record proper, with the property that holds its id; nil for a record that is
  /// no view.
  ///
  /// - Parameters:
  ///   - literal: What paths call the collection.
  func main(_ record: Schema?, literal: String) -> (name: String, id: String)? {
    guard let record else { return nil }
    let shape = index.shape(record)
    guard !EnvelopeFinder.hasOwnID(shape), shape.members.count >= 2 else { return nil }
    var keys: Set<String> = [Words.singularKey(literal)]
    let place = record.place.tokens
    if place.count >= 2, place[place.count - 2] == "schemas", let name = place.last {
      var words = Words.split(name)
      if words.count > 1, let last = words.last, Self.endings.contains(last) { words.removeLast() }
      keys.insert(Words.singularKey(words.joined(separator: "_")))
    }
    for member in shape.members where keys.contains(Words.singularKey(member.name)) {
      let inner = index.shape(member.node)
      guard inner.isObject, let id = ["id", "_id", "uuid"].first(where: { inner.member($0) != nil }) else { continue }
      return (member.name, id)
    }
    return nil
  }

  /// What schemas of views end in.
  private static let endings: Set<String> = ["view", "response", "dto", "info", "detail", "details", "item", "entry"]
}

extension ModelBuilder {
  /// The properties of views that show records of other resources, with these: `creator` and `people`, `community` and
  /// `communities`.
  mutating func findViewParts() {
    // What the records proper of all resources look like.
    var owners: [Schema: Int] = [:]
    for number in resources.indices where !resources[number].isSingleton {
      let schema = mainSchema(number)
      if let schema, owners[schema] == nil { owners[schema] = number }
    }
    for number in resources.indices {
      guard let main = resources[number].viewMember else { continue }
      for member in shapes[number].members where member.name != main {
        guard let owner = owners[member.node], owner != number else { continue }
        resources[number].viewParts[member.name] = resources[owner].name
      }
    }
  }

  /// The schema of a resource's record proper.
  private func mainSchema(_ number: Int) -> Schema? {
    if let main = resources[number].viewMember { return shapes[number].member(main) }
    return index.node(at: resources[number].schema)
  }
}
