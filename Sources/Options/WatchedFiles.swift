import Foundation
import Platform

/// Files and folders that are polled for changes.
///
/// Polling twice a second instead of using notifications is the same on Linux and macOS. It also sees files that
/// editors replace, links that change, and folders shared with other machines or containers, about which the system
/// does not notify. A poll of about fifty files costs as much as one request.
package struct WatchedFiles: Sendable {
  /// The state of a file that shows a change.
  package struct Mark: Sendable, Equatable {
    let inode: UInt64
    let size: Int64
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int
    let mode: UInt32
  }

  /// The most files of a folder that are polled.
  private static let maximumFiles = 4096
  private static let maximumDepth = 8

  private let paths: [String]

  /// Files, and folders with their contents. A path may not exist yet.
  package init(_ paths: [String]) {
    self.paths = paths
  }

  /// The current state of the files by their paths, without missing ones, hidden files and backups of editors.
  package func marks() -> [String: Mark] {
    var marks: [String: Mark] = [:]
    for path in paths { read(path, depth: 0, &marks) }
    return marks
  }

  private func read(_ path: String, depth: Int, _ marks: inout [String: Mark]) {
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
      read("\(path)/\(name)", depth: depth + 1, &marks)
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

/// Reports a change once, after it is complete: an editor writes a file in several steps, and a checkout many files.
package struct ChangeDetector: Sendable {
  private var reported: [String: WatchedFiles.Mark]
  private var last: [String: WatchedFiles.Mark]

  /// Creates a detector with the initial state of the files.
  package init(_ marks: [String: WatchedFiles.Mark]) {
    (reported, last) = (marks, marks)
  }

  /// Handles the result of a poll.
  ///
  /// - Returns: The paths that were added, removed or changed since the last report, sorted; empty while something is
  ///   still changing.
  package mutating func changes(_ marks: [String: WatchedFiles.Mark]) -> [String] {
    defer { last = marks }
    guard marks == last, marks != reported else { return [] }
    defer { reported = marks }
    return Set(marks.keys).union(reported.keys).filter { marks[$0] != reported[$0] }.sorted()
  }
}
