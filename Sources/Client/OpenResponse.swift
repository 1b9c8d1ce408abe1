import HTTPCore

/// The response to a request on a connection of its own, while it is read.
package final class OpenResponse {
  /// The response cannot be read.
  package struct Failure: Error {
    package let reason: String
    /// Whether nothing came in the time that was given; it can be read further then.
    package var isTimeout = false
    /// Whether it is not HTTP, or was cut off.
    var isMalformed = false
  }

  private let socket: BlockingSocket
  private var reader: ResponseReader
  /// Bytes of the body that came with the header section.
  private var early: [UInt8] = []

  init(_ socket: BlockingSocket, isHead: Bool) {
    (self.socket, reader) = (socket, ResponseReader(isHead: isHead))
  }

  /// 0 before the status line.
  package var status: Int { reader.status }
  package var headers: HeaderFields { reader.headers }
  /// Whether the header section is complete.
  var hasHead: Bool { reader.hasHead }
  /// Whether the response is complete.
  package var isComplete: Bool { reader.isComplete && early.isEmpty }

  /// The next bytes of the body, decoded; empty when only other parts came, or at the end.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: The longest time without data; less than 0 for no limit.
  /// - Throws: ``Failure``.
  package func read(timeoutMilliseconds: Int) throws(Failure) -> [UInt8] {
    if !early.isEmpty {
      defer { early = [] }
      return early
    }
    let bytes: [UInt8]
    do throws(BlockingSocket.Failure) {
      bytes = try socket.receive(timeoutMilliseconds: timeoutMilliseconds)
    } catch {
      throw Failure(reason: error.reason, isTimeout: error.isTimeout)
    }
    do throws(ResponseReader.Malformed) {
      guard bytes.isEmpty else { return try reader.feed(bytes) }
      try reader.end()
      return []
    } catch {
      throw Failure(reason: error.reason, isMalformed: true)
    }
  }

  private static let maximumBeginning = 64 << 10
  private static let beginningMilliseconds = 1000

  /// The response with the beginning of its body, as far as that comes soon.
  package func beginning() -> Response {
    var content: [UInt8] = []
    while !isComplete, content.count < Self.maximumBeginning {
      guard let bytes = try? read(timeoutMilliseconds: Self.beginningMilliseconds) else { break }
      content += bytes
    }
    return Response(status: status, headers: headers, content: content.isEmpty ? .empty : .bytes(content))
  }

  /// Reads on for the header section; what comes of the body is for ``read(timeoutMilliseconds:)``.
  func readHead(timeoutMilliseconds: Int) throws(HTTPClient.Failure) {
    do throws(Failure) {
      early = try read(timeoutMilliseconds: timeoutMilliseconds)
    } catch {
      throw HTTPClient.Failure(reason: error.reason)
    }
  }

  /// The connection and the bytes of another protocol that have come on it, after status 101.
  func upgraded() -> (socket: BlockingSocket, bytes: [UInt8]) { (socket, reader.remainder) }
}
