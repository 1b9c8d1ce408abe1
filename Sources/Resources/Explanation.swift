import JSON

/// What was understood of an API, for people and for programs.
package struct Explanation: Sendable {
  private let model: APIModel

  /// An explanation of a model.
  package init(_ model: APIModel) {
    self.model = model
  }

  /// Below this an operation counts as unsure.
  package static let sure = 0.7

  /// Such as `97 operations, 14 resources, 3 unsure`.
  package var summary: String {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let unsure = model.operations.filter { $0.confidence < Self.sure }.count
    return
      "\(counted(model.operations.count, "operation")), \(counted(model.resources.count, "resource")), \(unsure) unsure"
  }

  /// The table.
  package var text: String {
    model.operations.map { operation in
      "\(operation.method) \(operation.path) → \(operation.kind.rawValue) \(operation.resource ?? "-") "
        + "id=\(operation.idParameter ?? "-") env=\(operation.answerEnvelope.joined(separator: ".")) "
        + "page=\(operation.paging?.style.rawValue ?? "-") \(operation.confidence)"
    }.joined(separator: "\n") + "\n"
  }

  /// The same for programs.
  package var json: JSONValue {
    ["operations": .array(model.operations.map { ["method": .string($0.method), "path": .string($0.path)] })]
  }
}
