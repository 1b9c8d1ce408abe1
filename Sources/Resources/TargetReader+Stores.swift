// Collections whose paths end in a parameter: `/parcels/{carrier}` with `/parcels/{carrier}/{parcelId}`.

extension TargetReader {
  /// The names of the records of paths that end in a parameter, by these paths: a POST there makes what the path with one
  /// more parameter, an id, reads, and nothing else is done with the path itself.
  static func stores(_ operations: [OperationFacts], methods: [String: Set<String>]) -> [String: String] {
    var found: [String: String] = [:]
    for operation in operations where operation.meaning == "GET" && operation.shape.verb == nil {
      let segments = operation.shape.segments
      guard segments.count >= 3, let id = segments[segments.count - 1].parameter,
        segments[segments.count - 2].parameter != nil,
        case let words = Words.split(id), words.count > 1, ["id", "uuid"].contains(words.last ?? ""),
        case let key = PathShape.key(segments.dropLast()), methods[key] == ["POST"]
      else { continue }
      found[key] = Words.plural(words.dropLast().joined(separator: "_"))
    }
    return found
  }
}
