import JSONSchema

/// Tells what operations' paths are about, all paths of the document known.
struct TargetReader {
  let index: SchemaIndex
  /// Paths that a parameter follows in some path.
  let withItems: Set<String>
  /// Methods by path.
  let methods: [String: Set<String>]
  /// Paths whose GET answers with content.
  private let readable: Set<String>
  /// The schemas of the responses to GET by path.
  private let answers: [String: Schema]
  /// What the records are called of paths that end in a parameter, by these paths: see ``stores(_:methods:)``.
  private var stores: [String: String] = [:]

  init(_ operations: [OperationFacts], index: SchemaIndex) {
    self.index = index
    var withItems: Set<String> = []
    var methods: [String: Set<String>] = [:]
    var readable: Set<String> = []
    var answers: [String: Schema] = [:]
    for operation in operations {
      let segments = operation.shape.segments
      for end in segments.indices where segments[end].parameter != nil {
        withItems.insert(PathShape.key(segments[..<end]))
      }
      guard operation.shape.verb == nil else { continue }
      let key = PathShape.key(segments)
      methods[key, default: []].insert(operation.meaning)
      let isAcknowledged = operation.answer.map { Acknowledgement.isOne(index.shape($0), index) } ?? false
      if operation.meaning == "GET", operation.answer != nil, !operation.isFile, !isAcknowledged {
        readable.insert(key)
      }
      if operation.method == "GET", let answer = operation.answer { answers[key] = answer }
    }
    (self.withItems, self.methods, self.readable, self.answers) = (withItems, methods, readable, answers)
    stores = Self.stores(operations, methods: methods)
  }

  func target(_ operation: OperationFacts) -> OperationTarget {
    var segments = operation.shape.segments
    var verbWords = operation.shape.verb.map(Words.split) ?? []
    let namesOtherwise = verbWords.isEmpty && takeOtherName(from: &segments)
    if verbWords.isEmpty, !namesOtherwise { verbWords = takeVerb(from: &segments, operation) }
    var trailing: [String] = []
    var store = stores[PathShape.key(segments)]
    while store == nil, let name = segments.last?.parameter {
      trailing.insert(name, at: 0)
      segments.removeLast()
      if !stores.isEmpty { store = stores[PathShape.key(segments)] }
    }
    // `/orders/admin/{id}` is one of the orders, as admins see it.
    if segments.count >= 2, segments.last?.literal?.lowercased() == "admin",
      let before = segments[segments.count - 2].literal, !PathShape.isVersion(before), before.lowercased() != "api",
      !trailing.isEmpty || !verbWords.isEmpty
    {
      segments.removeLast()
    }
    var target = OperationTarget(
      form: trailing.isEmpty ? .collection : .item, segments: segments,
      literal: store ?? segments.last?.literal ?? "",
      trailing: trailing, verbWords: verbWords)
    target.namesOtherwise = namesOtherwise
    if let word = verbWords.first {
      target.verb = Vocabulary.verb(word) ?? .action
      let isPlain = verbWords.count == 1 || operation.shape.verb == nil
      // What is sent to `/notifications/{id}/read` has it be read.
      let isMark = Self.marks.contains(word) && operation.method != "GET" && operation.method != "HEAD"
      let isMarking = isMark && operation.shape.segments.last?.literal.map(Words.split)?.first == word
      let isAction =
        target.verb == .action || (target.verb == .search && trailing.isEmpty == false) || !isPlain || isMarking
      if isAction {
        target.verb = .action
        target.form = trailing.isEmpty ? .collectionAction : .itemAction
      }
    }
    return target
  }

  /// Verbs that say what becomes of a record when they are sent, and what is shown of it when they are asked for.
  private static let marks: Set<String> = ["read", "view", "seen"]

  /// Takes the word that says by which property a path names a record, where its GET shows what the path with an id does:
  /// `tags` of `/releases/tags/{tag}`.
  ///
  /// - Returns: Whether there was one.
  private func takeOtherName(from segments: inout [PathShape.Segment]) -> Bool {
    let count = segments.count
    guard count >= 3, let parameter = segments[count - 1].parameter, let word = segments[count - 2].literal,
      segments[count - 3].literal != nil,
      Words.split(parameter).last.map(Words.singular) == Words.split(word).last.map(Words.singular),
      let answer = answers[PathShape.key(segments)], index.shape(answer).isObject
    else { return false }
    let item = segments.dropLast(2) + [segments[count - 1]]
    guard let own = answers[PathShape.key(item)], own == answer else { return false }
    segments.remove(at: count - 2)
    return true
  }

