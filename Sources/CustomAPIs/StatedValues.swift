import JSON
import Resources
import Synthesis

/// What the description of an operation says of the records that it makes, beside their state.
struct StatedValues {
  /// The words of each sentence.
  private let sentences: [[Substring]]
  private let handler: OperationHandler

  init(_ handler: OperationHandler) {
    self.handler = handler
    let place = JSONPointer(["paths", handler.operation.path, handler.operation.method.lowercased()])
    let described = handler.api.document.root[place]
    let text = "\(described?["summary"]?.string ?? ""). \(described?["description"]?.string ?? "")".prefix(2000)
    // A point or a comma inside of a number ends nothing.
    sentences = text.split(whereSeparator: \.isNewline).flatMap { $0.split(separator: ". ") }.map(Self.words)
  }

  private static func words(_ sentence: Substring) -> [Substring] {
    sentence.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "," && $0 != "." }.map { word in
      word.hasSuffix(",") || word.hasSuffix(".") ? word.dropLast() : word
    }
  }

  /// The number of something that a new record has: 500 in `points` of "you will get 500 points"; nil where none is said.
  func beginning(of member: ValueGenerator.Member) -> JSONValue? {
    guard member.types.contains("integer") || member.types.contains("number") else { return nil }
    let name = Words.split(member.name)
    for sentence in sentences where sentence.contains(where: { Self.giving.contains($0.lowercased()) }) {
      for at in sentence.indices.dropFirst()
      where sentence[at...].prefix(name.count).map({ $0.lowercased() }).elementsEqual(name) {
        let digits = sentence[at - 1].filter { $0 != "," }
        guard digits.allSatisfy(\.isNumber), let number = JSONNumber(literal: digits) else { continue }
        return .number(number)
      }
    }
    return nil
  }

  private static let giving: Set<String> = [
    "granted", "given", "receive", "receives", "get", "gets", "start", "starts", "begin", "begins",
  ]

  /// How the letters of a text are written.
  enum LetterCase: Sendable {
    case upper, lower
    /// Words in small letters with `_` between them.
    case snake

    /// A text written so.
    func written(_ text: String) -> String {
      switch self {
      case .upper: text.uppercased()
      case .lower: text.lowercased()
      case .snake: Words.split(text).joined(separator: "_")
      }
    }
  }

  /// The texts whose letters change, and how: "symbols will be cast to all uppercase characters", or "will be converted to
  /// snake_case" of a property itself.
  func cases(of collection: RecordCollection) -> [String: LetterCase] {
    var found: [String: LetterCase] = [:]
    for member in handler.requestMembers where member.types.contains("string") {
      let text = handler.api.document.root[member.place]?["description"]?.string?.prefix(400) ?? ""
      let words = Self.words(text).map { $0.lowercased() }
      guard words.contains(where: Self.changing.contains),
        let letters = words.lazy.compactMap({ Self.letters[$0] }).first
      else { continue }
      found[collection.memberName(like: member.name)] = letters
    }
    for sentence in sentences {
      let words = sentence.map { $0.lowercased() }
      guard words.contains(where: Self.changing.contains),
        let letters = words.lazy.compactMap({ Self.letters[$0] }).first
      else { continue }
      let named = Set(words.map(Words.singular))
      for member in collection.orderedMembers where member.types.contains("string") {
        if Set(Words.split(member.name).map(Words.singular)).isSubset(of: named) { found[member.name] = letters }
      }
    }
    return found
  }

  private static let changing: Set<String> = ["cast", "converted", "changed", "transformed", "normalized", "turned"]
  private static let letters: [String: LetterCase] = [
    "uppercase": .upper, "uppercased": .upper, "lowercase": .lower, "lowercased": .lower, "snake_case": .snake,
  ]
}
