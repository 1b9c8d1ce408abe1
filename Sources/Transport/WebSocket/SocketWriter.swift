import CWebSockets
import Foundation
import HTTPCore
import Platform
import Synchronization

/// Sends what waits for one socket in as few system calls as possible: all frames that wait are sent together.
///
/// They are written to the descriptor directly, since libwebsockets makes a system call for each frame. libwebsockets still
/// writes pongs and the close frame, which must not come between the parts of a frame of ours. When it says that the
/// socket is writable, it has written its own frames already, so any number of bytes may be written; if a frame of ours is
/// then half written, reading is paused, so that no ping comes which libwebsockets would answer. At other times only so
/// much is written as the socket surely takes at once.
struct SocketWriter {
  /// What became of a flush.
  enum Outcome: Equatable {
    /// The system has taken all that waited.
    case done
    /// More waits; to be written when the socket is writable again.
    case more
    /// The system has taken all that waited, and the socket shall end now.
    case ending(SocketEnd)
    /// The other end is gone.
    case gone
  }

  /// Bytes gathered for one system call.
  private static let batchBytes = 64 << 10

  /// Frames that the system has not taken yet; the first may be half sent.
  private var unsent: [UInt8] = []
  private var sentCount = 0
  /// Reports of messages that the system has not taken whole, each with the place in `unsent` behind its last byte.
  private var reports: [(end: Int, report: any MessageReport)] = []
  /// How the socket ends behind `unsent`.
  private var end: SocketEnd?
  /// Whether the client is read from before more is written. libwebsockets looks whether a socket is writable before it
  /// looks whether it is readable, so a client that sends while it reads slowly would never be read from otherwise.
  private var owesRead = false
  /// How many bytes the socket surely takes at once, with what the system adds to them.
  private var credit = 0
  private let fullCredit: Int

  /// - Parameters:
  ///   - credit: How many bytes a socket that was just found writable takes at once; 0 when that is not known.
  init(credit: Int) {
    fullCredit = credit
  }

  /// Whether a frame may be half written.
  var isMidFrame: Bool { sentCount < unsent.count }

  /// Whether the system has taken all that is sent before the socket's end.
  var hasReachedEnd: Bool { end != nil && !isMidFrame }

  /// Says that what the system has not taken is lost.
  mutating func lose(_ ending: Transmission.Ending) {
    for (_, report) in reports { report.settle(ending) }
    reports = []
  }

  /// Writes what waits, now that the socket was found writable.
  ///
  /// - Parameters:
  ///   - scratch: A buffer to gather frames in, shared by all sockets of a loop.
  mutating func flush(_ handle: SocketHandle, to descriptor: Int32, scratch: inout [UInt8]) -> Outcome {
    credit = fullCredit
    if isMidFrame {
      guard let count = write(unsent, from: sentCount, to: descriptor) else { return .gone }
      sentCount += count
      if isMidFrame { return .more }
      (unsent, sentCount, owesRead) = ([], 0, true)
      return .more
    }
    if owesRead {
      owesRead = false
      return .more
    }
    if let end { return .ending(end) }
    return write(handle, to: descriptor, upTo: Self.batchBytes, scratch: &scratch)
  }

  /// Writes what waits if the socket surely takes it; else `more`, and it is written when the socket is writable.
  mutating func flushAhead(_ handle: SocketHandle, to descriptor: Int32, scratch: inout [UInt8]) -> Outcome {
    let room = Self.bytes(payableWith: credit)
    guard room > 0, !isMidFrame, !owesRead, end == nil, handle.queuedBytes <= room else { return .more }
    let outcome = write(handle, to: descriptor, upTo: room, scratch: &scratch)
    // The system took less than it said, as it may when it is short of memory.
    return isMidFrame ? .gone : outcome
  }

  private mutating func write(
    _ handle: SocketHandle, to descriptor: Int32, upTo limit: Int, scratch: inout [UInt8]
  ) -> Outcome {
    scratch.removeAll(keepingCapacity: true)
    let batch = handle.take(into: &scratch, upTo: limit)
    (end, reports) = (batch.end, batch.reports)
    if !scratch.isEmpty {
      credit -= Self.price(scratch.count)
      guard let count = write(scratch, from: 0, to: descriptor) else { return .gone }
      if count < scratch.count {
        unsent = Array(scratch[count...])
        for index in reports.indices { reports[index].end -= count }
        return .more
      }
    }
    if let end { return .ending(end) }
    return batch.isPartial ? .more : .done
  }

  /// How much of a socket's buffer the bytes of one write take up at most: Linux adds its own data for each packet.
  private static func price(_ bytes: Int) -> Int { bytes + 2048 * (1 + bytes / 1024) }

  /// How many bytes may be in one write that takes up so much of the buffer.
  private static func bytes(payableWith credit: Int) -> Int { max(0, (credit - 2048) / 3) }

  /// Writes, and settles the reports of messages whose last byte the system took.
  ///
  /// - Returns: As ``pass(_:from:to:)``.
  private mutating func write(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int? {
    guard !reports.isEmpty else { return Self.pass(bytes, from: start, to: descriptor) }
    let written = reports
    for (_, report) in written { report.beginWriting() }
    let count = Self.pass(bytes, from: start, to: descriptor)
    if let count {
      for (end, report) in written where end <= start + count { report.settle(.whole) }
      reports.removeAll { $0.end <= start + count }
    } else {
      lose(.aborted)
    }
    for (_, report) in written { report.endWriting() }
    return count
  }

  /// How many bytes the system took, 0 when its buffer is full; nil when the connection is closed.
  private static func pass(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int? {
    bytes.withUnsafeBytes { buffer in
      let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
      while true {
        let count = send(descriptor, rest.baseAddress, rest.count, Socket.sendFlags)
        if count >= 0 { return count }
        if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
        if errno != EINTR { return nil }
      }
    }
  }
}
