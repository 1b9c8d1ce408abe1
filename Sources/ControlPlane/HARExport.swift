import Dispatch
import HTTPCore
import JSON
import Synchronization
import World

/// The journal as a file for other tools.
package enum HAREndpoints {
  /// The same file under two names: that of the format, and the one under which a browser saves it.
  ///
  /// - Parameters:
  ///   - version: The server's version, for the file's creator.
  package static func all(version: String) -> [Endpoint] {
    let queue = DispatchQueue(label: "mock-api.exports")
    return [("/_mock/har", "exportHAR"), ("/_mock/requests.har", "downloadHAR")].map { path, name in
      Endpoint(.get, path, name, .open) { call in
        let export = try HARExport(call, version: version, on: queue)
        export.begin()
        return Response(
          status: 200, headers: ["Content-Type": Response.jsonType], content: .stream(export.stream))
      }.slow(usesDatabase: false)
    }
  }
}

/// Writes a HAR file as fast as its client reads. Memory holds the waiting part of the stream, and the entries, which
/// the journal limits: those that existed when the export began, even if the journal drops them meanwhile.
///
/// All exports share one queue and take turns, so that a long one does not delay the others.
final class HARExport: Sendable {
  /// The next entries are written when fewer bytes than this wait. A client on this machine reads them in about a
  /// millisecond.
  static let lowBytes = 128 << 10
  /// A turn ends with the first entry after this many bytes, or after a number of entries, matching or not.
  private static let turnBytes = 64 << 10
  private static let turnEntries = 64

  private struct State {
    var rest: ArraySlice<JournalEntry>
    var isFirst = true
  }

  let stream = BodyStream(capacity: .max, isOneDocument: true)
  private let state: Mutex<State>
  /// The query; nil for all entries.
  private let query: JournalQuery?
  private let queue: DispatchQueue
  /// Whether a turn is queued.
  private let isScheduled = Atomic(false)

  /// Creates an export for a call, which has not begun.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter`.
  init(_ call: Call, version: String, on queue: DispatchQueue) throws(Problem) {
    let selection = try JournalRequest.Selection(
      call, defaultLimit: nil, maximumLimit: JournalLimits.maximumEntries)
    guard !selection.query.isAboutFrames else {
      throw Problem(
        .invalidParameter, "a HAR file contains only exchanges; remove the conditions on frames", field: "kind")
    }
    call.world.journal.awaitChecks()
    var entries = call.world.journal.contents().entries.filter { !$0.isFrame }[...]
    if let limit = selection.limit {
      entries = Self.newest(limit, of: entries) { selection.query.matches($0) }
      query = nil
    } else {
      query = selection.query
    }
    if selection.isNewestFirst { entries = Array(entries.reversed())[...] }
    state = Mutex(State(rest: entries))
    self.queue = queue
    stream.push(HARFile.opening(of: call.world, version: version))
  }

  /// Begins to write.
  func begin() {
    // The stream retains the export until the client has the file or disconnects.
    stream.onRoom(below: Self.lowBytes) { self.schedule() }
    schedule()
  }

  /// The newest matching entries, oldest first.
  private static func newest(
    _ limit: Int, of entries: ArraySlice<JournalEntry>, where isMeant: (JournalEntry) -> Bool
  ) -> ArraySlice<JournalEntry> {
    var found: [JournalEntry] = []
    for entry in entries.reversed() {
      guard found.count < limit else { break }
      if isMeant(entry) { found.append(entry) }
    }
    return found.reversed()[...]
  }

  private func schedule() {
    guard isScheduled.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
    else { return }
    queue.async { [self] in
      isScheduled.store(false, ordering: .sequentiallyConsistent)
      write()
    }
  }

  /// Writes the next entries, unless enough bytes wait or the client has disconnected.
  private func write() {
    guard !stream.isAbandoned, stream.waitingBytes < Self.lowBytes else { return }
    var bytes: [UInt8] = []
    var count = 0
    while bytes.count < Self.turnBytes, count < Self.turnEntries, let entry = next() {
      count += 1
      append(entry, to: &bytes)
    }
    let isOver = state.withLock { $0.rest.isEmpty }
    if isOver { bytes += HARFile.closing }
    if !bytes.isEmpty { stream.push(bytes) }
    if isOver { stream.finish() } else { schedule() }
  }

  private func next() -> JournalEntry? { state.withLock { $0.rest.popFirst() } }

  private func append(_ entry: JournalEntry, to bytes: inout [UInt8]) {
    let view = JournalView(entry)
    guard let exchange = view.exchange, query?.matches(view) ?? true else { return }
    let isFirst = state.withLock { state in
      defer { state.isFirst = false }
      return state.isFirst
    }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    bytes += JSONWriter.serialize(HARFile.entry(view, exchange), sortedKeys: false)
  }
}
