import ArgumentParser
import Foundation
import HTTPCore
import JSON
import Reporting
import Server
import World

/// The criteria of a run and the files of its report; `exec` and `check` share these options.
struct VerdictOptions: ParsableArguments {
  @Option(
    help: """
      Kinds of findings that fail the run, with commas: of exec unknown-route, contract-violation, server-error, \
      unused-fault and no-requests; of check contract-violation, server-error and note; or none. (default: server-error and no-requests; of check contract-violation and \
      server-error)
      """, completion: .list(Finding.Kind.allCases.map(\.rawValue) + ["none"]))
  var failOn: String?

  @Option(help: "Least share of the operations and messages of --covers that must be covered, in percent.")
  var minCoverage: Int?

  @Option(
    help: """
      APIs whose operations and messages of channels count for coverage; separate several with commas. (default: those \
      that were called)
      """)
  var covers: String?

  @Option(help: "Write a JUnit XML report to this file.", completion: .file())
  var junit: String?

  @Option(help: "Write a JSON report to this file.", completion: .file())
  var report: String?

  /// The parsed options.
  struct Given {
    /// The kinds of findings that fail the run.
    let failing: Set<Finding.Kind>
    /// The APIs whose operations count for coverage; nil for the called ones.
    let covered: [String]?
    /// The required percentage of those operations; nil for any.
    let minimumPercent: Int?
  }

  func validate() throws { _ = try given(among: nil) }

  /// Parses the options.
  ///
  /// - Parameters:
  ///   - usual: The kinds that fail the run by default.
  ///   - apis: The allowed names of `--covers`; nil when they are not known yet.
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

  /// Checks that the reports can be written, before the run whose report would be lost.
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

  /// Prints the report on standard error and writes the requested files.
  ///
  /// - Throws: an error that names the file that cannot be written.
  func publish(_ result: RunReport) throws {
    let isTerminal = isatty(STDERR_FILENO) == 1
    StandardStreams.error(TextReport.render(result, color: isTerminal))
    if let junit { try Self.write(JUnitReport.render(result), to: junit) }
    if let report { try Self.write(JSONReport.render(result), to: report) }
  }

  /// The names of a comma-separated list.
  ///
  /// - Throws: `ValidationError` for an unknown name.
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
