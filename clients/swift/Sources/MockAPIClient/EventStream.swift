import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Something that happened to the journal.
public enum JournalEvent: Sendable, Hashable {
  /// There is a new entry.
  case entry(Entry)
  /// So many entries were missed.
  case dropped(Int)
}

/// Reads server-sent events.
enum EventStream {
  static func open(_ request: URLRequest, link: Link) -> AsyncThrowingStream<JournalEvent, any Error> {
    AsyncThrowingStream { continuation in
      let reader = Reader(continuation, link: link)
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = 86_400
      let session = URLSession(configuration: configuration, delegate: reader, delegateQueue: nil)
      let task = session.dataTask(with: request)
      continuation.onTermination = { _ in session.invalidateAndCancel() }
      task.resume()
    }
  }

  /// The event of a block of lines; nil for comments.
  static func event(_ lines: [String], _ link: Link) throws -> JournalEvent? {
    var name = "message"
    var data: [String] = []
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count < 2 ? "" : parts[1].hasPrefix(" ") ? String(parts[1].dropFirst()) : String(parts[1])
      switch parts[0] {
      case "event": name = value
      case "data": data.append(value)
      default: break
      }
    }
    guard !data.isEmpty else { return nil }
    let text = link.withoutWorld(Data(data.joined(separator: "\n").utf8))
    if name == "dropped" {
      let value = try JSON.decoder().decode(JSONValue.self, from: text)
      return .dropped(value["count"]?.integer ?? 0)
    }
    return .entry(try JSON.decoder().decode(Entry.self, from: text))
  }

  /// URLSession calls its delegate on one queue, one call after the other, so that nothing here needs a lock.
  private final class Reader: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let continuation: AsyncThrowingStream<JournalEvent, any Error>.Continuation
    private let link: Link
    private var status = 0
    private var buffer = Data()
    private var lines: [String] = []

    init(_ continuation: AsyncThrowingStream<JournalEvent, any Error>.Continuation, link: Link) {
      self.continuation = continuation
      self.link = link
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      status = (response as? HTTPURLResponse)?.statusCode ?? 0
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      buffer += data
      guard status == 200 else { return }
      while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
        buffer = Data(buffer[buffer.index(after: end)...])
        take(line.hasSuffix("\r") ? String(line.dropLast()) : line)
      }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      session.finishTasksAndInvalidate()
      if let error = error as? URLError {
        continuation.finish(throwing: Link.translated(error, "followRequests", seconds: 86_400))
      } else if let error {
        continuation.finish(throwing: error)
      } else if status != 200 {
        continuation.finish(throwing: link.refusal("followRequests", status: status, body: buffer))
      } else {
        continuation.finish()
      }
    }

    private func take(_ line: String) {
      guard line.isEmpty else { return lines.append(line) }
      defer { lines = [] }
      do {
        if let event = try EventStream.event(lines, link) { continuation.yield(event) }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}
