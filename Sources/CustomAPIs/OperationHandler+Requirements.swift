import Contract
import HTTPCore
import JSON
import Resources

// What descriptions require of the parameters of a query together.

extension OperationHandler {
  /// - Throws: ``Problem`` when none of the parameters came of which the description requires one: "At least one parameter
  ///   is required: name, email", "Either the date range or the patient id is required".
  func requireOneParameter(_ sent: RequestBody) throws(Problem) {
    let names = alternativeParameters
    guard !names.isEmpty, !names.contains(where: { sent.query[$0]?.isEmpty == false }) else { return }
    throw Problem(
      .invalidParameter, "one of these is required: \(names.joined(separator: ", "))".clipped(to: 500),
      details: names.prefix(10).map { Problem.Detail($0, "is required unless another one comes") })
  }

  /// The parameters of the query of which the operation's description requires one; none where it requires none.
  private var alternativeParameters: [String] {
    if let known = alternatives.withLock({ $0 }) { return known }
    let made = Self.alternativeParameters(of: operation, api)
    alternatives.withLock { $0 = made }
    return made
  }

  static func alternativeParameters(of operation: OperationDescription, _ api: CustomAPI) -> [String] {
    guard operation.kind == .list || operation.kind == .search, let entry = api.contract.entry(operation.operationID),
      let documented = try? api.contract.operation(entry),
      let described = api.document.root[JSONPointer(["paths", operation.path, operation.method.lowercased()])]
    else { return [] }
    let parameters = documented.parameters.filter { $0.location == .query && !$0.isRequired }.map(\.name)
    let text = "\(described["summary"]?.string ?? ". "). \(described["description"]?.string ?? "")".prefix(2000)
    for sentence in text.split(whereSeparator: { ".\n;".contains($0) }) {
      let words = Words.split(String(sentence))
      guard words.contains(where: requiring.contains) else { continue }
      let plain = sentence.lowercased()
      if plain.contains("at least one") || plain.contains("at least 1") || plain.contains("one of") {
        let whole = Set(sentence.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.map(String.init))
        let named = parameters.filter(whole.contains)
        if named.count >= 2 { return named }
      } else if let either = words.firstIndex(of: "either") {
        // Each alternative is a few words, of which parameters have one.
        let parts = words[(either + 1)...].prefix { !requiring.contains($0) }.split(separator: "or")
        let found = parts.map { part in
          parameters.filter { name in !general(Words.split(name)).isDisjoint(with: general(Array(part))) }
        }
        if found.count >= 2, found.allSatisfy({ !$0.isEmpty }) { return found.flatMap(\.self) }
      }
    }
    return []
  }

  /// Words without those that tell one parameter from no other.
  private static func general(_ words: [String]) -> Set<String> {
    Set(words.map(Words.singular)).subtracting(["id", "the", "a", "an", "is", "of", "by", "and", "to", "parameter"])
  }

  private static let requiring: Set<String> = ["required", "must", "mandatory", "needed"]

  /// - Throws: ``Problem`` when a span of the query ends before it begins, and the document refuses such requests.
  func requireOrderedSpans(_ sent: RequestBody, _ documented: DocumentedOperation) throws(Problem) {
    guard documented.answers.contains(where: { $0.status == "400" || $0.status == "422" }) else { return }
    for parameter in sent.query.parameters.prefix(100) {
      for (first, last) in [("start", "end"), ("from", "to"), ("since", "until"), ("min", "max")] {
        let words = Words.split(parameter.name)
        guard let place = words.firstIndex(of: first), !parameter.value.isEmpty else { continue }
        var others = words
        others[place] = last
        let key = others.joined()
        guard let end = sent.query.parameters.first(where: { Words.key($0.name) == key }), !end.value.isEmpty,
          Self.isAfter(parameter.value, end.value)
        else { continue }
        throw Problem(
          .invalidParameter, "\(end.name) must not be before \(parameter.name)".clipped(to: 200),
          details: [Problem.Detail(end.name, "must not be before \(parameter.name)".clipped(to: 200))])
      }
    }
  }

  /// Whether a number or a date is beyond another one; texts of dates have the order of what they mean.
  private static func isAfter(_ one: String, _ other: String) -> Bool {
    if let first = Double(one), let last = Double(other) { return first > last }
    let isDate = { (text: String) in
      let bytes = Array(text.utf8.prefix(10))
      return bytes.count == 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
    }
    return isDate(one) && isDate(other) && one.utf8.count == other.utf8.count && one > other
  }
}
