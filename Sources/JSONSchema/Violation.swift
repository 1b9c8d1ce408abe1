import HTTPCore
import JSON

/// One reason why a schema does not allow a value.
package struct Violation: Equatable, Sendable {
  /// What does not hold. A message is rendered from it where it is shown: ``Violation/expected`` and
  /// ``Violation/found``.
  package enum Reason: Equatable, Sendable {
    /// The value is of none of these types (`type`).
    case type(allowed: [String])
    /// The value must not be there: a schema `false`, `additionalProperties` or `unevaluated…`.
    case forbidden
    /// An object lacks a member (`required`), or one that it needs because it has another (`dependentRequired`).
    case missingMember(String, becauseOf: String? = nil)
    /// There are fewer or more items, members or characters than `min…` and `max…` allow.
    case count(Quantity, bound: Bound, found: Int)
    /// Two items are equal (`uniqueItems`).
    case equalItems(Int, Int)
    /// A number is beyond a bound: the keyword and its value.
    case outOfRange(NumberRange.Side, bound: String)
    /// A number is no multiple (`multipleOf`).
    case notMultiple(of: String)
    /// A string does not match a regular expression (`pattern`).
    case noMatch(pattern: String)
    /// A number is not of a format of OpenAPI.
    case numberFormat(NumberFormat)
    /// A string is not of a format.
    case stringFormat(StringFormat)
    /// The value is none of these (`enum`, `const`).
    case noneOf([JSONValue])
    /// The name of a member is not allowed (`propertyNames`).
    case memberName(String)
    /// No schema of `anyOf` or `oneOf`, of which there are so many, allows the value.
    case noAlternative(count: Int)
    /// Two schemas of `oneOf`, of which there are so many, allow the value.
    case twoAlternatives(Int, Int, count: Int)
    /// The schema of `not` allows the value.
    case negated
    /// The check was given up.
    case exhausted(Exhaustion)
  }

  /// What is counted.
  package enum Quantity: Sendable {
    case items
    /// The items that `contains` allows.
    case containedItems
    case members
    /// Unicode code points.
    case characters
  }

  /// The bound that a count is beyond.
  package enum Bound: Equatable, Sendable {
    case least(Int)
    case most(Int)
  }

  /// Where in the value the fault is.
  package let instance: JSONPointer
  /// The keyword that does not hold; empty for the schema `false`, and when the check was given up.
  package let keyword: String
  /// The place of the keyword: the document's URI, `#` and a JSON Pointer that is not percent-encoded. It is where
  /// the keyword is written, whatever references led to it.
  package let schemaLocation: String
  /// What does not hold.
  package let reason: Reason
  /// The value at fault; nil where the reason names all that counts.
  package let value: JSONValue?

  /// A violation from its parts.
  package init(
    instance: JSONPointer, keyword: String, schemaLocation: String, reason: Reason, value: JSONValue? = nil
  ) {
    (self.instance, self.keyword, self.schemaLocation) = (instance, keyword, schemaLocation)
    (self.reason, self.value) = (reason, value)
  }
}

/// The members that a schema says an object has, so that others differ from them. What the schema merely
/// allows, for want of `additionalProperties: false`, is not among them.
package struct DocumentedProperties: Sendable {
  /// The names in `properties`.
  package internal(set) var names: Set<String> = []
  /// The expressions of `patternProperties`.
  var patterns: [SearchExpression] = []
  /// Whether members of any other name have a schema, by `additionalProperties` or `unevaluatedProperties`.
  var hasOthers = false

  /// Whether members beside `names` can be documented: by a schema for all others or for those of a pattern.
  package var allowsOthers: Bool { hasOthers || !patterns.isEmpty }

  /// Whether a member of this name is documented.
  package func contains(_ name: String) -> Bool {
    hasOthers || names.contains(name) || patterns.contains { $0.matches(name) == true }
  }
}

extension CompiledSchema {
  /// The members that objects of this schema are said to have: those of its own and of the schemas it applies through
  /// `$ref`, `allOf`, `anyOf`, `oneOf`, `then`, `else` and `dependentSchemas`, whichever of them a value meets.
  package func documentedProperties() -> DocumentedProperties {
    let nodes = nodes
    var all = DocumentedProperties()
    var seen: Set<Int> = [root]
    var pending = [root]
    while let next = pending.popLast() {
      let own = nodes[next].documented
      all.names.formUnion(own.names)
      all.patterns += own.patterns
      all.hasOthers = all.hasOthers || own.hasOthers
      for node in nodes[next].describing where seen.insert(node).inserted { pending.append(node) }
    }
    return all
  }
}
