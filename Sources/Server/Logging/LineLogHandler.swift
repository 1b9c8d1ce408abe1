import HTTPCore
import JSON
import Logging
import World

/// Writes each entry as one line to standard error.
package struct LineLogHandler: LogHandler {
  package var metadata: Logger.Metadata = [:]
  private let label: String
  private let settings: LogSettings
  private let output: LogOutput
  /// The level of this handler alone; nil for that of the settings.
  private var ownLevel: Logger.Level?

  /// A handler that writes to an output shared with others.
  package init(label: String, settings: LogSettings, output: LogOutput) {
    self.label = label
    self.settings = settings
    self.output = output
  }

  package var logLevel: Logger.Level {
    get { ownLevel ?? settings.level }
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
      switch settings.format {
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
    var line = LogLine.prefix(time, level: level.rawValue)
    let pairs = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    LogLine.append(message + pairs.joined(), to: &line)
    return line + [UInt8(ascii: "\n")]
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
    for (key, value) in metadata { members.append((key, .string("\(value)"))) }
    return JSONWriter.serialize(.object(JSONObject(members))) + [UInt8(ascii: "\n")]
  }
}
