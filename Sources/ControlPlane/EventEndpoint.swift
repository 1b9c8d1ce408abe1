import Faults
import HTTPCore
import JSON
import Platform
import Synchronization
import World

/// New entries of the journal, as server-sent events (WHATWG HTML §9.2).
package enum EventEndpoint {
  package static let all: [Endpoint] = [
    Endpoint(.get, "/_mock/events", "followRequests", .open) { call in
      try events(call, keepAliveMilliseconds: keepAliveMilliseconds)
    }
  ]

  /// Proxies and clients close a connection after a longer time without data.
  private static let keepAliveMilliseconds = 15_000

  /// The stream; it starts with the events after `Last-Event-ID`, if the request has that header.
  package static func events(_ call: Call, keepAliveMilliseconds: Int) throws(Problem) -> Response {
    let query = try JournalQueryReader.read(call.request.query(), besides: [], kind: .any)
    try query.requirePossible(in: call.world)
    let journal = call.world.journal
    var position = journal.lastSequence
    if let text = call.request.headers["Last-Event-ID"] {
      guard let last = Int(text.trimmingBlanks()), last >= 0 else {
        throw Problem(
          .invalidParameter, "\"Last-Event-ID\" must be the id of an event, a whole number", field: "Last-Event-ID",
          value: text)
      }
      // If the journal was restarted, everything is new.
      position = last <= position ? last : 0
    }
    let stream = BodyStream()
    // The header section is sent immediately, so that the client knows that it is connected.
    stream.push(ServerSentEvents.comment("events of world \(call.world.id)"))
    let late = Atomic(0)
    let watch = JournalWatch(journal, after: position, stream: stream) { news, stream in
      if news.missed > 0 { stream.push(dropped(news.missed, by: "journal")) }
      for view in news.entries.lazy.map(JournalView.init) where query.matches(view) {
        let count = late.load(ordering: .relaxed)
        // Sent together with the event: a note this short would fit into a queue that has no room for the event.
        let note = count > 0 ? dropped(count, by: "reader") : []
        late.store(stream.push(note + event(view)) ? 0 : count + 1, ordering: .relaxed)
      }
      return .goOn
    }
    try watch.begin { _ in
      RealTimer(everyMilliseconds: keepAliveMilliseconds) { [weak stream] in
        stream?.push(ServerSentEvents.keepAlive)
      }
    }
    return ServerSentEvents.response(stream)
  }

  private static func event(_ view: JournalView) -> [UInt8] {
    ServerSentEvents.event(
      view.entry.isFrame ? "frame" : "exchange",
      JSONWriter.serialize(.object(JournalJSON.summary(view)), sortedKeys: false), id: view.entry.sequence)
  }

  /// Reports missing events: because the reader was slow, or because the journal has removed them.
  private static func dropped(_ count: Int, by reason: String) -> [UInt8] {
    ServerSentEvents.event("dropped", Array("{\"count\":\(count),\"by\":\"\(reason)\"}".utf8))
  }
}
