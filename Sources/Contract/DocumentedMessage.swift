import JSON
import JSONSchema

/// A message of a channel, with the schema of its payload compiled.
package final class DocumentedMessage: Sendable {
  private let content: DocumentedOperation.Content?
  private let document: ContractDocument

  /// A message of a document.
  ///
  /// - Parameters:
  ///   - payload: Where the schema of the payload stands; nil where any payload is allowed.
  /// - Throws: ``ContractError`` when a reference leads nowhere or the schema cannot be used.
  package init(payload: JSONPointer?, in document: ContractDocument) throws(ContractError) {
    self.document = document
    content = try payload.map { place throws(ContractError) in
      DocumentedOperation.Content(
        mediaType: "application/json", schema: try document.compile(place, .answer), place: place, examples: [])
    }
  }

  /// Whether the schema allows a payload.
  package func allows(_ payload: JSONValue) -> Bool { content?.schema.isValid(payload) ?? true }

  /// How a payload deviates from the document: what the schema does not allow, and members that it does not describe.
  package func deviations(_ payload: JSONValue) -> [Deviation] {
    (content?.deviations(payload, in: document) ?? []).map { deviation in
      guard case .body(let pointer) = deviation.place else { return deviation }
      return deviation.moved(to: .payload(pointer))
    }
  }
}

extension DocumentedOperation.Content {
  private static let maximumViolations = 20

  /// How a value deviates from the schema, with its place in the body.
  ///
  /// - Parameters:
  ///   - toleratesGaps: Whether members that the schema allows without describing them are no deviation, nor alternatives of
  ///     `oneOf` that overlap: the document then allows nothing that a server could show.
  func deviations(_ value: JSONValue, in document: ContractDocument, toleratesGaps: Bool = false) -> [Deviation] {
    let members = toleratesGaps ? [] : MemberCheck.deviations(value, memberShape(in: document), in: document)
    guard !schema.isValid(value) else { return members }
    return members
      + schema.violations(of: value, limit: Self.maximumViolations).compactMap { violation in
        if toleratesGaps, case .twoAlternatives = violation.reason { return nil }
        return Deviation(.wrongAnswer, .body(violation.instance), violation)
      }
  }
}

extension ContractDocument {
  /// The schema at a place, compiled.
  ///
  /// - Throws: ``ContractError`` when it cannot be used.
  func compile(_ pointer: JSONPointer, _ direction: SchemaDirection) throws(ContractError) -> CompiledSchema {
    do {
      return try (direction == .request ? requestSchemas : answerSchemas).schema(uri: api, pointer: pointer)
    } catch {
      throw ContractError("\(error)")
    }
  }
}
