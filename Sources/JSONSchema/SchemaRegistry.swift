import HTTPCore
import JSON

/// The documents that schemas stand in and refer to, by URI. Nothing is ever fetched: a reference to a document
/// that is not here is an error of the schema that makes it.
///
/// A URI may be relative, as `openapi.json` is; references are resolved against it all the same.
package struct SchemaRegistry: Sendable {
  let documents: [String: JSONValue]
  /// Where each `$id` and `$anchor` of the documents stands, found once for all the schemas compiled.
  let index: ResourceIndex

  /// Registers documents. Each is a schema, or with a member `openapi` a description that has schemas in it.
  ///
  /// - Parameters:
  ///   - hasIdentifiers: false when no schema has an `$id` or `$anchor`, so that nobody needs to look for them.
  package init(documents: [String: JSONValue], hasIdentifiers: Bool = true) {
    self.documents = documents
    var index = ResourceIndex()
    for (uri, document) in documents.sorted(by: { $0.key < $1.key }) {
      index.add(document: uri, document, hasIdentifiers: hasIdentifiers)
    }
    self.index = index
  }

  /// The value at a place, or nil when there is none.
  func value(at place: SchemaPlace) -> JSONValue? {
    guard let pointer = JSONPointer(parsing: place.pointer.text) else { return nil }
    return documents[place.document]?[pointer]
  }
}

/// A JSON Schema (draft 2020-12) made ready for validation, with all the schemas it refers to.
///
/// Left out are `$dynamicRef`, which is an error, and `$vocabulary`, which is ignored like every other keyword
/// that is not known.
package struct CompiledSchema: Sendable {
  /// Where the schemas are; they refer to each other by their numbers there, so that recursion needs no cycle of
  /// references.
  private let library: SchemaLibrary
  /// The number of the schema itself.
  let root: Int

  init(library: SchemaLibrary, root: Int) {
    (self.library, self.root) = (library, root)
  }

  var nodes: SchemaNodes { library.nodes }

  /// Compiles the schema at `pointer` of the document, or of the schema with the `$id`, called `uri`.
  ///
  /// With `assertsFormats` the keyword `format` refuses values; without, it is an annotation, as the draft has it.
  /// With a `direction`, members that stand in the other half of an exchange only are not required.
  ///
  /// For several schemas of one document there is ``SchemaLibrary``.
  ///
  /// - Throws: ``SchemaError`` for the first fault of this schema or of one it refers to.
  package init(
    _ registry: SchemaRegistry, uri: String, pointer: JSONPointer = .root, assertsFormats: Bool = false,
    direction: SchemaDirection? = nil
  ) throws(SchemaError) {
    let library = SchemaLibrary(registry, assertsFormats: assertsFormats, direction: direction)
    self = try library.schema(uri: uri, pointer: pointer)
  }

  /// Compiles a schema that stands alone.
  ///
  /// - Throws: ``SchemaError``.
  package init(
    _ schema: JSONValue, assertsFormats: Bool = false, direction: SchemaDirection? = nil
  ) throws(SchemaError) {
    let registry = SchemaRegistry(documents: ["": schema])
    try self.init(registry, uri: "", assertsFormats: assertsFormats, direction: direction)
  }
}

extension CompiledSchema {
  /// Whether the schema allows the value. A value too deep or too costly to check is not allowed; see
  /// ``SchemaLimits``.
  package func isValid(_ value: JSONValue) -> Bool {
    let (evaluation, holds) = evaluated(value, violationLimit: nil)
    return holds && evaluation.exhaustion == nil
  }

  /// Whether the value can be checked within ``SchemaLimits``. Nothing is known of one that cannot.
  package func isCheckable(_ value: JSONValue) -> Bool {
    evaluated(value, violationLimit: nil).evaluation.exhaustion == nil
  }

  /// A check of a value. Its size is counted only when the usual bound on the work was not enough.
  private func evaluated(_ value: JSONValue, violationLimit: Int?) -> (evaluation: Evaluation, holds: Bool) {
    let evaluation = Evaluation(nodes: nodes, violationLimit: violationLimit)
    let holds = evaluation.evaluate(root, value)
    guard case .steps? = evaluation.exhaustion else { return (evaluation, holds) }
    let limit = value.valueCount() * SchemaLimits.stepsPerValue
    guard limit > SchemaLimits.steps else { return (evaluation, holds) }
    let longer = Evaluation(nodes: nodes, violationLimit: violationLimit, stepLimit: limit)
    return (longer, longer.evaluate(root, value))
  }

  /// Why the schema does not allow the value: at most `limit` violations in the order they are found; empty exactly
  /// when `isValid` holds, for a limit from 1 on.
  package func violations(of value: JSONValue, limit: Int = 20) -> [Violation] {
    let evaluation = evaluated(value, violationLimit: max(limit, 0)).evaluation
    guard let exhaustion = evaluation.exhaustion else { return evaluation.violations }
    let violation = Violation(
      instance: .root, keyword: "", schemaLocation: nodes[root].location, reason: .exhausted(exhaustion))
    return Array((evaluation.violations + [violation]).suffix(max(limit, 0)))
  }
}

/// The bounds of the work on one value. Schemas and values both come from clients, and both can be made to cost far
/// more than their size.
package enum SchemaLimits {
  /// How many applications of a schema may stand inside one another, one for each level of the value and one for
  /// each `allOf`, `anyOf` and the like in between; a `$ref` alone adds none.
  ///
  /// The recursion is as deep as this, and a debug build then still keeps within a stack of 512 KiB. The JSON
  /// parser's own limit, 128 levels at most and 64 by default, leaves two applications for each level.
  package static let depth = 256

  /// How many applications of a schema any value may need: eight for each element of the densest array of 1 MiB.
  /// Schemas whose references double at each step would otherwise take time without bound.
  package static let steps = 4_000_000

  /// How many a greater value may need for each value in it, such as a list of large records.
  static let stepsPerValue = 8
}

/// Why a schema cannot be used, and where it says so.
package struct SchemaError: Error, Equatable, Sendable {
  /// The URI the document was registered by.
  package let document: String
  /// The place in the document, that of the keyword when one is at fault.
  package let pointer: JSONPointer
  /// What is wrong, in one sentence without a full stop.
  package let reason: String
}

extension SchemaError: CustomStringConvertible {
  /// For instance `pets.json#/properties/name/minLength: must be a whole number from 0 on`.
  package var description: String { "\(document)#\(pointer): \(reason)" }
}

extension SchemaError {
  init(_ place: SchemaPlace, _ reason: String) {
    let pointer = JSONPointer(parsing: place.pointer.text) ?? .root
    self.init(document: place.document, pointer: pointer, reason: reason)
  }
}
