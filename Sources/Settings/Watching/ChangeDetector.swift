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
