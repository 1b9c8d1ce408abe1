import ArgumentParser
import Foundation
import HTTPCore
import JSON
import Reporting
import Server
import World

/// What a run is judged by, and where its report goes; `exec` and `check` have these in common.
struct VerdictOptions: ParsableArguments {
  @Option(
    help: """
      Kinds of findings that fail the run, with commas: of exec unknown-route, contract-violation, server-error, \
      unused-fault and no-requests; of check contract-violation, server-error and note; or none. (default: server-error and no-requests; of check contract-violation and \
      server-error)
      """, completion: .list(Finding.Kind.allCases.map(\.rawValue) + ["none"]))
  var failOn: String?

  @Option(help: "Share of the operations of --covers that must be called, in percent.")
  var minCoverage: Int?

  @Option(help: "APIs whose operations count for coverage, with commas. (default: those that were called)")
  var covers: String?

  @Option(help: "File for a report in JUnit's XML.", completion: .file())
  var junit: String?

  @Option(help: "File for a report in JSON.", completion: .file())
  var report: String?

  /// What was given, as a run is judged by it.
  struct Given {
    /// The kinds of findings that fail the run.
    let failing: Set<Finding.Kind>
    /// The APIs whose operations count for coverage; nil for those that were called.
    let covered: [String]?
    /// Of the operations that count, in percent; nil when any share is enough.
    let minimumPercent: Int?
  }

  func validate() throws { _ = try given(among: nil) }

  /// What was given.
  ///
  /// - Parameters:
  ///   - usual: The kinds that fail the run when none are named.
  ///   - apis: The names that `--covers` may have; nil when they are not known yet.
  /// - Throws: `ValidationError`.
  func given(
    failing usual: Set<Finding.Kind> = [.serverError, .noRequests], among apis: [String]?
  ) throws -> Given {
    if let minCoverage, !(0...100).contains(minCoverage) {
      throw ValidationError("--min-coverage must be from 0 to 100, not \(minCoverage)")
    }
    let kinds = Finding.Kind.allCases
    let failing = try failOn.map { text in
      text == "none" ? [] : Set(try Self.names(text, of: kinds.map(\.rawValue), "--fail-on", orElse: ", or none"))
    }
    let covered = try apis.flatMap { apis in try covers.map { try Self.names($0, of: apis, "--covers") } }
    return Given(
      failing: failing.map { names in Set(kinds.filter { names.contains($0.rawValue) }) } ?? usual, covered: covered,
      minimumPercent: minCoverage)
  }

  /// Makes sure that the reports can be written, before anything is done whose report would be lost.
  ///
  /// - Throws: `ValidationError` that names the file or its folder.
  func requireWritable() throws {
    for (option, path) in [("--junit", junit), ("--report", report)] {
      guard let path else { continue }
      let file = URL(filePath: path)
      let folder = file.deletingLastPathComponent().path
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
        throw ValidationError("\(option) \(path) cannot be written: there is no folder \(folder)")
      }
      let isThere = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      guard !isThere || !isFolder.boolValue else {
        throw ValidationError("\(option) \(path) cannot be written: it is a folder")
      }
      guard FileManager.default.isWritableFile(atPath: folder) else {
        throw ValidationError("\(option) \(path) cannot be written: the folder \(folder) does not permit it")
      }
    }
  }

  /// Prints the report for people on standard error and writes the files asked for.
  ///
  /// - Throws: an error that names the file that cannot be written.
  func publish(_ result: RunReport) throws {
    let isTerminal = isatty(STDERR_FILENO) == 1
    StandardStreams.error(TextReport.render(result, color: isTerminal))
    if let junit { try Self.write(JUnitReport.render(result), to: junit) }
    if let report { try Self.write(JSONReport.render(result), to: report) }
  }

  /// The names of a list with commas.
  ///
  /// - Throws: `ValidationError` for one that is not known.
  private static func names(
    _ list: String, of known: [String], _ option: String, orElse more: String = ""
  ) throws -> [String] {
    let names = list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard names.allSatisfy(known.contains) else {
      throw ValidationError("\(option) must be a list of \(known.joined(separator: ", "))\(more), not \"\(list)\"")
    }
    return names
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ValidationError("the report cannot be written to \(path): \(error.localizedDescription)")
    }
  }
}