  /// The words of an action that ends the path, taken from it; none where the path names things alone.
  private func takeVerb(from segments: inout [PathShape.Segment], _ operation: OperationFacts) -> [String] {
    let method = operation.method
    guard segments.count >= 1 else { return [] }
    if let verb = takeRepetition(from: &segments, operation) { return [verb] }
    if let words = takeActionOfMany(from: &segments, operation) { return words }
    // `/pets/get/{id}`
    if segments.count >= 3, segments.last?.parameter != nil, let word = segments[segments.count - 2].literal,
      segments[segments.count - 3].literal != nil, let verb = Vocabulary.verb(word.lowercased()),
      [.read, .update, .delete].contains(verb), word.lowercased() != "info", word.lowercased() != "set",
      verb != .read || method == "GET" || method == "POST"
    {
      segments.remove(at: segments.count - 2)
      return [word.lowercased()]
    }
    if let words = takeVerb(beforeIDIn: &segments) { return words }
    if let words = takeAction(from: &segments, operation) ?? takeMark(from: &segments, operation) { return words }
    // `/users/by-name/{name}`
    if segments.count >= 3, segments.last?.parameter != nil, let word = segments[segments.count - 2].literal,
      segments[segments.count - 3].literal != nil, Words.split(word).first == "by"
    {
      segments.remove(at: segments.count - 2)
      return []
    }
    guard let last = segments.last?.literal else { return [] }
    let key = PathShape.key(segments)
    if withItems.contains(key) { return [] }
    let words = Words.split(last)
    guard let first = words.first else { return [] }
    if words.count >= 2, ["batch", "bulk", "mass"].contains(first), Vocabulary.verb(words[1]) != nil,
      !readable.contains(key)
    {
      return segments.count > 1 ? dropLast(&segments, words) : []
    }
    let before = segments.dropLast().last
    if takesOne(operation, words, behind: segments) {
      segments[segments.count - 1] = .literal(Words.plural(last))
      return []
    }
    // `GET /tickets/my` lists those of the caller.
    if words == ["my"] || words == ["mine"], method == "GET", let name = before?.literal, Words.isPluralName(name) {
      segments.removeLast()
      return ["list"]
    }
    // `POST /pets/bulk`
    if words.count == 1, Self.many.contains(first), method != "GET", before?.literal != nil, !readable.contains(key) {
      segments.removeLast()
      return []
    }
    // `PUT /pets/editor`, whose request lists ids
    if words == ["editor"], method != "GET", let name = before?.literal, !readable.contains(key),
      withItems.contains(PathShape.key(segments.dropLast())), listsIDs(operation, of: name)
    {
      return dropLast(&segments, words)
    }
    // `read-all`, `mark_all_as_read`
    if words.count >= 2, words.contains("all"), method != "GET", Self.marks.contains(first) || first == "mark" {
      return segments.count > 1 ? dropLast(&segments, words) : []
    }
    guard let verb = Vocabulary.verb(first) else { return [] }
    let isBehindParameter = before?.parameter != nil
    let hasRead = readable.contains(key)
    if words.count == 1 {
      guard before != nil else { return verb == .action && !hasRead ? takeWhole(&segments, words) : [] }
      switch verb {
      case .list: return !isBehindParameter && method != "DELETE" ? dropLast(&segments, words) : []
      case .create:
        if isBehindParameter || method == "GET" || hasRead {
          return isBehindParameter && !hasRead ? dropLast(&segments, words) : []
        }
        return dropLast(&segments, words)
      case .read:
        // What is written at the same path, as the mark of what was read, is a thing.
        let isThing = first == "read" && hasRead && methods[key]?.contains("PUT") == true
        let isPart = ["info", "detail", "details", "view"].contains(first)
        return isThing || isPart && !asksForOne(operation, before?.literal) ? [] : dropLast(&segments, words)
      case .update, .delete: return method == "GET" && hasRead ? [] : dropLast(&segments, words)
      case .search: return dropLast(&segments, words)
      case .action: return hasRead ? [] : dropLast(&segments, words)
      }
    }
    switch verb {
    case .action:
      // `mark-as-read`, `sendMessage`; a plural such as `play-lists` is a thing.
      if hasRead || (Words.isPluralName(last) && !isBehindParameter) { return [] }
      return before == nil ? takeWhole(&segments, words) : dropLast(&segments, words)
    case .search where words[1] == "by": return before?.literal == nil ? [] : dropLast(&segments, words)
    case .search: return []
    default: return takeName(&segments, words: words, verb: verb, method: method)
    }
  }

