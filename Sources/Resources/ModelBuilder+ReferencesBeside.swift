import JSONSchema

// References that a record shows in another way than by their names: by an object that shows the same record, or by their title.

extension ModelBuilder {
  /// The resource that a property names by what the record says beside it: `maker_detail` with the schema of a company
  /// says that `maker` is one of the companies, and so does the title "Manufacturing company" where there is no better
  /// one. nil where it says nothing.
  func referenceBeside(_ member: SchemaShape.Member, of number: Int) -> String? {
    let shape = index.shape(member.node)
    guard shape.isScalar, shape.enumeration.isEmpty, !shape.types.contains("boolean"), shape.format != "date-time"
    else { return nil }
    let found = titledResource(member) ?? shownResource(member, of: number)
    return found.flatMap { fits(shape, idOf: resources[$0].name) ? resources[$0].name : nil }
  }

  /// The resource whose schema has the title of a property for its name: "Spare part" and `SparePart`.
  private func titledResource(_ member: SchemaShape.Member) -> Int? {
    guard let title = member.node["title"]?.string, title.utf8.count <= 60 else { return nil }
    let words = Words.split(title)
    guard words.count > 1, words.joined() != member.key else { return nil }
    return schemaNamed(words)
  }

  /// The resource that an object beside a property shows in full or in short: `maker_detail` beside `maker`.
  private func shownResource(_ member: SchemaShape.Member, of number: Int) -> Int? {
    let shown = shapes[number].members.first { other in
      Vocabulary.details.contains { other.key == member.key + $0 } && index.shape(other.node).isObject
    }
    guard let shown else { return nil }
    let listed = resources.indices.first { !resources[$0].isSingleton && views[$0].contains(shown.node) }
    return listed ?? shown.node.place.tokens.last.flatMap { schemaNamed(Words.split($0)) }
  }

  /// The resource whose schema has a name, or the same with a word that says that it is shown in short: `Company` for
  /// `CompanyBrief`.
  private func schemaNamed(_ words: [String]) -> Int? {
    let plain = words.filter { !Self.brief.contains($0) }
    guard !plain.isEmpty else { return nil }
    return resources.indices.first { number in
      let tokens = resources[number].schema.tokens
      guard !resources[number].isSingleton, tokens.count >= 2,
        ["schemas", "definitions"].contains(tokens[tokens.count - 2])
      else { return false }
      return Words.split(tokens[tokens.count - 1]) == plain
    }
  }

  /// What schemas that show a record in short are called beside its own name.
  private static let brief: Set<String> = [
    "brief", "basic", "minimal", "min", "short", "summary", "simple", "lite", "mini", "nested", "compact", "preview",
  ]
}
