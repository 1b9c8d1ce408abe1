import HTTPCore
import Logging
import World

/// Writes each entry as one line to standard error.
package struct LineLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let label: String
  private let format: LogFormat
  private let output: LogOutput

  /// A handler that writes to an output shared with others.
  package init(label: String, level: Logger.Level, format: LogFormat, output: LogOutput) {
    self.label = label
    logLevel = level
    self.format = format
    self.output = output
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let time = SystemTime.wall()
    let line =
      switch format {
      case .text: TextLine.render(time, event.level, "\(event.message)", all)
      case .json: JSONLine.render(time, event.level, label, "\(event.message)", all)
      }
    output.write(line)
  }
}

/// The line for people.
private enum TextLine {
  static func render(
    _ time: Timestamp, _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata
  ) -> [UInt8] {
    let clock = time.iso8601.dropFirst(11).dropLast()
    let milliseconds = (time.nanoseconds / 1_000_000) % 1000
    let padding = String(repeating: "0", count: 3 - "\(milliseconds)".count)
    var line = "\(clock).\(padding)\(milliseconds) \(level.rawValue) "
    line += message == "request" ? request(metadata) : plain(message, metadata)
    // A line is a line: whatever a client put into a path cannot begin another one.
    return line.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 } + [UInt8(ascii: "\n")]
  }

  private static func request(_ metadata: Logger.Metadata) -> String {
    func text(_ key: String) -> String { metadata[key].map { "\($0)" } ?? "-" }
    let microseconds = Int(text("durationMicroseconds")) ?? 0
    let fraction = "\(1000 + microseconds % 1000)".dropFirst()
    return "\(text("method")) \(text("path")) \(text("status")) \(microseconds / 1000).\(fraction) ms"
      + " \(text("api")) \(text("account"))"
  }

  private static func plain(_ message: String, _ metadata: Logger.Metadata) -> String {
    let pairs = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    return message + pairs.joined()
  }
}

/// The line for programs.
private enum JSONLine {
  static func render(
    _ time: Timestamp, _ level: Logger.Level, _ label: String, _ message: String, _ metadata: Logger.Metadata
  ) -> [UInt8] {
    var members: [(String, JSONValue)] = [
      ("time", .string(time.iso8601)), ("level", .string(level.rawValue)), ("logger", .string(label)),
      ("message", .string(message)),
    ]
    for (key, value) in metadata { members.append((key, self.value(key, "\(value)"))) }
    return JSONWriter.serialize(.object(JSONObject(members))) + [UInt8(ascii: "\n")]
  }

  private static func value(_ key: String, _ text: String) -> JSONValue {
    guard key == "status" || key == "durationMicroseconds", let number = Int(text) else { return .string(text) }
    return .number(JSONNumber(number))
  }
}
