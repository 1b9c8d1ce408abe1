import JSON
import JSONSchema

// PUTs to a collection that make a new record in it, as other APIs do by POST.

extension CollectionReader {
  /// Whether a PUT to a collection makes a record: nothing else does, and the document says so in its status or its
  /// words, or has records changed by paths of their own.
  func makesByPut(_ facts: OperationFacts, _ target: OperationTarget) -> Bool {
    guard facts.method == "PUT", target.form == .collection, target.verb == nil || target.verb == .create,
      !facts.pathItem.keys.contains(where: { $0.lowercased() == "post" }), let request = facts.request,
      index.shape(request).isObject
    else { return false }
    // A file that is sent to a list of files is another one.
    if facts.hasFileRequest { return true }
    let words = Words.split(facts.object["summary"]?.string ?? "").prefix(4)
    let name = Words.split(facts.id).prefix(6)
    // `upsert`, `create or update` and `replace` name the record in the content.
    let isEither = (words + name).contains { Self.changing.contains($0) }
    if isEither { return false }
    let saysSo = (words.prefix(1) + name).contains { Self.making.contains($0) }
    return saysSo || facts.successes.contains(201) && !facts.successes.contains(200)
  }

  private static let making: Set<String> = ["create", "creates", "add", "adds", "new", "insert", "inserts"]
  private static let changing: Set<String> = [
    "update", "updates", "upsert", "upserts", "replace", "replaces", "set", "sets", "edit", "edits", "change", "save",
  ]
}
