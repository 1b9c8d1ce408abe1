import HTTPCore
import JSON
import Logging
import Store
import World

/// One line for each request: method, path, status, duration, API and account. Never a query, a header or a body,
/// because those contain tokens and passwords.
///
/// It writes its lines itself: a dictionary of metadata for each request would cost more than its response.
package struct AccessLog: Sendable {
  /// The content of a line.
  struct Record {
    let method: String
    /// The path as it was sent; truncated to 200 characters in the line.
    let path: String
    /// nil when the client received none.
    let status: Int?
    let microseconds: Int64
    let api: String
    let account: String?
  }

  private static let pathLimit = 200

  private let configuration: LogConfiguration
  private let output: LogOutput

  /// Creates a log for an output; it is silent if the configuration excludes the level `info`.
  package init(configuration: LogConfiguration, output: LogOutput) {
    self.configuration = configuration
    self.output = output
  }

  func record(_ record: Record) {
    guard configuration.level <= .info else { return }
    let time = SystemTime.wall()
    switch configuration.format {
    case .text: output.write(Self.text(record, at: time))
    case .json: output.write(Self.json(record, at: time))
    }
  }

  /// `12:00:00.123 info GET /v1/lotes 200 0.084 ms agrobridge user_123`
  static func text(_ record: Record, at time: Timestamp) -> [UInt8] {
    var line = LogLine.prefix(time, level: "info")
    LogLine.append(record.method.clipped(to: 20), to: &line)
    line.append(UInt8(ascii: " "))
    LogLine.append(record.path.clipped(to: pathLimit), to: &line)
    line.append(UInt8(ascii: " "))
    if let status = record.status {
      LogLine.append(status, width: 3, to: &line)
    } else {
      line.append(contentsOf: "---".utf8)
    }
    line.append(UInt8(ascii: " "))
    LogLine.append(Int(record.microseconds / 1000), width: 1, to: &line)
    line.append(UInt8(ascii: "."))
    LogLine.append(Int(record.microseconds % 1000), width: 3, to: &line)
    line.append(contentsOf: " ms ".utf8)
    line.append(contentsOf: record.api.utf8)
    line.append(UInt8(ascii: " "))
    LogLine.append(record.account ?? "-", to: &line)
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// One JSON object; `account` is null when there is none.
  static func json(_ record: Record, at time: Timestamp) -> [UInt8] {
    var line = JSONWriter()
    line.object { object in
      object.member("account", record.account.map(JSONValue.string) ?? .null)
      object.member("api", .string(record.api))
      object.member("durationMicroseconds", .number(JSONNumber(Int(record.microseconds))))
      object.member("level", "info")
      object.member("message", "request")
      object.member("method", .string(record.method.clipped(to: 20)))
      object.member("path", .string(record.path.clipped(to: pathLimit)))
      object.member("status", record.status.map { .number(JSONNumber($0)) } ?? .null)
      object.member("time", .string(time.iso8601))
    }
    return line.bytes + [UInt8(ascii: "\n")]
  }
}