/// Makes a report of what a server's worlds were used for.
enum UsageReport {
  /// The report of a run.
  ///
  /// - Parameters:
  ///   - commandExit: The exit code of the command that used the server.
  ///   - covered: The APIs that count for coverage; nil for those that were called.
  static func report(
    _ server: MockServer, title: String, startedAt: String, durationMilliseconds: Int, commandExit: Int32?,
    failOn: Set<Finding.Kind>, covered: [String]?, minimumPercent: Int?
  ) -> RunReport {
    let usage = server.worlds.usage
    let lines = server.table.lines
    let called = Set(usage.operations.keys.map(\.api)).subtracting(["mock"])
    let covered =
      covered
      ?? lines.map(\.api).reduce(into: []) { names, api in
        if called.contains(api), !names.contains(api) { names.append(api) }
      }
    return RunReport(
      title: title, startedAt: startedAt, durationMilliseconds: durationMilliseconds, commandExit: commandExit,
      findings: (called.isEmpty ? [noRequests(usage.requestCount)] : [])
        + usage.findings.map { Finding($0) }
        + UnusedFaults.findings(server.worlds.faults, forAll: server.worlds.main.initialFaults),
      failOn: failOn,
      coverage: coverage(lines, usage.operations, covered: covered, minimumPercent: minimumPercent),
      slowest: usage.slowest.map {
        SlowCall(method: $0.method, path: $0.path, status: $0.status, microseconds: Int(clamping: $0.microseconds))
      },
      requestCount: usage.requestCount)
  }

  /// What says that no operation of an API was called.
  ///
  /// - Parameters:
  ///   - count: The requests for anything else: the server's own pages and pictures, preflights, routes that there are
  ///     not.
  private static func noRequests(_ count: Int) -> Finding {
    let message =
      count == 0
      ? "the command sent no request to the server, whose address is in MOCK_API_URL"
      : "the command called no operation of an API; its requests were for the server's own pages, for OPTIONS or for"
        + " routes that there are not"
    return Finding(
      kind: .noRequests, api: "", operation: nil, location: "", message: message, count: 0, firstRequest: nil)
  }

  /// The statuses of requests that say nothing about the operation: there was no right to it, or too little of it, or no
  /// answer.
  private static let refusals: Set<Int> = [0, 401, 403, 429]

  private static func coverage(
    _ lines: [RouteTable.Line], _ operations: [UsageLedger.OperationKey: UsageLedger.Operation], covered: [String],
    minimumPercent: Int?
  ) -> Coverage {
    var used: [OperationUse] = []
    var unused: [UnusedOperation] = []
    for line in lines {
      let use = operations[UsageLedger.OperationKey(line.api, line.operationId)]
      if let use, use.statuses.keys.contains(where: { !refusals.contains($0) }) {
        used.append(
          OperationUse(
            api: line.api, operationID: line.operationId, method: line.method, path: line.path, count: use.count,
            statuses: use.statuses, slowestMicroseconds: Int(clamping: use.slowestMicroseconds)))
      } else if covered.contains(line.api) {
        unused.append(
          UnusedOperation(
            api: line.api, operationID: line.operationId, method: line.method, path: line.path,
            refusedCount: use?.count ?? 0))
      }
    }
    return Coverage(covered: covered, used: used, unused: unused, minimumPercent: minimumPercent)
  }
}

extension Finding {
  /// A finding of the server's as reports have it.
  fileprivate init(_ found: UsageLedger.Found) {
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

/// Finds the faults that were given and never happened, so that the run did not test what it meant to.
enum UnusedFaults {
  /// What was given once: by a test to a world, to that world again after a restore or a reset, or by the file of
  /// `--faults` to all worlds.
  private struct Gift: Hashable {
    /// nil when it was given to all.
    let world: String?
    /// The name of its ready-made set, or its JSON.
    let what: String
  }

  /// The findings, in the order in which the faults were given.
  ///
  /// - Parameters:
  ///   - forAll: The faults that each world had from its beginning.
  static func findings(_ uses: [Worlds.FaultUse], forAll: [FaultDefinition]) -> [Finding] {
    let common = Set(forAll.map { text($0.json) })
    var gifts: [Gift] = []
    var uncertain: [Gift: (use: Worlds.FaultUse, matches: Int, happened: Bool)] = [:]
    for use in uses {
      let json = text(use.fault.definition.json)
      // Of a set, some faults are rare: it is enough that one happened.
      let what = use.fault.set.map { "the set \($0)" } ?? json
      let gift = Gift(world: common.contains(json) ? nil : use.world, what: what)
      if uncertain[gift] == nil { gifts.append(gift) }
      let before = uncertain[gift]
      uncertain[gift] = (
        use, (before?.matches ?? 0) + use.fault.matches, before?.happened == true || use.fault.applications > 0
      )
    }
    return gifts.compactMap { gift in
      guard let found = uncertain[gift], !found.happened else { return nil }
      return finding(found.use, gift.world, matches: found.matches)
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

/// When something began, and how long it has taken since.
struct Stopwatch {
  /// ISO 8601, UTC.
  let startedAt = SystemTime.wall().iso8601
  private let start = SystemTime.monotonicNanoseconds()

  var microseconds: Int { Int(clamping: (SystemTime.monotonicNanoseconds() - start) / 1000) }
  var milliseconds: Int { microseconds / 1000 }
}
