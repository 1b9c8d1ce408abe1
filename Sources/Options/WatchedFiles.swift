import Foundation
import Platform

/// Files and folders that are looked at now and then for changes.
///
/// Looking twice a second instead of being told by the system is the same on Linux and macOS, sees files that editors
/// replace, links that are set again and folders that other machines or containers share, of which the system tells
/// nothing; and a look at the fifty files there are costs about what one request costs.
package struct WatchedFiles: Sendable {
  /// By what it is seen that a file has changed.
  package struct Mark: Sendable, Equatable {
    let inode: UInt64
    let size: Int64
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int
    let mode: UInt32
  }

  /// The most files of a folder that are looked at.
  private static let maximumFiles = 4096
  private static let maximumDepth = 8

  private let paths: [String]

  /// Files, and folders with all that is in them. A path may have nothing at its end yet.
  package init(_ paths: [String]) {
    self.paths = paths
  }

  /// How the files are now, by their paths; those that are not there are missing. Hidden files and backups of editors
  /// are left out.
  package func look() -> [String: Mark] {
    var marks: [String: Mark] = [:]
    for path in paths { look(path, depth: 0, &marks) }
    return marks
  }

  private func look(_ path: String, depth: Int, _ marks: inout [String: Mark]) {
    var status = stat()
    guard marks.count < Self.maximumFiles, stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      marks[path] = Mark(status)
      return
    }
    guard depth < Self.maximumDepth, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return
    }
    for name in names where !name.hasPrefix(".") && !name.hasSuffix("~") {
      look("\(path)/\(name)", depth: depth + 1, &marks)
    }
  }
}

extension WatchedFiles.Mark {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    self.init(
      inode: UInt64(status.st_ino), size: Int64(status.st_size), modifiedSeconds: Int(modified.tv_sec),
      modifiedNanoseconds: Int(modified.tv_nsec), mode: UInt32(status.st_mode))
  }
}

/// Tells of a change once, and only when it is over: an editor writes a file in several steps, and a checkout many files.
package struct ChangeDetector: Sendable {
  private var told: [String: WatchedFiles.Mark]
  private var last: [String: WatchedFiles.Mark]

  /// A detector that knows how the files were.
  package init(_ marks: [String: WatchedFiles.Mark]) {
    (told, last) = (marks, marks)
  }

  /// Takes what a look showed.
  ///
  /// - Returns: The paths that came, went or changed since the last time it told of any, sorted; empty as long as
  ///   something is still changing.
  package mutating func changes(_ marks: [String: WatchedFiles.Mark]) -> [String] {
    defer { last = marks }
    guard marks == last, marks != told else { return [] }
    defer { told = marks }
    return Set(marks.keys).union(told.keys).filter { marks[$0] != told[$0] }.sorted()
  }
}
