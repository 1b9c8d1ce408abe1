import STOMP

/// One input of the fuzzer. Its first byte says how the session begins, its second how the rest is cut into pieces
/// and what happens in between; the rest is what the client sends.
struct Input {
  static let headerBytes = 2
  static let maximumBytes = 2048

  var bytes: [UInt8]

  /// The version that the session speaks from the start; nil when the input must connect by itself.
  var version: ProtocolVersion? {
    switch bytes[0] & 3 {
    case 1: .v1_0
    case 2: .v1_1
    case 3: .v1_2
    default: nil
    }
  }

  /// Whether limits are so small that inputs reach them.
  var hasSmallLimits: Bool { bytes[0] & 4 != 0 }
  /// Whether heart-beats are agreed.
  var hasHeartbeats: Bool { bytes[0] & 8 != 0 }
  /// Whether the first message is binary.
  var isBinary: Bool { bytes[0] & 16 != 0 }

  var cuts: Random { Random(seed: UInt64(bytes[1])) }
  var payload: ArraySlice<UInt8> { bytes[Self.headerBytes...] }

  /// An input from stored bytes; what is missing of the first two is 0.
  init(_ stored: [UInt8]) {
    bytes = Array(
      (stored + Array(repeating: 0, count: max(0, Self.headerBytes - stored.count))).prefix(4 * Self.maximumBytes))
  }

  var limits: Limits {
    var limits = Limits()
    guard hasSmallLimits else { return limits }
    limits.maximumBodyBytes = 40
    limits.maximumHeaderLineBytes = 48
    limits.maximumHeaderBlockBytes = 120
    limits.maximumHeaders = 5
    limits.maximumCommandBytes = 16
    limits.maximumSubscriptions = 2
    limits.maximumTransactions = 2
    limits.maximumTransactionFrames = 3
    limits.maximumTransactionBytes = 400
    limits.maximumUnacknowledged = 3
    return limits
  }
}
