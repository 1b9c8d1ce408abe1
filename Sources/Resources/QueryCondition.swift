/// What a query parameter asks of the records of a list in another way than by the value of the property that has its
/// name: `q[name_cont]`, `price__gte`, `unread_only`; or what holds for all of them by the name of the list.
package struct QueryCondition: Sendable, Equatable {
  /// How the parameter's value is compared.
  package enum Sign: String, Sendable, CaseIterable {
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual, contains, startsWith, endsWith, among, notAmong
    /// The property is a list that holds each of the parameter's values.
    case all
    /// The property is there and not null when the parameter is true, or is not when it is false.
    case isSet, isNotSet
    /// The property's time is before or after the clock's.
    case isPast, isFuture
    /// When the parameter is true, the property has ``value``.
    case has
    /// The same, and any other value when the parameter is false.
    case matches
    /// When the parameter is true, the property has any value but ``value``.
    case hasNot
    /// Unless the parameter is true, the property does not have ``value``: `include_archived`.
    case mayHave
    /// The parameter's value is one of the property's states, or the name of a flag: `filter=resolved`.
    case names
  }

  /// The properties, one of which must fulfil it.
  package var members: [String]
  package var sign: Sign
  /// What the property has, for flags.
  package var value: String

  /// Whether it depends on the clock.
  package var isOfTime: Bool { sign == .isPast || sign == .isFuture }

  /// A condition from its parts.
  package init(_ members: [String], _ sign: Sign, value: String = "") {
    (self.members, self.sign, self.value) = (members, sign, value)
  }
}
