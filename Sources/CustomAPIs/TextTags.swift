import JSON
import Synthesis

/// What a text says of itself: `#tomatoes` in the text of a post stands in its `hashtags`, and `@ada` in its `mentions`.
struct TextTags: Sendable {
  /// The properties that list the tags of a record's text, with the sign before each.
  private let lists: [(name: String, sign: Character)]
  /// The same whose elements are objects with a name: `tags` of a post with `{name, url}`.
  private let named: [(name: String, sign: Character)]

  private static let signs: [String: Character] = ["hashtags": "#", "hashtag": "#", "mentions": "@"]
  private static let texts = ["content", "text", "body", "caption", "message", "description", "title"]
  /// The most tags of one text, and the most characters that are read of it.
  private static let (maximumTags, maximumText) = (50, 10_000)

  /// Those of the records that have these properties.
  init(_ members: [ValueGenerator.Member], _ maker: ValueGenerator) {
    lists = members.compactMap { member in
      guard let sign = Self.signs[member.name.lowercased()], member.types.contains("array"),
        maker.shape(of: member.place).items.map({ maker.shape(of: $0).types == ["string"] }) == true
      else { return nil }
      return (member.name, sign)
    }
    named = members.compactMap { member in
      guard let sign = member.name.lowercased() == "tags" ? "#" : Self.signs[member.name.lowercased()], sign == "#",
        member.types.contains("array"), let element = maker.shape(of: member.place).items,
        case let names = Set(maker.members(of: element).map { $0.name.lowercased() }), names.contains("name"),
        // Those of a shop or a blog are records that clients choose.
        names.contains("url"), !names.contains("id")
      else { return nil }
      return (member.name, sign)
    }
  }

  /// Lists the tags of a record's text, except where the client has sent some.
  ///
  /// - Parameters:
  ///   - sent: What the client has sent.
  func add(to content: inout JSONObject, sent: JSONObject) {
    if lists.isEmpty, named.isEmpty { return }
    let known = content
    let names = Dictionary(known.members.map { ($0.key.lowercased(), $0.key) }) { first, _ in first }
    guard let text = Self.texts.lazy.compactMap({ names[$0].flatMap { known[$0]?.string } }).first else { return }
    for (name, sign) in lists where !sent.contains(name) {
      content[name] = .array(Self.tags(of: text, sign).map(JSONValue.string))
    }
    for (name, sign) in named where !sent.contains(name) {
      content[name] = .array(Self.tags(of: text, sign).map { ["name": .string($0)] })
    }
  }

  private static func tags(of text: String, _ sign: Character) -> [String] {
    var found: [String] = []
    var rest = text.prefix(maximumText)
    while let at = rest.firstIndex(of: sign), found.count < maximumTags {
      rest = rest[rest.index(after: at)...]
      let tag = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      if !tag.isEmpty, !found.contains(tag) { found.append(tag) }
    }
    return found
  }
}
