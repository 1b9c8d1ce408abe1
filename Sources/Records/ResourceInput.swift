import HTTPCore
import Store

/// What a request says about the members of a record, read and checked by its resource's description.
package struct ResourceInput: Sendable {
  /// A value for each of ``Resource/stored``: NULL for none, nil for one that stays as it is or has its initial value.
  let values: [SQLValue?]

  /// Reads the members that clients set. Rules beyond length and range are checked when all have been read.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` or `validation`, which names every member that is wrong.
  package init(_ request: Request, _ resource: Resource) throws(Problem) {
    var fields = FieldReader(try request.jsonObject())
    var values = [SQLValue?](repeating: nil, count: resource.stored.count)
    for index in resource.readingOrder { values[index] = resource.stored[index].read(&fields) }
    for index in resource.readingOrder {
      guard let check = resource.stored[index].traits.check, let text = values[index]?.text, !check.isMet(text) else {
        continue
      }
      fields.reject(resource.stored[index].name, check.rule)
    }
    try fields.finish()
    self.values = values
  }
}

extension Resource.Member {
  fileprivate func read(_ fields: inout FieldReader) -> SQLValue? {
    switch content {
    case .text(let length):
      .text(traits.isOptional ? fields.optionalText(name, length: length) : fields.text(name, length: length))
    case .number(let range):
      traits.isOptional && fields.value(name) == nil ? .null : .real(fields.number(name, in: range))
    case .choice(let choices, _): fields.optionalChoice(name, of: choices).map { .text($0) }
    case .reference: reference(&fields)
    default: nil
    }
  }

  private func reference(_ fields: inout FieldReader) -> SQLValue? {
    switch fields.change(name, length: 1...100) {
    case .keep: nil
    case .remove: .null
    case .set(let id): .text(id)
    }
  }
}

extension RowQuery {
  /// Asks for the records of a resource that a list request wants: `search` in texts, and a parameter for each filter.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for what a member can never be.
  package init(_ query: QueryParameters, of resource: Resource) throws(Problem) {
    self.init()
    if let text = query["search"], !text.isEmpty {
      let members = resource.stored.filter(\.traits.isSearched).map {
        $0.traits.isOptional ? "coalesce(\($0.column), '')" : $0.column
      }
      require(resource.records.condition(containing: text, in: members))
    }
    for member in resource.stored where member.traits.isFilter {
      guard let text = query[member.name], !text.isEmpty else { continue }
      guard case .choice(let choices, _) = member.content else {
        require(Part("fold(\(member.column)) = fold(?)", [.text(text)]))
        continue
      }
      guard choices.contains(text) else {
        throw Problem(
          .invalidParameter,
          "the query parameter \"\(member.name)\" must be one of \(choices.joined(separator: ", "))",
          field: member.name, value: text)
      }
      require(Part("\(member.column) = ?", [.text(text)]))
    }
  }
}
