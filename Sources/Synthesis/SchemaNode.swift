import JSON
import Synchronization

/// One or several schemas that apply to the same value, ready to make values of.
final class SchemaNode: Sendable {
  /// A member with a schema of its own.
  final class Property: Sendable {
    let name: String
    /// ``RandomSource/hash(_:)`` of the name.
    let hash: UInt64
    let link: SchemaLink
    let isRequired: Bool
    let meaning: PropertyMeaning
    /// Values that a discriminator asks for.
    let preferredValues: [JSONValue]

    init(name: String, link: SchemaLink, isRequired: Bool, meaning: PropertyMeaning, preferredValues: [JSONValue]) {
      (self.name, hash, self.link) = (name, RandomSource.hash(name), link)
      (self.isRequired, self.meaning, self.preferredValues) = (isRequired, meaning, preferredValues)
    }
  }

  struct Alternatives: Sendable {
    let isExclusive: Bool
    /// The branches alone.
    let branches: [SchemaLink]
    /// The branches together with everything else that the node demands.
    let choices: [SchemaLink]

    init(_ group: SchemaFacts.Alternatives, in key: SchemaPlan.Key, branches: [SchemaLink]) {
      (isExclusive, self.branches) = (group.isExclusive, branches)
      choices = zip(group.branches, group.discriminators).map { branch, discriminator in
        SchemaLink(key.adding([branch] + (discriminator.map { [$0] } ?? []), settling: group.identity))
      }
    }
  }

  struct Conditional: Sendable {
    let identity: Int
    let condition: SchemaLink
    let then: SchemaLink?
    let otherwise: SchemaLink?
  }

  let key: SchemaPlan.Key
  let place: JSONPointer
  let facts: SchemaFacts
  let meaning: Owner
  let described: PropertyDescription
  let properties: [Property]
  let positions: [String: Int]
  /// What the values of the properties have to do with each other.
  let relations: ObjectRelations?
  /// Required names without a schema of their own.
  let requiredOthers: [String]
  let alternatives: [Alternatives]
  let negations: [SchemaLink]
  let conditionals: [Conditional]
  let dependents: [(identity: Int, name: String, link: SchemaLink)]
  let containing: [(link: SchemaLink, least: Int, most: Int)]
  let memberNames: [SchemaLink]
  let unevaluated: [SchemaLink]
  /// The schemas of elements by their place, the last for all that follow; empty when there are none.
  let elements: [SchemaLink]
  /// The elements before ``elements``' last that have a schema of their own.
  let prefixCount: Int
  /// Whether a value must be checked after it was made, since not everything can be made on purpose.
  let isTricky: Bool
  /// The values of an enumeration that are chosen from: those that are allowed, `null` only where it is alone.
  let choosable: [JSONValue]
  /// The types of the values of an enumeration; nil for none.
  let enumeratedTypes: SchemaTypes?
  /// Examples, and behind them the default, that the schema allows, where the schema alone says so.
  let examples: [JSONValue]
  /// Whether the schema was too large or too deep to be read as a whole.
  let isCut: Bool
  /// The types of ``SchemaPlan/types(of:)`` when they are known, else 255.
  let knownTypes = Atomic<UInt8>(255)
  /// The members of ``ValueGenerator/members(of:)`` and the shape of ``ValueGenerator/shape(of:)``, once they are known.
  let knownMembers = Mutex<[ValueGenerator.Member]?>(nil)
  let knownShape = Mutex<ValueGenerator.Shape?>(nil)

