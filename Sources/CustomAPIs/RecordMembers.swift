import Resources
import Synthesis

/// The members of the records of a resource.
final class RecordMembers: Sendable {
  let ordered: [ValueGenerator.Member]
  let byName: [String: ValueGenerator.Member]
  /// Those inside of the member that holds the record's own; none where there is none.
  let attributes: [String: ValueGenerator.Member]
  /// Their names by what is left without case and separators.
  let plainNames: [String: String]
  /// Whether a record is a line of a cart or an order: it has a quantity.
  let isLine: Bool
  /// The flags that one of several records has: `isDefault`.
  let exclusiveFlags: [String]
  let textTags: TextTags
  let listCounts: [(name: String, list: String)]
  /// The properties that say which state a record is in.
  let states: [String]
  /// The texts with the names of a record and of all above it, such as `full_path`.
  let treePaths: [ValueGenerator.Member]
  /// The dates and times.
  private let moments: [ValueGenerator.Member]
  /// The moments of the flags that the document describes, see ``moments(ofFlag:)``.
  private let flagMoments: [String: [ValueGenerator.Member]]

  init(of resource: ResourceDescription, _ maker: ValueGenerator) {
    ordered = maker.members(of: resource.schema)
    let byName = Dictionary(ordered.map { ($0.name, $0) }) { first, _ in first }
    self.byName = byName
    let inner = resource.attributesMember.flatMap { byName[$0] }.map { maker.members(of: $0.place) } ?? []
    attributes = Dictionary(inner.map { ($0.name, $0) }) { first, _ in first }
    plainNames = Dictionary(ordered.map { (Self.plain($0.name), $0.name) }) { first, _ in first }
    isLine = ordered.contains { LineAmounts.quantities.contains(Words.key($0.name)) }
    exclusiveFlags = ordered.filter { member in
      member.types.contains("boolean") && ["default", "primary"].contains(Words.split(member.name).last ?? "")
    }.map(\.name)
    textTags = TextTags(ordered, maker)
    let lists = ordered.filter { $0.types.contains("array") }
    listCounts = ordered.filter { $0.types.contains("integer") || $0.types.contains("number") }.compactMap { member in
      let key = Words.key(member.name)
      let list = lists.first { list in
        let one = Words.singularKey(list.name)
        return [one + "count", Words.key(list.name) + "count"].contains(key)
      }
      return list.map { (member.name, $0.name) }
    }
    states = ordered.map(\.name).filter { ["status", "state", "stage"].contains(Words.split($0).last ?? "") }
    treePaths = ordered.filter { $0.types.contains("string") && Self.treePathKeys.contains(Words.key($0.name)) }
    let moments = ordered.filter { $0.format == "date-time" }
    self.moments = moments
    let flags = moments.isEmpty ? [] : ordered.filter { $0.types.contains("boolean") }
    flagMoments = Dictionary(flags.map { ($0.name, Self.moments(ofFlag: $0.name, among: moments)) }) { first, _ in first
    }
  }

  /// The dates and times at which a flag was set, by their names: `completedAt` of `completed`, `publishedAt` of `publish`.
  func moments(ofFlag name: String) -> [ValueGenerator.Member] {
    moments.isEmpty ? [] : flagMoments[name] ?? Self.moments(ofFlag: name, among: moments)
  }

  private static func moments(
    ofFlag name: String, among moments: [ValueGenerator.Member]
  ) -> [ValueGenerator.Member] {
    guard let word = Words.split(name).last(where: { !["is", "has", "was"].contains($0) }) else { return [] }
    let forms = StateChangeReader.forms(of: word)
    return moments.filter { member in forms.contains { LifecycleRunner.names(member.name, $0) } }
  }

  /// The property of a record that shows what requests send as its text by another name: `content` for `status`.
  func text(like name: String) -> String? {
    guard Self.texts.contains(Self.plain(name)) else { return nil }
    let own = ordered.filter { Self.texts.contains(Self.plain($0.name)) && $0.types.contains("string") }
    return own.count == 1 ? own[0].name : own.first { ["content", "text", "body"].contains(Self.plain($0.name)) }?.name
  }

  /// The one property of a record that ends in the name of a reference as requests have it: `serviceCategoryId` for
  /// `categoryId`.
  func reference(like name: String) -> String? {
    let words = Words.split(name)
    guard words.count >= 2, ["id", "ids", "uuid"].contains(words.last ?? "") else { return nil }
    let own = ordered.filter { member in
      let others = Words.split(member.name)
      return others.count > words.count && others.suffix(words.count).elementsEqual(words)
    }
    return own.count == 1 ? own[0].name : nil
  }

  private static let treePathKeys: Set<String> = ["pathstring", "fullpath", "completename", "treepath"]
  private static let texts: Set<String> = ["text", "content", "body", "message", "status", "comment", "markdown"]

  /// A name without case and separators.
  static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
}
