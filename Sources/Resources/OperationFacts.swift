import JSON
import JSONSchema

/// A parameter of an operation.
struct ParameterFacts {
  let name: String
  /// `path`, `query`, `header` or `cookie`.
  let place: String
  let isRequired: Bool
  let schema: Schema?
  let object: JSONObject
  /// The words of the name, and the name as ``Words/key(_:)`` has it: much is recognized by these.
  let words: [String]
  let key: String

  init(name: String, place: String, isRequired: Bool, schema: Schema?, object: JSONObject) {
    (self.name, self.place, self.isRequired, self.schema, self.object) = (name, place, isRequired, schema, object)
    words = Words.split(name)
    key = words.joined()
  }

  var text: String { object["description"]?.string ?? "" }
}

/// What an operation's object says, read out.
struct OperationFacts {
  let id: String
  let method: String
  let path: String
  let shape: PathShape
  let object: JSONObject
  let pathItem: JSONObject
  let itemPointer: JSONPointer
  let pointer: JSONPointer
  var parameters: [ParameterFacts] = []
  var request: Schema?
  var hasRequest = false
  /// Whether the request is a form that may hold files.
  var hasFileRequest = false
  /// The status of the answer when all goes well.
  var status = 200
  var answer: Schema?
  /// The answer in other media types, where it looks otherwise.
  var otherAnswers: [(mediaType: String, schema: Schema)] = []
  /// Whether an answer with content is documented.
  var hasAnswer = false
  /// Whether the answer is a file rather than data.
  var isFile = false
  var hasLinkHeader = false
  /// Every status from 200 to 299 that is documented.
  var successes: [Int] = []
  /// The record, or the records, in the answer where a correction says so.
  var place: EnvelopeFinder.Place?
  /// Whether it is a POST that only reads what its content asks for: see ``ReadingPosts``.
  var isReading = false

  /// The method that says what the operation does: GET for a POST that only reads.
  var meaning: String { isReading ? "GET" : method }

  var query: [ParameterFacts] { parameters.filter { $0.place == "query" } }

  /// Whether the document says nothing of what an answer holds, as that of a framework whose code does not say it.
  func isAnswerOpen(_ index: SchemaIndex) -> Bool {
    ![204, 205].contains(status)
      && (answer.map { index.shape($0).isOpen || openHolder(index) != nil } ?? !hasAnswer)
  }

  /// The property of the answer that may hold any record; nil for none.
  func openHolder(_ index: SchemaIndex) -> String? {
    isFile ? nil : answer.flatMap { Acknowledgement.openHolder(index.shape($0), index) }
  }

  /// Whether a POST at the path of a record makes it: the document has no other success than 201, and a PUT that changes.
  var makesAtPath: Bool {
    method == "POST" && successes == [201] && pathItem.keys.contains { $0.lowercased() == "put" }
  }

  /// The same with the members of the request's content as parameters, as searches have them.
  func withContentAsQuery(_ index: SchemaIndex) -> OperationFacts {
    guard let request else { return self }
    var facts = self
    let shape = index.shape(request)
    for member in shape.members where !facts.query.contains(where: { $0.name == member.name }) {
      facts.parameters.append(
        ParameterFacts(
          name: member.name, place: "query", isRequired: shape.required.contains(member.name), schema: member.node,
          object: member.node.object))
    }
    return facts
  }
}
