import HTTPCore

/// Puts the pieces of an incoming message together, with a limit on the whole.
struct MessageAssembler {
  /// What a piece led to.
  enum Step: Equatable {
    case incomplete
    case complete(WebSocketMessage)
    /// A message ended that was larger than the limit; its bytes are gone.
    case tooLarge
    /// A message is so much larger than the limit that its end is not waited for.
    case endless
  }

  /// How many times the limit is read of a message that is too large, so that the session gets to say so.
  private static let patience = 8

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Bytes of the message so far, kept or not.
  private var count = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a piece.
  ///
  /// - Parameters:
  ///   - isFirst: Whether it begins a message.
  ///   - isLast: Whether it ends one.
  mutating func append(
    _ piece: UnsafeRawBufferPointer, isFirst: Bool, isLast: Bool, isBinary: Bool
  ) -> Step {
    if isFirst { (bytes, count) = ([], 0) }
    count += piece.count
    guard count <= limit else {
      bytes = []
      if count / Self.patience > limit { return .endless }
      return isLast ? .tooLarge : .incomplete
    }
    bytes.append(contentsOf: piece)
    guard isLast else { return .incomplete }
    defer { bytes = [] }
    return .complete(isBinary ? .binary(bytes) : .text(bytes))
  }
}
