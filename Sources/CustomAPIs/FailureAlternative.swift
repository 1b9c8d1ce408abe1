import Contract
import HTTPCore
import JSON
import Resources
import Synthesis

/// The failure that the success of an operation may be instead, in APIs whose responses all have the status 200:
/// `oneOf` an answer with what was asked for and one with an error. It takes the place of errors that the document does not
/// describe.
struct FailureAlternative {
  /// The names that lead to the alternatives.
  private let envelope: [String]
  /// The schema of the failure.
  let place: JSONPointer
  let content: DocumentedOperation.Content
  let status: Int

  private static let failing: Set<String> = ["failed", "fail", "failure", "error", "ko", "nok"]
  private static let errors: Set<String> = ["error", "errors", "fault"]
  private static let (maximumDepth, maximumAlternatives) = (3, 20)
  /// Statuses of requests that reach no operation.
  private static let others: Set<String> = ["401", "405", "406", "413", "414", "415", "429"]

  /// The failure of an operation; nil where its success has none, or where the document describes errors.
  init?(_ documented: DocumentedOperation?, _ maker: ValueGenerator, _ root: JSONValue) {
    guard let documented,
      !documented.answers.contains(where: { answer in
        !answer.status.hasPrefix("2") && !answer.status.hasPrefix("5") && !Self.others.contains(answer.status)
      }),
      let answer = documented.answers.first(where: { $0.status == "200" }),
      let content = answer.content.first(where: { $0.mediaType.hasSuffix("json") })
    else { return nil }
    var (envelope, whole): ([String], JSONPointer) = ([], content.place)
    for _ in 0..<Self.maximumDepth {
      let end = Self.resolved(whole, root)
      if let found = Self.failure(among: end, maker, root) {
        (self.envelope, place, self.content, status) = (envelope, found, content, 200)
        return
      }
      let members = maker.members(of: end)
      guard members.count == 1, members[0].isObject || members[0].types.isEmpty else { return nil }
      (envelope, whole) = (envelope + [members[0].name], members[0].place)
    }
    return nil
  }

  /// A failure as the response has it.
  func whole(_ failure: JSONValue) -> JSONValue {
    envelope.reversed().reduce(failure) { .object(JSONObject([($1, $0)])) }
  }

  /// The one of several alternatives that has an error, which another one has not.
  private static func failure(among place: JSONPointer, _ maker: ValueGenerator, _ root: JSONValue) -> JSONPointer? {
    for keyword in ["oneOf", "anyOf"] {
      guard let choices = root[place]?[keyword]?.array, (2...maximumAlternatives).contains(choices.count) else {
        continue
      }
      let places = choices.indices.map { place.appending(keyword).appending($0) }
      let failures = places.filter { choice in
        maker.members(of: choice).contains { member in
          if errors.contains(Words.key(member.name)) { return member.isRequired }
          let values = root[resolved(member.place, root)]?["enum"]?.array?.compactMap(\.string) ?? []
          return !values.isEmpty && values.allSatisfy { failing.contains($0.lowercased()) }
        }
      }
      if failures.count == 1 { return failures[0] }
    }
    return nil
  }

  private static func resolved(_ place: JSONPointer, _ root: JSONValue) -> JSONPointer {
    var place = place
    for _ in 0..<maximumAlternatives {
      guard let target = root[place]?["$ref"]?.string, target.hasPrefix("#"),
        let next = JSONPointer(parsing: String(target.dropFirst()))
      else { break }
      place = next
    }
    return place
  }

  /// The code that a description gives a problem: 70 for "70: The requested data was not found"; nil where none says it.
  static func code(_ problem: Problem, describedBy text: String) -> Int? {
    let wanted: [Set<String>] =
      switch problem.kind {
      case .notFound: [["not", "found"], ["missing", "data"], ["does", "not", "exist"]]
      case .validation, .invalidParameter, .malformedBody:
        [["missing", "parameter"], ["required", "parameter"], ["invalid"]]
      case .wrongCredentials: [["wrong", "password"], ["wrong", "username"], ["invalid", "credentials"]]
      case .unauthenticated, .tokenExpired: [["required", "parameter"], ["wrong", "password"], ["invalid", "key"]]
      case .forbidden: [["not", "authorized"], ["not", "allowed"], ["permission"]]
      default: []
      }
    let lines = text.prefix(4000).split(whereSeparator: \.isNewline).compactMap {
      line -> (code: Int, words: Set<String>)? in
      let plain = line.drop { !$0.isNumber && !$0.isLetter }
      let digits = plain.prefix(while: \.isNumber)
      guard let code = Int(digits), plain.dropFirst(digits.count).first.map({ ":=-– ".contains($0) }) == true else {
        return nil
      }
      return (code, Set(Words.split(String(plain))))
    }
    return wanted.lazy.compactMap { words in lines.first { words.isSubset(of: $0.words) }?.code }.first
  }
}
