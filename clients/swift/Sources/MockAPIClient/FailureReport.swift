import Foundation

/// The report about the world of a failed test.
public struct FailureReport: Sendable {
  /// The world, its clock and its last requests, for people.
  public var text: String
  /// The whole journal as a HAR file, where the server gave it.
  public var har: Data?
}

extension MockWorld {
  /// What happened in the world: id, clock, and the last 20 requests in a line each, with faults, deviations from the
  /// contract, and for paths that are not there the nearest that is.
  public func failureReport() async -> FailureReport {
    var lines: [String]
    do {
      let clock = try await clock.get()
      let page = try await requests.page(JournalMatch(kind: .exchange), limit: 20, order: .descending)
      let frames = try await requests.count(JournalMatch(kind: .frame)).count
      let title = name.map { " \"\($0)\"" } ?? ""
      let state = clock.frozen ? "frozen" : "running at rate \(clock.rate)"
      lines = [
        "mock-api world \(id)\(title), clock \(Moment(clock.now).text) (\(state))",
        "\(page.total) requests, the last \(page.requests.count) of them; \(frames) messages over sockets",
      ]
      for entry in page.requests.reversed() + page.pending {
        var line = "  \(entry)"
        if let suggestion = entry.suggestion { line += " (\(suggestion))" }
        lines.append(line)
      }
    } catch {
      lines = ["mock-api world \(id): its journal cannot be shown: \(error)"]
    }
    return FailureReport(text: lines.joined(separator: "\n"), har: try? await requests.har())
  }
}
