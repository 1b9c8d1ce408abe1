import Client
import HTTPCore
import JSON

/// Server-Sent Events (HTML Living Standard §9.2), the data of each of which is a message of the document.
struct EventStreamConversation: ChannelConversation {
  let status: Int
  let remarks: [ChannelRemark] = []
  private let response: OpenResponse
  private let channels: [Int]
  private var reader = EventReader()
  /// Bytes since the last event.
  private var unread = 0

  private static let maximumBytes = 16 << 20

  /// Opens the stream of a connection.
  ///
  /// - Throws: ``ConversationEnd``.
  init(_ client: HTTPClient, _ connection: ChannelConnection) throws(ConversationEnd) {
    var headers = connection.headers
    headers["Accept"] = "text/event-stream"
    do throws(HTTPClient.Failure) {
      response = try client.open(
        "GET", connection.path, headers: headers, timeoutMilliseconds: Replay.timeoutMilliseconds)
    } catch {
      throw error.isUnreachable ? .unreachable(error.reason) : .lost(error.reason)
    }
    (status, channels) = (response.status, Array(connection.channels.indices))
    guard status == 200 else {
      throw .refused(status: status, reason: Replay.explanation(response.beginning()))
    }
    let type = response.headers["Content-Type"].flatMap(MediaType.init)?.essence
    guard type == "text/event-stream" else {
      throw .malformed("Content-Type must be text/event-stream, but is \(type ?? "missing")")
    }
  }

  mutating func receive(timeoutMilliseconds: Int) throws(ConversationEnd) -> [ChannelNews] {
    guard !response.isComplete else { throw .finished }
    let bytes: [UInt8]
    do throws(OpenResponse.Failure) {
      bytes = try response.read(timeoutMilliseconds: timeoutMilliseconds)
    } catch {
      if error.isTimeout { return [] }
      throw .lost(error.reason)
    }
    let events = reader.feed(bytes)
    unread = events.isEmpty ? unread + bytes.count : 0
    guard unread <= Self.maximumBytes else { throw .malformed("an event has more than \(Self.maximumBytes) bytes") }
    return events.map { event in
      .frame(HeardFrame(channels: channels, name: event.name, content: .text(Array(event.data.utf8))))
    }
  }

  mutating func send(
    _ payload: JSONValue, as message: CheckedMessage, to channel: Int, replies: [String]
  ) throws(ConversationEnd) {}

  mutating func close() {}
}
