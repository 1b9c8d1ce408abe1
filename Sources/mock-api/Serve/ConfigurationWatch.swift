import Dispatch
import Foundation
import Logging
import Options
import Platform
import Server
import Synchronization
import Transport

/// Applies changes of the configuration file, the seed files, the faults and the API documents while the server runs,
/// for `serve --watch`.
final class ConfigurationWatch: Sendable {
  private static let intervalMilliseconds = 500
  /// The number of checks after which a missing file counts as deleted: editors and version control replace a file by
  /// deleting it first, and without it all options would have their defaults.
  private static let patience = 6

  private struct State {
    var places: WatchedPlaces
    var files: WatchedFiles
    var detector: ChangeDetector
    /// The active configuration, except for options that need a restart.
    var configuration: ServeConfiguration
    /// Changed parts that could not be applied yet.
    var pending: Set<WatchedPlaces.Part> = []
    /// Whether there was a configuration file when it was last read.
    var hasFile: Bool
    /// The number of consecutive checks in which that file was missing.
    var missedReads = 0
    var hasSeeds = false
    var isStopped = false
  }

  private let read: @Sendable () throws -> ServeConfiguration
  private let started: ServeConfiguration
  private let log: LogConfiguration
  private let state: Mutex<State>
  private let ticker = Mutex<RealTimer?>(nil)

  /// Creates a watch that knows the current state of the files, and is not started.
  ///
  /// - Parameters:
  ///   - file: The configuration file, which may be missing.
  ///   - read: Reads the configuration again.
  init(
    _ file: String, _ configuration: ServeConfiguration, _ log: LogConfiguration,
    read: @escaping @Sendable () throws -> ServeConfiguration
  ) {
    (self.read, self.log, started) = (read, log, configuration)
    let places = WatchedPlaces(file, configuration)
    let files = WatchedFiles(places.all)
    state = Mutex(
      State(
        places: places, files: files, detector: ChangeDetector(files.marks()), configuration: configuration,
        hasFile: Self.isThere(file)))
  }

  /// Starts checking.
  func start(_ server: MockServer) {
    state.withLock { follow($0.configuration, server, &$0) }
    let logger = Logger(label: "mock-api")
    ticker.withLock { ticker in
      ticker = RealTimer(everyMilliseconds: Self.intervalMilliseconds) { self.check(server, logger) }
    }
  }

  /// Stops checking; a running check has ended when it returns.
  func stop() {
    ticker.withLock { $0.take() }?.stop()
    state.withLock { $0.isStopped = true }
  }

  private func check(_ server: MockServer, _ logger: Logger) {
    state.withLock { state in
      guard !state.isStopped else { return }
      if !state.hasSeeds { state.hasSeeds = (try? server.keepSeeds()) != nil }
      let changed = state.detector.changes(state.files.marks())
      guard !changed.isEmpty || state.missedReads > 0 else { return }
      state.pending.formUnion(changed.compactMap(state.places.part(of:)))
      let isThere = Self.isThere(state.places.file)
      if !isThere, state.hasFile {
        state.missedReads += 1
        if state.missedReads == 1 { logger.debug("\(state.places.file) is missing; it may come back") }
        guard state.missedReads >= Self.patience else { return }
        logger.warning("\(state.places.file) was deleted; its options have their defaults again")
      }
      (state.hasFile, state.missedReads) = (isThere, 0)
      do {
        try takeOver(try read(), &state, server, logger)
      } catch {
        logger.error("changed files were not applied; nothing changed: \(error)")
      }
    }
  }

  private static func isThere(_ file: String) -> Bool { FileManager.default.fileExists(atPath: file) }

  private func takeOver(
    _ configuration: ServeConfiguration, _ state: inout State, _ server: MockServer, _ logger: Logger
  ) throws {
    let changes = ConfigurationChanges(from: state.configuration, to: configuration, started: started)
    var reload = Reload(configuration.server)
    reload.hasNewSeeds = state.pending.contains(.seeds)
    reload.hasNewDocuments = state.pending.contains(.documents)
    reload.hasNewCustomAPIs = state.pending.contains(.customAPIs)
    let done = try server.reload(reload)
    (log.level, log.format) = (configuration.logLevel, configuration.logFormat)
    for line in changes.lines + done { logger.notice("\(line)") }
    for line in changes.warnings { logger.warning("\(line)") }
    if state.pending.contains(.faults), let path = configuration.server.faultsFile {
      logger.notice("the faults in \(path) were read again")
    }
    (state.configuration, state.pending) = (configuration, [])
    follow(configuration, server, &state)
  }

  /// Watches the files of a configuration and the server's own APIs from now on.
  private func follow(_ configuration: ServeConfiguration, _ server: MockServer, _ state: inout State) {
    let places = WatchedPlaces(state.places.file, configuration, ownFiles: server.ownFiles)
    guard places != state.places else { return }
    (state.places, state.files) = (places, WatchedFiles(places.all))
    state.detector = ChangeDetector(state.files.marks())
  }
}

/// The differences between two readings of the configuration, in words.
struct ConfigurationChanges {
  /// Applied changes.
  let lines: [String]
  /// Changes that are not applied, with the reason.
  let warnings: [String]

  /// - Parameters:
  ///   - started: The configuration with which the server was started.
  init(from old: ServeConfiguration, to new: ServeConfiguration, started: ServeConfiguration) {
    var (lines, warnings): ([String], [String]) = ([], [])
    let live = Set(ServeOptions.all.filter { $0.traits.contains(.live) }.map(\.name))
    for name in Set(old.given.keys).union(new.given.keys).sorted() {
      let (before, now) = (old.given[name], new.given[name])
      guard before?.text != now?.text else { continue }
      let isKept = name == "dataset" && started.server.dataDirectory != nil
      if live.contains(name), !isKept {
        lines.append(now.map { "\(name) is now \($0.text) (\($0.shortOrigin))" } ?? "\(name) has its default again")
      } else if started.given[name]?.text != now?.text {
        let place = now.map { " (\($0.shortOrigin))" } ?? ""
        warnings.append("\(name) was changed\(place); the server must be restarted for that")
      }
    }
    (self.lines, self.warnings) = (lines, warnings)
  }
}

/// The files and folders that a running server depends on.
struct WatchedPlaces: Equatable {
  /// The kind of a file.
  enum Part: Hashable {
    case configuration
    case seeds
    case faults
    case documents
    case customAPIs
  }

  /// The configuration file, which may be missing.
  let file: String
  private let places: [Place]

  private struct Place: Equatable {
    let part: Part
    let path: String
  }

  /// - Parameters:
  ///   - ownFiles: The files of custom APIs' documents, including referenced ones.
  init(_ file: String, _ configuration: ServeConfiguration, ownFiles: [String] = []) {
    self.file = file
    var places = [Place(part: .configuration, path: file)]
    if let seeds = try? DataFolder.seeds.locate(configuration.server.seedsFolder) {
      places.append(Place(part: .seeds, path: seeds))
    }
    if let faults = configuration.server.faultsFile { places.append(Place(part: .faults, path: faults)) }
    // Without a given folder, the documents do not change.
    if let folder = configuration.server.openapiFolder { places.append(Place(part: .documents, path: folder)) }
    let own = configuration.server.own.paths
    for path in own + ownFiles.filter({ !own.contains($0) }) { places.append(Place(part: .customAPIs, path: path)) }
    self.places = places
  }

  var all: [String] { places.map(\.path) }

  /// The kind of the file at a path.
  func part(of path: String) -> Part? {
    places.first { path == $0.path || path.hasPrefix("\($0.path)/") }?.part
  }
}
