import CWebSockets
import Foundation
import HTTPCore
import Platform
import Synchronization

/// Sends the messages of one socket in as few system calls as possible: all waiting frames are sent together.
///
/// They are written to the descriptor directly, because libwebsockets makes a system call for each frame. libwebsockets
/// still writes pongs and the close frame, which must not come between the parts of one of our frames. When it reports
/// that the socket is writable, it has already written its own frames, so any number of bytes may be written. If one of
/// our frames is then half written, reading is paused, so that no ping arrives that libwebsockets would answer. At
/// other times only as much is written as the socket certainly accepts.
struct SocketWriter {
  /// The result of a flush.
  enum Outcome: Equatable {
    /// The system has accepted everything that waited.
    case done
    /// More waits, to be written when the socket is writable again.
    case more
    /// The system has accepted everything that waited, and the socket must end now.
    case ending(SocketEnd)
    /// The peer has disconnected.
    case gone
  }

  /// The largest number of bytes per system call.
  private static let batchBytes = 64 << 10

  /// Frames that the system has not accepted yet; the first may be half sent.
  private var unsent: [UInt8] = []
  private var sentCount = 0
  /// Reports of messages that the system has not accepted completely, each with the end of its last byte in `unsent`.
  private var reports: [(end: Int, report: any MessageReport)] = []
  /// How the socket ends after `unsent`.
  private var end: SocketEnd?
  /// Whether the client is read from before more is written. libwebsockets checks whether a socket is writable before
  /// it checks whether it is readable, so it would otherwise never read from a client that sends while it reads slowly.
  private var owesRead = false
  /// The number of bytes that the socket certainly accepts, including the system's overhead.
  private var credit = 0
  private let fullCredit: Int

  /// - Parameters:
  ///   - credit: The number of bytes that a socket accepts after it was reported as writable; 0 when unknown.
  init(credit: Int) {
    fullCredit = credit
  }

  /// Whether a frame may be half written.
  var isMidFrame: Bool { sentCount < unsent.count }

  /// Whether the system has accepted everything that is sent before the socket's end.
  var hasReachedEnd: Bool { end != nil && !isMidFrame }

  /// Reports the bytes that the system has not accepted as lost.
  mutating func lose(_ ending: Transmission.Ending) {
    for (_, report) in reports { report.settle(ending) }
    reports = []
  }

  /// Writes waiting messages after the socket was reported as writable.
  ///
  /// - Parameters:
  ///   - scratch: A buffer for frames, shared by all sockets of a loop.
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

  /// Writes waiting messages if the socket certainly accepts them; otherwise the result is `more`, and they are written
  /// when the socket is writable.
  mutating func flushAhead(_ handle: SocketHandle, to descriptor: Int32, scratch: inout [UInt8]) -> Outcome {
    let room = Self.bytes(payableWith: credit)
    guard room > 0, !isMidFrame, !owesRead, end == nil, handle.queuedBytes <= room else { return .more }
    let outcome = write(handle, to: descriptor, upTo: room, scratch: &scratch)
    // The system accepted less than it reported, which can happen when it is short of memory.
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

  /// The largest part of a socket's buffer that the bytes of one write occupy: Linux adds its own data for each packet.
  private static func price(_ bytes: Int) -> Int { bytes + 2048 * (1 + bytes / 1024) }

  /// The number of bytes in one write that occupies this much of the buffer.
  private static func bytes(payableWith credit: Int) -> Int { max(0, (credit - 2048) / 3) }

  /// Writes, and settles the reports of messages whose last byte the system accepted.
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

  /// The number of bytes that the system accepted, 0 when its buffer is full; nil when the connection is closed.
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
