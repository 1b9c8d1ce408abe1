import HTTPCore

/// Puts the pieces of an incoming message together, with a limit on the whole.
struct MessageAssembler {
  /// What a piece led to.
  enum Step: Equatable {
    case incomplete
    case complete(WebSocketMessage)
    /// A message ended that was larger than the limit; its octets are gone.
    case tooLarge
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  private var isTooLarge = false

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
    if isFirst { (bytes, isTooLarge) = ([], false) }
    if bytes.count + piece.count > limit { (bytes, isTooLarge) = ([], true) }
    if !isTooLarge { bytes.append(contentsOf: piece) }
    guard isLast else { return .incomplete }
    if isTooLarge { return .tooLarge }
    defer { bytes = [] }
    return .complete(isBinary ? .binary(bytes) : .text(bytes))
  }
}
