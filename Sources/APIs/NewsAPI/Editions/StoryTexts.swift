import HTTPCore
import JSON

/// The stories of one language, with places for names in them.
struct StoryTexts {
  /// A story without its names.
  struct Template {
    /// What its organization does, when that is not what those of its category do.
    let organization: String?
    let title: TextTemplate
    let description: TextTemplate
    let paragraphs: [TextTemplate]
  }

  /// The byline of articles that name no author.
  let agency: String
  private let templates: [String: [Template]]

  /// Reads a seed file; nil when it has no categories.
  init?(_ file: JSONValue) {
    guard let categories = file["categories"]?.object else { return nil }
    agency = file["agency"]?.string ?? ""
    templates = Dictionary(
      categories.members.map { member in (member.key, (member.value.array ?? []).compactMap(Self.template)) }
    ) { first, _ in first }
  }

  /// The stories of a category.
  func templates(_ category: String) -> [Template] { templates[category] ?? [] }

  private static func template(_ value: JSONValue) -> Template? {
    guard let title = value["title"]?.string, let description = value["description"]?.string,
      let paragraphs = value["paragraphs"]?.array?.compactMap(\.string)
    else { return nil }
    return Template(
      organization: value["organization"]?.string, title: TextTemplate(title), description: TextTemplate(description),
      paragraphs: paragraphs.map(TextTemplate.init))
  }
}