  init(key: SchemaPlan.Key, place: JSONPointer, facts: SchemaFacts, isCut: Bool) {
    (self.key, self.place, self.facts, self.isCut) = (key, place, facts, isCut)
    let name = facts.name ?? Owner.name(of: place)
    let owner = Owner(name: name, isWhole: facts.name != nil)
    meaning = owner
    described = PropertyDescription(facts.description, isNumber: !facts.types.contains(.string))
    let meanings = facts.properties.map { property in
      let meaning = PropertyMeaning(name: property.name, owner: owner)
      // The `data` of a response are what its path names.
      guard meaning.kind == .unknown, let name, Owner.forms.contains(property.name.lowercased()) else { return meaning }
      return PropertyMeaning(name: name, owner: owner)
    }
    let roles = Set(meanings.lazy.filter(\.isOfPerson).map(\.role))
    let isOfOnePerson = roles.count == 1
    let isSpan = Set(meanings.lazy.filter { $0.isOfSpan && $0.kind != .time }.map(\.stage)).isSuperset(of: [15, 75])
    let isAddress = owner.kind == .place || meanings.contains(where: \.isOfAddress)
    properties = zip(facts.properties, meanings).map { property, meaning in
      Property(
        name: property.name, link: SchemaLink(.init(schemas: facts.schemas(ofMember: property.name, property.schemas))),
        isRequired: facts.requires(property.name),
        meaning: ((isOfOnePerson && meaning.isOfPerson) ? meaning.ofOwnPerson : isSpan ? meaning.ofSpan : meaning)
          .besides(address: isAddress),
        preferredValues: facts.preferredValues[property.name] ?? [])
    }
    relations = ObjectRelations(properties)
    let positions = facts.positions
    self.positions = positions
    requiredOthers = facts.required.filter { positions[$0] == nil }
    alternatives = facts.alternatives.map { group in
      Alternatives(group, in: key, branches: group.branches.map { SchemaLink(.init(schemas: [$0])) })
    }
    negations = facts.negations.map { SchemaLink(.init(schemas: [$0])) }
    conditionals = facts.conditionals.map { conditional in
      Conditional(
        identity: conditional.identity, condition: SchemaLink(.init(schemas: [conditional.condition])),
        then: conditional.then.map { SchemaLink(.init(schemas: [$0])) },
        otherwise: conditional.otherwise.map { SchemaLink(.init(schemas: [$0])) })
    }
    dependents = facts.dependentSchemas.map { ($0.identity, $0.name, SchemaLink(.init(schemas: [$0.schema]))) }
    containing = facts.containing.map { (SchemaLink(.init(schemas: [$0.schema])), $0.least, $0.most) }
    memberNames = facts.memberNames.map { SchemaLink(.init(schemas: [$0])) }
    unevaluated = facts.unevaluated.map { SchemaLink(.init(schemas: [$0])) }
    prefixCount = min(facts.elements.map(\.prefix.count).max() ?? 0, 1_000)
    elements =
      facts.elements.isEmpty ? [] : (0...prefixCount).map { SchemaLink(.init(schemas: facts.schemas(ofElement: $0))) }
    isTricky =
      !alternatives.isEmpty || !negations.isEmpty || !conditionals.isEmpty || !dependents.isEmpty
      || !facts.dependentRequired.isEmpty || !memberNames.isEmpty || !containing.isEmpty
    let values = facts.enumeration?.values ?? []
    let allowed =
      facts.isImpossible ? [] : values.filter { facts.allowsType(of: $0) && facts.allowsBesideEnumeration($0) }
    let full = allowed.filter { !$0.isNull }
    choosable = full.isEmpty ? allowed : full
    enumeratedTypes = facts.enumeration.map { $0.values.reduce(into: []) { $0.formUnion(SchemaTypes($1)) } }
    examples =
      facts.isImpossible
      ? []
      : (facts.examples + [facts.defaultValue].compactMap(\.self))
        .filter { $0 != .string("") && $0 != .string("string") && facts.allowsScalar($0) }
  }

  /// The node of a key that has, beside the schemas of another one, only such as say nothing: it shares all that the other
  /// one consists of, and is still a node of its own, since a value may contain both.
  init(key: SchemaPlan.Key, place: JSONPointer, sharing other: SchemaNode) {
    (self.key, self.place, facts, isCut) = (key, place, other.facts, other.isCut)
    (meaning, described) = (other.meaning, other.described)
    (properties, positions, relations) = (other.properties, other.positions, other.relations)
    (requiredOthers, negations, conditionals) = (other.requiredOthers, other.negations, other.conditionals)
    (dependents, containing, memberNames) = (other.dependents, other.containing, other.memberNames)
    (unevaluated, elements, prefixCount) = (other.unevaluated, other.elements, other.prefixCount)
    (isTricky, choosable, enumeratedTypes) = (other.isTricky, other.choosable, other.enumeratedTypes)
    examples = other.examples
    alternatives = zip(facts.alternatives, other.alternatives).map { group, shared in
      Alternatives(group, in: key, branches: shared.branches)
    }
  }

  /// Breaks the cycles among nodes.
  func forgetLinks() {
    for property in properties { property.link.node = nil }
    for group in alternatives {
      for link in group.branches + group.choices { link.node = nil }
    }
    for conditional in conditionals {
      conditional.condition.node = nil
      conditional.then?.node = nil
      conditional.otherwise?.node = nil
    }
    for link in negations + dependents.map(\.link) + containing.map(\.link) + memberNames + unevaluated + elements {
      link.node = nil
    }
  }
}
