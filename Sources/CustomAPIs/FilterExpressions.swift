import Store

extension RowQuery {
  /// Only records for which an expression holds; false, and nothing required, when it is none or names no members.
  mutating func require(expression text: String, _ collection: RecordCollection) -> Bool {
    guard let expression = FilterExpression(text) else { return false }
    let members = expression.conditions.map { collection.memberName(like: $0.name) }
    guard members.allSatisfy({ collection.members[$0] != nil || collection.attributes[$0] != nil }) else {
      return false
    }
    for (member, condition) in zip(members, expression.conditions) {
      require(collection.path(to: member), condition.comparison)
    }
    return true
  }
}
