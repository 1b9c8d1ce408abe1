/// Paths with the verb before the noun, read as if it stood behind it: `/add/user`, `/get/user/{id}` and
/// `/delete/user/{id}` are about one of the users.
struct VerbFirstPaths {
  /// What several verbs stand before, by the segments up to it.
  private var nouns: Set<String> = []

  private static let verbs: [String: Vocabulary.Verb] = {
    let words: [(Vocabulary.Verb, [String])] = [
      (.create, ["add", "create", "insert", "crear"]), (.read, ["get", "fetch", "show", "retrieve", "obtener"]),
      (.list, ["list", "listar"]), (.update, ["update", "edit", "modify", "actualizar", "editar"]),
      (.delete, ["delete", "remove", "eliminar", "borrar"]),
    ]
    return Dictionary(words.flatMap { verb, names in names.map { ($0, verb) } }) { first, _ in first }
  }()

  /// A path of this kind, taken apart.
  private struct Parts {
    let before: ArraySlice<PathShape.Segment>
    let name: String
    let verb: Vocabulary.Verb
    /// In the plural.
    let noun: String
    let parameters: ArraySlice<PathShape.Segment>

    var key: String { PathShape.key(before) + "/" + noun }
  }

  /// - Parameters:
  ///   - shapes: Those of all paths of a document.
  init(_ shapes: [PathShape]) {
    var verbs: [String: Set<Vocabulary.Verb>] = [:]
    for parts in shapes.compactMap(Self.parts) { verbs[parts.key, default: []].insert(parts.verb) }
    nouns = Set(verbs.filter { $0.value.count > 1 }.keys)
  }

  /// The shape with the noun first, where several verbs stand before it; the shape itself otherwise.
  func nounFirst(_ shape: PathShape) -> PathShape {
    guard let parts = Self.parts(shape), nouns.contains(parts.key) else { return shape }
    let isSaidByMethod = [.create, .read, .list].contains(parts.verb)
    // What is created below a record is not that record.
    if parts.verb == .create, !parts.parameters.isEmpty { return shape }
    let verb: [PathShape.Segment] = isSaidByMethod ? [] : [.literal(parts.name)]
    return PathShape(segments: parts.before + [.literal(parts.noun)] + verb + parts.parameters)
  }

  private static func parts(_ shape: PathShape) -> Parts? {
    guard shape.verb == nil,
      let end = shape.segments.lastIndex(where: { $0.literal != nil }), end > 0,
      let noun = shape.segments[end].literal, let name = shape.segments[end - 1].literal?.lowercased(),
      let verb = verbs[name]
    else { return nil }
    var words = Words.split(noun)
    guard let last = words.popLast(), Vocabulary.verb(last) == nil else { return nil }
    return Parts(
      before: shape.segments[..<(end - 1)], name: name, verb: verb,
      noun: (words + [Words.plural(last)]).joined(separator: "_"), parameters: shape.segments[(end + 1)...])
  }
}
