import JSON
import Synchronization

/// MCP over standard input and output: a message in each line (MCP, Transports, stdio).
package final class MCPLines: Sendable {
  /// The longest line in bytes, as much as a body of the control plane.
  package static let maximumLine = 1 << 20

  private let session: MCPSession
  private let write: Mutex<@Sendable ([UInt8]) -> Void>
  private let reading = Mutex(Reading())

  private struct Reading {
    var line: [UInt8] = []
    /// Whether the rest of a line that is too long is skipped.
    var isSkipping = false
  }

  /// - Parameters:
  ///   - write: Takes a line with its end. It is not called by two threads at a time.
  package init(_ service: MCPService, write: @escaping @Sendable ([UInt8]) -> Void) {
    session = MCPSession(service)
    self.write = Mutex(write)
  }

  /// Takes the next bytes of the input.
  package func read(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      take(rest[..<end], isEnd: true)
      rest = rest[(end + 1)...]
    }
    take(rest, isEnd: false)
  }

  /// Takes the end of the input, after which the last line may have no end.
  package func finish() { take([], isEnd: true) }

  /// Calls a closure when no request is running.
  package func whenIdle(_ body: @escaping @Sendable () -> Void) { session.whenIdle(body) }

  /// Cancels every request.
  package func end() { session.end() }

  private func take(_ part: ArraySlice<UInt8>, isEnd: Bool) {
    let (line, isTooLong) = reading.withLock { reading -> ([UInt8]?, Bool) in
      var isTooLong = false
      if !reading.isSkipping {
        if reading.line.count + part.count > Self.maximumLine {
          (reading.isSkipping, reading.line, isTooLong) = (true, [], true)
        } else {
          reading.line += part
        }
      }
      guard isEnd else { return (nil, isTooLong) }
      defer { reading = Reading() }
      return (reading.isSkipping ? nil : reading.line, isTooLong)
    }
    if isTooLong {
      send(RPCError(.invalidRequest, "a message has at most \(Self.maximumLine) bytes").response(to: .null))
    }
    guard let line, line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
    session.receive(line) { [self] response in
      if let response { send(response) }
    }
  }

  private func send(_ response: JSONValue) {
    let line = JSONWriter.serialize(response, sortedKeys: false) + [0x0A]
    write.withLock { $0(line) }
  }
}
