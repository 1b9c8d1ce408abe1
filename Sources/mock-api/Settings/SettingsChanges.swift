/// What is different between two readings of the configuration, in words.
struct SettingsChanges {
  /// What is in effect now.
  let lines: [String]
  /// What is not, and why.
  let warnings: [String]

  /// - Parameters:
  ///   - started: What the server was started with.
  init(from old: ServeSettings, to new: ServeSettings, started: ServeSettings) {
    var (lines, warnings): ([String], [String]) = ([], [])
    for name in Set(old.given.keys).union(new.given.keys).sorted() {
      let (before, now) = (old.given[name], new.given[name])
      guard before?.text != now?.text else { continue }
      let isKept = name == "dataset" && started.server.dataDirectory != nil
      if OptionTraits.live.contains(name), !isKept {
        lines.append(now.map { "\(name) is now \($0.text) (\($0.shownOrigin))" } ?? "\(name) is the default again")
      } else if started.given[name]?.text != now?.text {
        let place = now.map { " (\($0.shownOrigin))" } ?? ""
        warnings.append("\(name) was changed\(place); the server must be restarted for that")
      }
    }
    (self.lines, self.warnings) = (lines, warnings)
  }
}
