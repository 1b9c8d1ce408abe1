import JSONSchema

// Lists that answer with an array or with a page, as the request asks.

extension ModelBuilder {
  /// The form of a list in pages, and the parameter that asks for it; nil for a list of one form.
  func pageChoice(_ facts: OperationFacts, _ paging: Paging?, names: [String]) -> PageChoice? {
    guard let answer = facts.answer else { return nil }
    for keyword in ["oneOf", "anyOf"] {
      let forms = answer.subschemas(keyword).compactMap(index.node)
      guard forms.count >= 2, forms.contains(where: { index.shape($0).isArray }),
        let page = forms.first(where: { index.shape($0).isObject }),
        let place = finder.list(in: page, names: names), place.confidence >= 0.7
      else { continue }
      var ofPages = facts
      ofPages.answer = page
      let form = OperationDescription.ResponseForm(
        recordSchema: place.record.place, envelope: place.envelope,
        paging: lists.paging(ofPages, envelope: place.envelope))
      if let flag = facts.query.first(where: asksForPages) {
        var choice = PageChoice(parameter: flag.name, form: form)
        choice.isUsual = flag.schema?["default"]?.bool == true
        return choice
      }
      guard let position = paging?.position ?? paging?.size else { return nil }
      var choice = PageChoice(parameter: position, form: form)
      choice.isFlag = false
      return choice
    }
    return nil
  }

  /// Whether a parameter is a flag by which a client asks for pages rather than for the whole list.
  private func asksForPages(_ parameter: ParameterFacts) -> Bool {
    guard let shape = parameter.schema.map(index.shape), shape.types == ["boolean"] else { return false }
    return !Self.pageWords.isDisjoint(with: parameter.words)
      || !Self.pageWords.isDisjoint(with: Words.split(String(parameter.text.prefix(300))))
  }

  private static let pageWords: Set<String> = [
    "page", "pages", "paged", "paging", "paginate", "paginated", "pagination", "envelope", "wrap", "wrapped", "meta",
    "metadata",
  ]
}
