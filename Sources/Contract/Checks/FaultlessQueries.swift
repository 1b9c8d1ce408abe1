import HTTPCore
import Synchronization

/// The queries of an operation that were found to be as documented, so that a query that comes over and over is read
/// and checked once. Whether a query is as documented depends on nothing but its bytes.
final class FaultlessQueries: Sendable {
  private let known = Mutex<[[UInt8]: [QueryParameters.Parameter]]>([:])

  private static let maximumCount = 256
  private static let maximumLength = 256

  /// The parameters of a query that was remembered.
  func parameters(_ query: [UInt8]) -> [QueryParameters.Parameter]? {
    known.withLock { $0[query] }
  }

  /// Remembers a query that has no fault. When there are too many, all others are forgotten.
  func remember(_ query: [UInt8], _ parameters: [QueryParameters.Parameter]) {
    guard query.count <= Self.maximumLength else { return }
    known.withLock { known in
      if known.count >= Self.maximumCount { known.removeAll() }
      known[query] = parameters
    }
  }
}
