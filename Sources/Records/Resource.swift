import HTTPCore
import Store

/// Records of one kind, described once: their members, who may do what with them, and how lists of them are asked for.
/// Table, seeds, validation, JSON and routes follow from it: ``table``, ``ResourceInput``, ``endpoints(_:)``.
package final class Resource: Sendable {
  /// The last part of their path, and the member of a list's answer, such as `lotes`.
  package let name: String
  /// What one of them is called in operations and refusals, such as `lote`: `getLote`.
  package let kind: String
  /// The same in English, such as `plot`.
  package let noun: String
  /// What ids begin with; their number follows. Without its `_` it is the name of the sequence of the numbers.
  package let idPrefix: String
  /// The name of the sequence of the records' numbers.
  let sequence: String
  /// Their members besides `id`, in the order of the table's columns.
  package let members: [Member]
  /// Those that have columns.
  let stored: [Member]
  /// The places in ``stored`` of those that clients set, in the order in which requests are read: a refusal names the
  /// first that is wrong.
  let readingOrder: [Int]
  /// Their columns.
  package let table: Table
  /// Where the records are stored.
  package let records: RecordTable
  let statements: Statements

  /// A description of records.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  package init(
    _ name: String, kind: String, noun: String, table: String, idPrefix: String, members: [Member]
  ) {
    (self.name, self.kind, self.noun, self.idPrefix) = (name, kind, noun, idPrefix)
    sequence = idPrefix.replacing("_", with: "")
    self.members = members
    let stored = members.flatMap(\.stored)
    self.stored = stored
    let settable = stored.indices.filter { stored[$0].readingTurn != nil }
    readingOrder = (0...2).flatMap { turn in settable.filter { stored[$0].readingTurn == turn } }
    self.table = Table(table, stored.filter { !$0.traits.isAdded }.compactMap(\.tableColumn))
    let json = JSONExpression.object([JSONExpression.text("id", "id")] + members.map(\.jsonMember))
    records = RecordTable(table, .columns(json: json))
    statements = Statements(records, sequence: sequence, idPrefix: idPrefix, stored)
  }
}

extension Resource {
  /// One member of a record.
  package final class Member: Sendable {
    /// What a member holds, and who sets it.
    enum Content: Sendable {
      /// So many characters, counted in Unicode scalars.
      case text(length: ClosedRange<Int>)
      case number(in: ClosedRange<Double>)
      /// One of some texts; the one that a new record has when none was sent.
      case choice([String], initially: String)
      /// The id of a record of another resource.
      case reference(to: Resource)
      /// Seconds since 1970, which clients do not set.
      case moment(Moment)
      /// An object that seed files bring along.
      case plainObject
      /// Members that records show inside this one.
      case object([Member])
      /// SQL that gives a whole number.
      case computed(sql: String)
    }

    /// When a moment is noted.
    enum Moment: Sendable { case seeded, created, changed }

    /// A rule beyond the length of a text.
    struct Check: Sendable {
      let rule: String
      let isMet: @Sendable (String) -> Bool
    }

    /// What else holds for a member.
    struct Traits: Sendable {
      /// The member that it stands inside of; nil for none.
      var parent: String?
      var isOptional = false
      var isUnique = false
      var isAdded = false
      var isSearched = false
      var isFilter = false
      var check: Check?
    }

    package let name: String
    /// The name in SQL: `tipo_cultivo` for `tipoCultivo`.
    let column: String
    let content: Content
    let traits: Traits

    private init(_ name: String, _ content: Content, _ traits: Traits = Traits()) {
      (self.name, self.content, self.traits) = (name, content, traits)
      column = name.reduce(into: "") { result, letter in
        result += letter.isUppercase ? "_\(letter.lowercased())" : String(letter)
      }
    }

    private func with(_ change: (inout Traits) -> Void) -> Member {
      var traits = traits
      change(&traits)
      return Member(name, content, traits)
    }

    // MARK: What there is

    /// A text that must be sent. Lengths count where clients set it.
    package static func text(_ name: String, length: ClosedRange<Int> = 0...Int(Int32.max)) -> Member {
      Member(name, .text(length: length))
    }

    /// A number that must be sent.
    package static func number(_ name: String, in range: ClosedRange<Double>) -> Member {
      Member(name, .number(in: range))
    }

    /// One of some texts; absent means unchanged, in a new record the initial one.
    package static func choice(_ name: String, of choices: [String], initially initial: String) -> Member {
      Member(name, .choice(choices, initially: initial))
    }

    /// The id of a record of another resource; absent means unchanged, null and the end of that record mean none.
    package static func reference(_ name: String, to resource: Resource) -> Member {
      Member(name, .reference(to: resource)).optional()
    }

    /// A moment that seed files have.
    package static func moment(_ name: String) -> Member { Member(name, .moment(.seeded)) }

    /// When the record was made.
    package static func created(_ name: String) -> Member { Member(name, .moment(.created)) }

    /// When the record was last changed, if it was.
    package static func changed(_ name: String) -> Member { Member(name, .moment(.changed)).optional() }

    /// An object of plain values that seed files may bring along; its keys are sorted (CONTRACT G13).
    package static func plainObject(_ name: String) -> Member { Member(name, .plainObject).optional() }

    /// Members that stand inside an object.
    package static func object(_ name: String, _ members: [Member]) -> Member {
      Member(name, .object(members.map { $0.within(name) }))
    }

    /// A whole number that SQL computes, a scalar expression over the record's table.
    package static func computed(_ name: String, _ sql: String) -> Member { Member(name, .computed(sql: sql)) }

    // MARK: What else holds for it

    /// The member may be left out; absent and null mean none, in replacements too.
    package func optional() -> Member { with { $0.isOptional = true } }

    /// No two records have the same, whatever the case.
    package func unique() -> Member { with { $0.isUnique = true } }

    /// The text keeps a rule, such as `must be a colour`.
    package func checked(_ rule: String, _ isMet: @escaping @Sendable (String) -> Bool) -> Member {
      with { $0.check = Check(rule: rule, isMet: isMet) }
    }

    /// The table was released without the member: a step of its own adds its column (``Resource/additions``). It cannot
    /// be unique.
    package func added() -> Member { with { $0.isAdded = true } }

    /// The query parameter `search` of lists looks for its text in the member, whatever the case and the accents.
    package func searched() -> Member { with { $0.isSearched = true } }

    /// Lists can be asked for one value of it by a parameter of its name: of choices one that there is, of texts any,
    /// whatever the case and the accents.
    package func filter() -> Member { with { $0.isFilter = true } }

    private func within(_ parent: String) -> Member { with { $0.parent = parent } }

    // MARK: What follows

    /// The member, or those inside it, which have columns.
    var stored: [Member] {
      switch content {
      case .object(let members): members
      case .computed: []
      default: [self]
      }
    }

    /// When it is read from a request: values of its own, then choices, then references; nil for what no client sets.
    var readingTurn: Int? {
      switch content {
      case .text, .number: 0
      case .choice: 1
      case .reference: 2
      default: nil
      }
    }
  }
}
