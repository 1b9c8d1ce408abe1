import HTTPCore
import World

/// The parameters that only a list has: words as a person searches for them, and how much to show.
struct JournalListParameters {
  static let names = ["text", "failed", "hasFaults", "content"]

  private(set) var criteria: [JournalCriterion] = []
  /// Whether entries have headers and bodies.
  let hasContent: Bool

  /// - Throws: ``Problem`` of kind `invalidParameter`.
  init(_ call: Call) throws(Problem) {
    let parameters = try call.request.query()
    for text in parameters.values("text") {
      guard (1...JournalQueryReader.maximumLength).contains(text.unicodeScalars.count) else {
        throw Problem(
          .invalidParameter, "\"text\" must have from 1 to \(JournalQueryReader.maximumLength) characters",
          field: "text")
      }
      criteria.append(.text(text.lowercased()))
    }
    if let failed = try Self.flag("failed", parameters) { criteria.append(.failed(failed)) }
    if let hasFaults = try Self.flag("hasFaults", parameters) { criteria.append(.hasFaults(hasFaults)) }
    hasContent = try Self.flag("content", parameters) ?? true
    guard criteria.count <= JournalQueryReader.maximumCriteria else {
      throw Problem(
        .invalidParameter, "there are more than \(JournalQueryReader.maximumCriteria) texts", field: "text")
    }
  }

  private static func flag(_ name: String, _ parameters: QueryParameters) throws(Problem) -> Bool? {
    guard let text = parameters[name] else { return nil }
    guard text == "true" || text == "false" else {
      throw Problem(.invalidParameter, "\"\(name)\" must be true or false", field: name, value: text)
    }
    return text == "true"
  }
}
