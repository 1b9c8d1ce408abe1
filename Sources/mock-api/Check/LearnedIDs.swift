import HTTPCore
import JSON

/// The ids in a backend's responses, for later operations: a created record is read, changed and deleted, and other
/// records refer to it.
struct LearnedIDs {
  /// Ids by path, `/customers/{}/orders/{}`, or by the name of a collection or of a parameter.
  private var created: [String: String] = [:]
  private var listed: [String: String] = [:]

  private static let maximumDepth = 3
  private static let names = ["id", "uuid", "uid", "_id", "key", "slug"]

  // MARK: Learning

  /// Stores the id of a record from a response to a request that may have created one.
  ///
  /// - Parameters:
  ///   - path: The path of the operation, a template.
  ///   - parameter: The name of its id in paths; nil when unknown.
  mutating func noteCreated(_ response: Response, path: String, parameter: String?) {
    let body = try? JSONParser.parse(response.content.bytes)
    let fromBody = body.flatMap { Self.record(in: $0, parameter: parameter) }?.id
    // RFC 9110 §10.2.2: `Location` refers to the created record.
    let location = response.headers["Location"].flatMap { $0.split(separator: "/").last }.map {
      String($0.prefix { $0 != "?" && $0 != "#" })
    }
    guard let id = fromBody ?? location.flatMap({ PercentEncoding.text(Array($0.utf8)[...], plus: .literal) }) else {
      return
    }
    for key in Self.keys(ofCollection: path) where created[key] == nil { created[key] = id }
  }

  /// Stores the id of the first record of a list.
  mutating func noteListed(_ response: Response, path: String, parameter: String?) {
    guard let body = try? JSONParser.parse(response.content.bytes), let list = Self.list(in: body, depth: 0),
      let first = list.first, let id = Self.record(in: first, parameter: parameter)?.id
    else { return }
    for key in Self.keys(ofCollection: path) where listed[key] == nil { listed[key] = id }
  }

  // MARK: Look-up

  /// The id for a path parameter.
  func id(ofParameter name: String, in path: String) -> String? {
    let segments = path.split(separator: "/")
    var keys: [String] = []
    if let index = segments.firstIndex(of: "{\(name)}"), index > 0 {
      keys.append(Self.plain(segments[...index]))
      let owner = segments[index - 1]
      if !owner.hasPrefix("{") { keys.append("collection \(owner.lowercased())") }
    }
    keys.append("name \(Self.letters(name))")
    return find(keys)
  }

  /// The id for a property of a request that refers to a record: `customerId`, `product_ids`.
  func id(ofReference member: String) -> String? {
    var name = Self.letters(member)
    if name.hasSuffix("ids") { name.removeLast() }
    guard name.hasSuffix("id"), name.count > 2 else { return nil }
    return find(["name \(name)"])
  }

  private func find(_ keys: [String]) -> String? {
    keys.lazy.compactMap { created[$0] }.first ?? keys.lazy.compactMap { listed[$0] }.first
  }

  // MARK: Names

  private static func keys(ofCollection path: String) -> [String] {
    let segments = path.split(separator: "/")
    guard let last = segments.last, !last.hasPrefix("{") else { return [] }
    let collection = last.lowercased()
    let one = letters(singular(collection))
    return [plain(segments[...]) + "/{}", "collection \(collection)", "name \(one)id", "name \(one)"]
  }

  /// A path without the names of its parameters.
  private static func plain(_ segments: ArraySlice<Substring>) -> String {
    segments.map { $0.hasPrefix("{") ? "{}" : $0.lowercased() }.joined(separator: "/")
  }

  private static func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private static func singular(_ name: String) -> String {
    if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes"] where name.hasSuffix(ending) { return String(name.dropLast(2)) }
    return name.hasSuffix("s") ? String(name.dropLast()) : name
  }

  // MARK: Responses

  /// The record in a response with its id: the first object with an id property, from the outside in.
  static func record(in value: JSONValue, parameter: String?) -> (id: String, content: JSONObject)? {
    let wanted = (parameter.map { [letters($0)] } ?? []) + names
    var level = [value]
    for _ in 0...maximumDepth {
      for object in level.compactMap(\.object) {
        for name in wanted {
          guard let member = object.members.first(where: { letters($0.key) == letters(name) }),
            let id = text(member.value)
          else { continue }
          return (id, object)
        }
      }
      level = level.flatMap { value in
        value.object?.members.map(\.value) ?? value.array.map { Array($0.prefix(1)) } ?? []
      }
    }
    // A response may be the id alone.
    return text(value).map { ($0, JSONObject()) }
  }

  private static func text(_ value: JSONValue) -> String? {
    guard let text = value.string ?? value.number?.literal, !text.isEmpty, text.utf8.count <= 200 else { return nil }
    return text
  }

  private static func list(in value: JSONValue, depth: Int) -> [JSONValue]? {
    if let elements = value.array { return elements }
    guard depth < maximumDepth else { return nil }
    return value.object?.members.lazy.compactMap { list(in: $0.value, depth: depth + 1) }.first { !$0.isEmpty }
  }
}
