import Foundation

/// The report about the world of a failed test.
public struct FailureReport: Sendable {
  /// The world, its clock and its last requests, for people.
  public var text: String
  /// The whole journal as a HAR file, where the server gave it.
  public var har: Data?
}

extension MockWorld {
  /// The faults that the test added and that had no effect.
  func unusedFaults() async -> [FaultRecord] {
    let added = link.notes?.addedFaults ?? []
    guard !added.isEmpty, let all = try? await faults.list() else { return [] }
    return all.filter { added.contains($0.id) && $0.applications == 0 }
  }

  /// What happened in the world: id, clock, and the last 20 requests in a line each, with faults, deviations from the
  /// contract, and for paths that are not there the nearest that is; then the faults of the test that had no effect.
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
      lines += await unusedFaults().map { "  \($0.withoutEffect)" }
    } catch {
      lines = ["mock-api world \(id): its journal cannot be shown: \(error)"]
    }
    return FailureReport(text: lines.joined(separator: "\n"), har: try? await requests.har())
  }
}

extension FaultRecord {
  /// That it had no effect, and what to do about it.
  var withoutEffect: String {
    let place = match.flatMap { try? String(decoding: JSON.encoder().encode($0), as: UTF8.self) } ?? "anything"
    return "fault \(id) (\(fault.type)) for \(place) had no effect: \(matches) requests or messages matched it. "
      + "Correct its match, or remove it"
  }
}
