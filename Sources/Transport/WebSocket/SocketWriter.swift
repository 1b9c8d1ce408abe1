import CWebSockets
import HTTPCore

/// Sends what waits for one socket in as few system calls as it can: all frames that are due go out together.
///
/// They are written to the descriptor directly, since libwebsockets makes a system call of each frame. It still
/// writes pongs and the close frame itself, so a frame of ours must never be cut by one of its own. When it says
/// that the socket is writable it has written its own frames already, and anything may be tried; while a frame of
/// ours is half written then, reading is paused, so that no ping can come which it would answer. At other times only
/// so much is written as the socket surely takes whole.
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

  /// Bytes gathered for one system call.
  private static let batchBytes = 64 << 10

  /// Frames that the system has not taken yet; the first may be half sent.
  private var unsent: [UInt8] = []
  private var sentCount = 0
  private var closing: (code: UInt16, reason: String)?
  /// Whether the client gets to be read before more is written; else one that sends while it reads slowly would
  /// never be heard, since the socket is always writable before it is readable.
  private var owesRead = false
  /// Bytes, with what the system adds to them, that the socket takes whole.
  private var credit = 0
  private let fullCredit: Int

  /// - Parameters:
  ///   - credit: What a socket that was just found writable takes whole; 0 when that is not known.
  init(credit: Int) {
    fullCredit = credit
  }

  /// Whether a frame may be half written.
  var isMidFrame: Bool { sentCount < unsent.count }

  /// Writes what waits, now that the socket was found writable.
  ///
  /// - Parameters:
  ///   - scratch: A buffer to gather frames in, shared by all sockets of a loop.
  mutating func flush(_ handle: SocketHandle, to descriptor: Int32, scratch: inout [UInt8]) -> Outcome {
    credit = fullCredit
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
    return write(handle, to: descriptor, upTo: Self.batchBytes, scratch: &scratch)
  }

  /// Writes what waits as far as the socket surely takes it; `more` when it must be found writable first.
  mutating func flushAhead(_ handle: SocketHandle, to descriptor: Int32, scratch: inout [UInt8]) -> Outcome {
    let room = Self.bytes(payableWith: credit)
    guard room > 0, !isMidFrame, !owesRead, closing == nil, handle.queuedBytes <= room else { return .more }
    let outcome = write(handle, to: descriptor, upTo: room, scratch: &scratch)
    // The system went back on its word, as it may when it is short of memory.
    return isMidFrame ? .gone : outcome
  }

  private mutating func write(
    _ handle: SocketHandle, to descriptor: Int32, upTo limit: Int, scratch: inout [UInt8]
  ) -> Outcome {
    scratch.removeAll(keepingCapacity: true)
    let batch = handle.take(into: &scratch, upTo: limit)
    closing = batch.closing
    if !scratch.isEmpty {
      credit -= Self.price(scratch.count)
      guard let count = Self.write(scratch, from: 0, to: descriptor) else { return .gone }
      if count < scratch.count {
        unsent = Array(scratch[count...])
        return .more
      }
    }
    if let closing { return .closing(code: closing.code, reason: closing.reason) }
    return batch.isPartial ? .more : .done
  }

  /// What bytes in one write take up in a socket's buffer at most: Linux counts the administration of each of its
  /// pieces, too.
  private static func price(_ bytes: Int) -> Int { bytes + 2048 * (1 + bytes / 1024) }

  /// How many bytes a credit is good for, in one write.
  private static func bytes(payableWith credit: Int) -> Int { max(0, (credit - 2048) / 3) }

  /// How many bytes the system took, none when it has no room; nil when the socket is of no use any more.
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
