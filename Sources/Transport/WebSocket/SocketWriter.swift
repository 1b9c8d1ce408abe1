import CWebSockets
import HTTPCore

/// Sends what waits for one socket in as few system calls as it can: all frames that are due go out together.
///
/// They are written to the descriptor directly, since libwebsockets makes a system call of each frame. It still
/// writes pongs and the close frame itself, so a frame of ours must never be cut by one of its own: we write only
/// when it says that the socket is writable, after its own frames; and while a frame of ours is half written,
/// reading is paused, so that no ping can come which it would answer.
struct SocketWriter {
  /// What became of a flush.
  enum Outcome: Equatable {
    /// All that waited is with the system.
    case done
    /// The system took no more, or more waits; go on when the socket is writable again.
    case more
    /// The socket shall be closed now, in order.
    case closing(code: UInt16, reason: String)
    /// The other end is gone.
    case gone
  }

  /// Octets gathered for one system call.
  private static let batchBytes = 64 << 10

  /// Frames that the system has not taken yet; the first may be half sent.
  private var unsent: [UInt8] = []
  private var sentCount = 0
  private var closing: (code: UInt16, reason: String)?
  /// Whether the client gets to be read before more is written; else one that sends while it reads slowly would
  /// never be heard, since the socket is always writable before it is readable.
  private var owesRead = false

  /// Whether a frame may be half written.
  var isMidFrame: Bool { sentCount < unsent.count }

  /// Writes what waits.
  ///
  /// - Parameters:
  ///   - scratch: A buffer to gather frames in, shared by all sockets of a loop.
  mutating func flush(_ handle: SocketHandle, to descriptor: Int32, scratch: inout [UInt8]) -> Outcome {
    if isMidFrame {
      guard let count = Self.write(unsent, from: sentCount, to: descriptor) else { return .gone }
      sentCount += count
      if isMidFrame { return .more }
      (unsent, sentCount, owesRead) = ([], 0, true)
      return .more
    }
    if owesRead {
      owesRead = false
      return .more
    }
    if let closing { return .closing(code: closing.code, reason: closing.reason) }
    scratch.removeAll(keepingCapacity: true)
    let batch = handle.take(into: &scratch, upTo: Self.batchBytes)
    closing = batch.closing
    if !scratch.isEmpty {
      guard let count = Self.write(scratch, from: 0, to: descriptor) else { return .gone }
      if count < scratch.count {
        unsent = Array(scratch[count...])
        return .more
      }
    }
    if let closing { return .closing(code: closing.code, reason: closing.reason) }
    return batch.isPartial ? .more : .done
  }

  /// How many octets the system took, none when it has no room; nil when the socket is of no use any more.
  private static func write(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int? {
    bytes.withUnsafeBytes { buffer in
      let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
      while true {
        let count = send(descriptor, rest.baseAddress, rest.count, Platform.sendFlags)
        if count >= 0 { return count }
        if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
        if errno != EINTR { return nil }
      }
    }
  }
}
