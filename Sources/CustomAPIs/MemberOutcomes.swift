import JSON
import Resources
import Synthesis

/// A response that says of each id of a request whether it was put into a list, or taken off it:
/// `[{"id": "7", "success": true}]`.
struct MemberOutcomes {
  /// Why nothing was done with an id.
  enum Failure {
    /// The record is in the list already.
    case duplicate
    /// There is no such record, or not in the list.
    case unknown

    fileprivate var words: [String] {
      switch self {
      case .duplicate: ["duplicate", "alreadyexists", "exists", "conflict"]
      case .unknown: ["notfound", "missing", "unknown"]
      }
    }
  }

  private let id: ValueGenerator.Member
  private let success: ValueGenerator.Member
  private let error: ValueGenerator.Member?
  private let reasons: [String]

  /// nil for a response of another form.
  init?(_ place: JSONPointer?, _ api: CustomAPI) {
    guard let element = place.flatMap({ api.maker.shape(of: $0).items }) else { return nil }
    let members = api.maker.members(of: element)
    guard let success = members.first(where: { ["success", "ok"].contains($0.name) && $0.types.contains("boolean") }),
      let id = members.first(where: { Words.split($0.name).last == "id" && !$0.types.contains("object") })
    else { return nil }
    (self.id, self.success) = (id, success)
    error = members.first { ["error", "reason", "code"].contains($0.name) && $0.types.contains("string") }
    reasons = error.flatMap { api.enumeration(of: $0) } ?? []
  }

  /// The response to some ids.
  func list(_ outcomes: [(id: String, failure: Failure?)]) -> JSONValue {
    .array(
      outcomes.map { outcome in
        let number = id.types.contains("string") ? nil : JSONNumber(literal: outcome.id)
        var shown = JSONObject([
          (id.name, number.map { .number($0) } ?? .string(outcome.id)), (success.name, .bool(outcome.failure == nil)),
        ])
        if let error, let failure = outcome.failure,
          let reason = reasons.first(where: { failure.words.contains(Words.key($0)) })
        {
          shown[error.name] = .string(reason)
        }
        return .object(shown)
      })
  }
}