  /// Whether a path takes a new one of what the path with the plural lists, which nothing else makes:
  /// `POST /books/{id}/review` beside `GET /books/{id}/reviews`.
  private func takesOne(_ operation: OperationFacts, _ words: [String], behind segments: [PathShape.Segment]) -> Bool {
    guard operation.meaning == "POST", operation.hasRequest, words.count == 1,
      segments.dropLast().last?.parameter != nil,
      case let plural = Words.plural(words[0]), plural != words[0],
      case let key = PathShape.key(segments.dropLast() + [.literal(plural)])
    else { return false }
    return key != PathShape.key(segments) && readable.contains(key) && methods[key]?.contains("POST") != true
      && !readable.contains(PathShape.key(segments))
  }

  /// `/updateUser/{userId}` is that user, and `/likePost/{postId}` an action with that post; nil for another path.
  private func takeVerb(beforeIDIn segments: inout [PathShape.Segment]) -> [String]? {
    guard segments.count >= 2, let parameter = segments.last?.parameter, let name = segments[segments.count - 2].literal
    else { return nil }
    let words = Words.split(name)
    // What is listed at the path before the id is a thing: `order_statuses` of `/order_statuses/{status_id}`.
    guard words.count >= 2, let verb = Vocabulary.verb(words[0]), verb != .list, verb != .search, verb != .create,
      !readable.contains(PathShape.key(segments.dropLast()))
    else { return nil }
    let noun = words.dropFirst().joined(separator: "_")
    // The parameter says what it is the id of.
    guard Words.key(parameter).hasPrefix(Words.singularKey(noun)) else { return nil }
    segments[segments.count - 2] = .literal(Words.plural(noun))
    return [words[0]]
  }

  /// Whether a request lists ids of a collection's records: `ids`, `petIds`.
  private func listsIDs(_ operation: OperationFacts, of literal: String) -> Bool {
    let names = ["ids", Words.singularKey(literal) + "ids"]
    return operation.request.map { index.shape($0).members }.map { members in
      members.contains { names.contains($0.key) && index.shape($0.node).isArray }
    } ?? false
  }

  /// What says that an operation is for several records at once.
  static let many: Set<String> = ["many", "bulk", "batch", "multiple"]

  /// Takes `listUsers` and the like apart into the action and the thing.
  private func takeName(
    _ segments: inout [PathShape.Segment], words: [String], verb: Vocabulary.Verb, method: String
  ) -> [String] {
    let fits =
      switch verb {
      case .create: method == "POST" || method == "PUT"
      case .list, .read: (method == "GET" || method == "POST") && !["all", "index", "info", "view"].contains(words[0])
      case .update: method != "GET" && method != "DELETE"
      case .delete: true
      case .search, .action: false
      }
    guard fits else { return [] }
    let isOfMany = words.count == 2 && Self.many.contains(words[1])
    if words[1] == "with" || words[1] == "by" || isOfMany {
      guard segments.count >= 2 else { return [] }
      segments.removeLast()
      // `show_many` lists.
      return [isOfMany && verb == .read ? "list" : words[0]]
    }
    if segments.dropLast().last?.parameter != nil, verb != .list, verb != .read { return [] }
    var noun = Array(words.dropFirst())
    if let by = noun.firstIndex(of: "by"), by > 0 { noun = Array(noun[..<by]) }
    if let last = noun.popLast() { noun.append(Words.plural(last)) }
    segments[segments.count - 1] = .literal(noun.joined(separator: "_"))
    // `getUsers` lists.
    let isPlural = words.last.map(Words.isPlural) ?? false
    return [verb == .read && isPlural ? "list" : words[0]]
  }

  private func dropLast(_ segments: inout [PathShape.Segment], _ words: [String]) -> [String] {
    segments.removeLast()
    return words
  }

  private func takeWhole(_ segments: inout [PathShape.Segment], _ words: [String]) -> [String] {
    words
  }
}
