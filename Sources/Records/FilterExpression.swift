import Store

/// What a list's records must fulfil in one text, in the small languages that APIs have for it:
/// `Name eq 'Chai' and Price ge 18` (OData 4.01 part 2 §5.1.1), `done = false && priority > 2`, `contains(Name,'ai')`,
/// `title.contains("ai")`, `"home" in tags`, `name=Oat milk` or `email:'ann@example.org'`.
package indirect enum FilterExpression: Sendable {
  case comparison(name: String, Comparison)
  /// All of them hold.
  case all([FilterExpression])
  /// One of them holds, or more.
  case any([FilterExpression])
  case negation(FilterExpression)

  /// nil for a text that says something else, or more than these forms do.
  package init?(_ text: String) {
    var reader = FilterExpressionReader(text)
    guard let whole = reader.whole() ?? reader.single(text) else { return nil }
    self = whole
  }

  /// The names of all members that are compared.
  package var names: [String] {
    switch self {
    case .comparison(let name, _): [name]
    case .all(let parts), .any(let parts): parts.flatMap(\.names)
    case .negation(let part): part.names
    }
  }

  /// As a condition in SQL.
  ///
  /// - Parameters:
  ///   - condition: The condition of one comparison.
  package func part(_ condition: (String, Comparison) -> RowQuery.Part) -> RowQuery.Part {
    switch self {
    case .comparison(let name, let comparison): return condition(name, comparison)
    case .all(let parts): return .joined(parts.map { $0.part(condition) }, by: "AND")
    case .any(let parts): return .joined(parts.map { $0.part(condition) }, by: "OR")
    case .negation(let inner):
      let part = inner.part(condition)
      return RowQuery.Part("NOT coalesce(\(part.sql), 0)", part.arguments)
    }
  }
}
