import ArgumentParser
import Foundation
import HTTPCore
import JSON
import Reporting
import Server
import World

extension Finding {
  /// A finding of the server for reports.
  init(_ found: UsageLedger.Found) {
    let finding = found.finding
    let kind: Kind =
      switch finding.kind {
      case .unknownRoute: .unknownRoute
      case .contractViolation: .contractViolation
      case .serverError: .serverError
      }
    self.init(
      kind: kind, api: finding.api, operation: finding.operation, location: finding.location, message: finding.message,
      count: found.count, firstRequest: found.firstRequest, firstWorld: found.world)
  }
}

/// Finds faults that were added and never triggered, so that the run did not test what it intended to.
enum UnusedFaults {
  /// The source of a fault: a test for one world, the same world after a restore or a reset, or the file of `--faults`
  /// for all worlds.
  private struct FaultSource: Hashable {
    /// nil for all worlds.
    let world: String?
    /// The name of its predefined set, or its JSON.
    let what: String
  }

  /// The findings, in the order in which the faults were added.
  ///
  /// - Parameters:
  ///   - forAll: The initial faults of each world.
  static func findings(_ uses: [Worlds.FaultUse], forAll: [FaultDefinition]) -> [Finding] {
    let common = Set(forAll.map { text($0.json) })
    var sources: [FaultSource] = []
    var uncertain: [FaultSource: (use: Worlds.FaultUse, matches: Int, happened: Bool)] = [:]
    for use in uses {
      let json = text(use.fault.definition.json)
      // Some faults of a set are rare: it is sufficient that one was triggered.
      let what = use.fault.set.map { "the set \($0)" } ?? json
      let source = FaultSource(world: common.contains(json) ? nil : use.world, what: what)
      if uncertain[source] == nil { sources.append(source) }
      let before = uncertain[source]
      uncertain[source] = (
        use, (before?.matches ?? 0) + use.fault.matches, before?.happened == true || use.fault.applications > 0
      )
    }
    return sources.compactMap { source in
      guard let found = uncertain[source], !found.happened else { return nil }
      return finding(found.use, source.world, matches: found.matches)
    }
  }

  private static func finding(_ use: Worlds.FaultUse, _ world: String?, matches: Int) -> Finding {
    let fault = use.fault
    let name = fault.set.map { "the fault set \($0)" } ?? "the fault \(fault.id)"
    let type = fault.set == nil ? " (\(type(of: fault.definition.fault).name))" : ""
    let place = world.map { $0 == World.defaultID ? "" : " of the world \(use.worldName ?? $0)" } ?? ""
    let match = fault.definition.json["match"]?.object
    let operation = [match?["method"]?.string, match?["path"]?.string].compactMap { $0 }.joined(separator: " ")
    let reason = matches == 0 ? "nothing matched it" : "it matched \(matches) times"
    return Finding(
      kind: .unusedFault, api: match?["api"]?.string ?? "", operation: operation.isEmpty ? nil : operation,
      location: "", message: "\(name)\(type)\(place) never happened: \(reason)", count: 0, firstRequest: nil)
  }

  private static func text(_ json: JSONObject) -> String {
    String(decoding: JSONWriter.serialize(.object(json)), as: UTF8.self)
  }
}

/// The start of a run, and its duration.
struct Stopwatch {
  /// ISO 8601, UTC.
  let startedAt = SystemTime.wall().iso8601
  private let start = SystemTime.monotonicNanoseconds()

  var microseconds: Int { Int(clamping: (SystemTime.monotonicNanoseconds() - start) / 1000) }
  var milliseconds: Int { microseconds / 1000 }
}
