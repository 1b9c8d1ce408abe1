import HTTPCore

/// Puts the pieces of an incoming message together, with a limit on the whole.
struct MessageAssembler {
  /// What a piece led to.
  enum Step: Equatable {
    case incomplete
    case complete(WebSocketMessage)
    /// The message is larger than the limit.
    case tooLarge
  }

  private let limit: Int
  private var bytes: [UInt8] = []

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
    if isFirst { bytes.removeAll(keepingCapacity: false) }
    guard bytes.count + piece.count <= limit else { return .tooLarge }
    bytes.append(contentsOf: piece)
    guard isLast else { return .incomplete }
    defer { bytes = [] }
    return .complete(isBinary ? .binary(bytes) : .text(bytes))
  }
}
