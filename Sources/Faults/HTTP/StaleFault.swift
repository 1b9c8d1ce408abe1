import HTTPCore
import Synchronization
import World

/// Answers as a cache or a replica does that has not heard of changes.
struct StaleFault: Fault {
  static let name = "stale"
  static let about =
    "answers what the same call of the same account was answered first since the fault was added; writes still happen"
  static let fields: [FaultField] = []

  private let memory = StaleAnswers()

  init(_ fields: inout FaultFields) {}

  private init() {}

  func begun() -> any Fault { StaleFault() }

  func change(_ response: inout Response, _ context: FaultContext) {
    response = memory.first(response, of: context.subject)
  }
}

/// The first answers of calls, bounded in number and in bytes: what is beyond is answered as it is.
private final class StaleAnswers: Sendable {
  private struct Key: Hashable {
    let method: HTTPMethod
    let path: String
    let query: [UInt8]
    let api: String
    let account: String?
  }

  private struct State {
    var answers: [Key: Response] = [:]
    var bytes = 0
  }

  private static let maximumCount = 1000
  private static let maximumBytes = 16 << 20

  private let state = Mutex(State())

  /// The first answer of the call, which is this one if there was none.
  func first(_ response: Response, of subject: FaultSubject) -> Response {
    let target = subject.request.target
    let key = Key(
      method: subject.request.method, path: target.rawPath, query: target.rawQuery, api: subject.api,
      account: subject.account)
    return state.withLock { state in
      if var known = state.answers[key] {
        // How it goes out is no part of what it says.
        known.delivery = response.delivery
        return known
      }
      if case .stream = response.content { return response }
      let size = response.content.count + key.path.utf8.count + key.query.count
      guard state.answers.count < Self.maximumCount, state.bytes + size <= Self.maximumBytes else { return response }
      state.answers[key] = response
      state.bytes += size
      return response
    }
  }
}
