import Dispatch
import HTTPCore
import JSON
import Logging
import Platform
import Synchronization
import World

/// The level and the format of the log; they may change while the server runs.
package final class LogConfiguration: Sendable {
  private static let levels = Logger.Level.allCases

  private let levelIndex: Atomic<Int>
  private let isJSON: Atomic<Bool>

  /// Creates a configuration.
  package init(level: Logger.Level, format: LogFormat) {
    levelIndex = Atomic(Self.index(level))
    isJSON = Atomic(format == .json)
  }

  /// Less severe entries are omitted.
  package var level: Logger.Level {
    get { Self.levels[levelIndex.load(ordering: .relaxed)] }
    set { levelIndex.store(Self.index(newValue), ordering: .relaxed) }
  }

  /// The format of lines.
  package var format: LogFormat {
    get { isJSON.load(ordering: .relaxed) ? .json : .text }
    set { isJSON.store(newValue == .json, ordering: .relaxed) }
  }

  private static func index(_ level: Logger.Level) -> Int { levels.firstIndex(of: level) ?? 0 }
}

/// The format of log lines.
package enum LogFormat: String, Sendable, CaseIterable {
  /// Text: `12:00:00.123 info  GET /v1/lotes 200 0.084 ms agrobridge user_123`.
  case text
  /// One JSON object per line.
  case json
}

/// Writes each entry as one line to standard error.
package struct LineLogHandler: LogHandler {
  package var metadata: Logger.Metadata = [:]
  private let label: String
  private let configuration: LogConfiguration
  private let output: LogOutput
  /// The level of this handler; nil for that of the configuration.
  private var ownLevel: Logger.Level?

  /// Creates a handler that writes to a shared output.
  package init(label: String, configuration: LogConfiguration, output: LogOutput) {
    self.label = label
    self.configuration = configuration
    self.output = output
  }

  package var logLevel: Logger.Level {
    get { ownLevel ?? configuration.level }
    set { ownLevel = newValue }
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let time = SystemTime.wall()
    let line =
      switch configuration.format {
      case .text: TextLine.render(time, event.level, "\(event.message)", all)
      case .json: JSONLine.render(time, event.level, label, "\(event.message)", all)
      }
    output.write(line)
  }
}

private enum TextLine {
  static func render(
    _ time: Timestamp, _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata
  ) -> [UInt8] {
    var line = LogLine.prefix(time, level: level.rawValue)
    let pairs = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    LogLine.append(message + pairs.joined(), to: &line)
    return line + [UInt8(ascii: "\n")]
  }
}

/// A JSON line.
private enum JSONLine {
  static func render(
    _ time: Timestamp, _ level: Logger.Level, _ label: String, _ message: String, _ metadata: Logger.Metadata
  ) -> [UInt8] {
    var members: [(String, JSONValue)] = [
      ("time", .string(time.iso8601)), ("level", .string(level.rawValue)), ("logger", .string(label)),
      ("message", .string(message)),
    ]
    for (key, value) in metadata { members.append((key, .string("\(value)"))) }
    return JSONWriter.serialize(.object(JSONObject(members))) + [UInt8(ascii: "\n")]
  }
}

/// The parts of a text line.
enum LogLine {
  /// `12:00:00.123 info `, the time of day in UTC.
  static func prefix(_ time: Timestamp, level: String) -> [UInt8] {
    let second = Int(time.seconds % 86_400 + 86_400) % 86_400
    var line: [UInt8] = []
    line.reserveCapacity(128)
    append(second / 3600, width: 2, to: &line)
    line.append(UInt8(ascii: ":"))
    append(second / 60 % 60, width: 2, to: &line)
    line.append(UInt8(ascii: ":"))
    append(second % 60, width: 2, to: &line)
    line.append(UInt8(ascii: "."))
    append(Int(time.nanoseconds / 1_000_000 % 1000), width: 3, to: &line)
    line.append(UInt8(ascii: " "))
    line.append(contentsOf: level.utf8)
    line.append(UInt8(ascii: " "))
    return line
  }

  /// Appends a number with at least this many digits.
  static func append(_ number: Int, width: Int, to line: inout [UInt8]) {
    let number = max(0, number)
    var (divisor, digits) = (1, 1)
    while digits < width || number / divisor >= 10 {
      // A number of 19 digits, the longest possible, has this divisor.
      guard digits < 19 else { break }
      (divisor, digits) = (divisor * 10, digits + 1)
    }
    while divisor > 0 {
      line.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends text; a control character becomes `?`, so that client data cannot begin another line.
  static func append(_ text: String, to line: inout [UInt8]) {
    let start = line.count
    line.append(contentsOf: text.utf8)
    for index in start..<line.count where line[index] < 0x20 || line[index] == 0x7F { line[index] = UInt8(ascii: "?") }
  }
}

/// Collects log lines and writes them together, so that a line costs a request no system call. Lines are written within
/// 20 ms; ``flush()`` at the end loses none.
package final class LogOutput: Sendable {
  private static let delayMilliseconds = 20
  private static let capacity = 256 << 10

  private struct State {
    var buffer: [UInt8] = []
    var isScheduled = false
    var lostLines = 0
  }

  private let descriptor: Int32
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "mock-api.log")

  /// An output to a file descriptor, which the caller keeps open.
  package init(descriptor: Int32 = 2) {
    self.descriptor = descriptor
  }

  /// Adds a line with its line feed. If the reader of the log is so slow that the buffer is full, lines are dropped and
  /// counted, and requests continue.
  func write(_ line: [UInt8]) {
    let mustSchedule = state.withLock { state in
      guard state.buffer.count + line.count <= Self.capacity else {
        state.lostLines += 1
        return false
      }
      state.buffer.append(contentsOf: line)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard mustSchedule else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.delayMilliseconds)) { self.drain() }
  }

  /// Writes the collected lines before it returns.
  package func flush() {
    queue.sync { drain() }
  }

  private func drain() {
    var bytes = state.withLock { state in
      defer { (state.buffer, state.isScheduled, state.lostLines) = ([], false, 0) }
      let lost = state.lostLines
      return lost == 0 ? state.buffer : state.buffer + Array("(\(lost) log lines were dropped)\n".utf8)
    }[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Self.writeOnce(descriptor, $0) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }

  private static func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    CLibrary.write(descriptor, bytes)
  }
}
