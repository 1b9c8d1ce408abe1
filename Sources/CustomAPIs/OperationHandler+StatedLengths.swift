import Contract
import HTTPCore
import JSON
import Resources
import Synthesis

// How long descriptions say that texts must be: "Password must be at least 12 characters long".

extension OperationHandler {
  /// - Throws: ``Problem`` of kind `validation` when a text of a request is shorter than a description says, and the document
  ///   refuses wrong content.
  func requireStatedLengths(_ sent: RequestBody, _ documented: DocumentedOperation) throws(Problem) {
    let lengths = statedLengths(documented)
    guard !lengths.isEmpty, let content = sent.record(operation.requestEnvelope) else { return }
    for (name, least) in lengths {
      guard let text = content[name]?.string, text.unicodeScalars.count < least else { continue }
      throw Problem(
        .validation, "\(name) must be at least \(least) characters long",
        details: [Problem.Detail(name, "must be at least \(least) characters long")])
    }
  }

  /// The least lengths that descriptions state and schemas do not, by the names of what requests hold.
  private func statedLengths(_ documented: DocumentedOperation) -> [(name: String, least: Int)] {
    if let known = lengths.withLock({ $0 }) { return known }
    let made = findLengths(documented)
    lengths.withLock { $0 = made }
    return made
  }

  private func findLengths(_ documented: DocumentedOperation) -> [(name: String, least: Int)] {
    guard [.create, .update, .replace, .action].contains(operation.kind),
      documented.answers.contains(where: { ["400", "422"].contains($0.status) }),
      let described = api.document.root[JSONPointer(["paths", operation.path, operation.method.lowercased()])]
    else { return [] }
    let text = "\(described["summary"]?.string ?? ""). \(described["description"]?.string ?? "")".prefix(2000)
    let sentences = text.split(whereSeparator: { ".\n;".contains($0) }).map { Words.split(String($0)) }
    return requestMembers.compactMap { member -> (name: String, least: Int)? in
      guard member.types.contains("string"), let place = api.resolved(member.place),
        let schema = api.document.root[place], schema["minLength"] == nil, schema["enum"] == nil
      else { return nil }
      let own = (api.document.root[member.place]?["description"] ?? schema["description"])?.string?.prefix(400) ?? ""
      let name = Words.split(member.name)
      // A sentence about the whole operation names what it is about.
      let said = sentences.filter { $0.starts(with: name) || $0.dropFirst().starts(with: name) }
      let least = ([Words.split(String(own))] + said).lazy.compactMap(Self.leastLength).first
      return least.map { (member.name, $0) }
    }
  }

  /// The number of characters in words such as "must be at least 12 characters long"; nil for other words.
  private static func leastLength(_ words: [String]) -> Int? {
    for place in words.indices.dropFirst() where ["characters", "chars", "character"].contains(words[place]) {
      guard let number = Int(words[place - 1]), (2...maximumLength).contains(number) else { continue }
      let before = words[..<(place - 1)].suffix(4)
      if before.contains("least") || before.contains("minimum") || before.contains("min") { return number }
    }
    return nil
  }

  private static let maximumLength = 256
}
