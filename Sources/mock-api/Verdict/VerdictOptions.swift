import APIs
import ArgumentParser
import Foundation
import Reporting

/// What a run is judged by, and where its report goes; `exec` and `check` have these in common.
struct VerdictOptions: ParsableArguments {
  @Option(
    help: """
      Kinds of findings that fail the run, with commas: unknown-route, contract-violation, server-error, unused-fault, \
      no-requests, note; or none. (default: server-error and no-requests; of check contract-violation and server-error)
      """)
  var failOn: String?

  @Option(help: "Share of the operations of --covers that must be called, in percent.")
  var minCoverage: Int?

  @Option(help: "APIs whose operations count for coverage, with commas. (default: those that were called)")
  var covers: String?

  @Option(help: "File for a report in JUnit's XML.")
  var junit: String?

  @Option(help: "File for a report in JSON.")
  var report: String?

  func validate() throws {
    _ = try failing()
    _ = try covered()
    if let minCoverage, !(0...100).contains(minCoverage) {
      throw ValidationError("--min-coverage must be from 0 to 100, not \(minCoverage)")
    }
  }

  /// The kinds of findings that fail the run.
  func failing() throws -> Set<Finding.Kind> {
    guard let failOn else { return [.serverError, .noRequests] }
    if failOn == "none" { return [] }
    let kinds = try Self.names(failOn).map { name in
      guard let kind = Finding.Kind(rawValue: name) else {
        let known = Finding.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--fail-on must be a list of \(known), or none, not \"\(failOn)\"")
      }
      return kind
    }
    return Set(kinds)
  }

  /// The APIs whose operations count for coverage; nil for those that were called.
  func covered() throws -> [String]? {
    let known = Registry.modules.map(\.name)
    guard let covers else { return nil }
    return try Self.names(covers).map { name in
      guard known.contains(name) else {
        throw ValidationError("--covers must be a list of \(known.joined(separator: ", ")), not \"\(covers)\"")
      }
      return name
    }
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

  private static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ValidationError("the report cannot be written to \(path): \(error.localizedDescription)")
    }
  }
}
