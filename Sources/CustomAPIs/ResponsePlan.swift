import Contract
import JSON
import Resources
import Synthesis

/// What the document says of the content of an operation's response, worked out when a response first has it.
final class ResponsePlan: Sendable {
  /// What it says of itself around a record.
  let words: [(name: String, value: JSONValue)]
  /// Whether it is a record's id alone, as that of commands is which create.
  let showsIDAlone: Bool
  /// The properties around a record that the server gives out and that no record has: the `apiKey` or the
  /// `confirmation_number` of a new one.
  let issued: [ValueGenerator.Member]
  /// The properties around a record that say when it was changed, and that the record itself has not.
  let timesOfChange: [ValueGenerator.Member]

  init(_ handler: OperationHandler, _ content: DocumentedOperation.Content) {
    let (maker, envelope) = (handler.api.maker, handler.operation.answerEnvelope)
    let shape = maker.shape(of: content.place)
    words = handler.successWords(content, envelope: envelope)
    showsIDAlone =
      envelope.isEmpty && !shape.isEnumerated && !shape.types.isEmpty
      && shape.types.allSatisfy(["string", "integer", "number", "null"].contains)
      && !ResponseBuilder.saysNothing(content.place, handler.api)
    let place = envelope.reduce(content.place as JSONPointer?) { place, name in
      place.flatMap { maker.shape(of: $0).members[name] }
    }
    guard let collection = handler.collection, let place else {
      (issued, timesOfChange) = ([], [])
      return
    }
    let others = maker.members(of: place).filter { collection.members[$0.name] == nil }
    issued = others.filter { member in
      !member.isRequired && !member.isNullable && handler.stored(member.name) == member.name
        && Set(member.types).isSubset(of: ["string", "integer"]) && !member.types.isEmpty
        && Words.split(member.name).last.map(Self.lastWordsOfIssued.contains) ?? false
    }
    timesOfChange = others.filter { ResourceDescription.isTimeOfChange($0.name) }
  }

  private static let lastWordsOfIssued: Set<String> = ["key", "token", "secret", "code", "number", "reference"]
}
