import JSON

/// Finds the line of a location by parsing the text again, which is only needed for errors.
enum YAMLLines {
  private struct Level {
    let isMapping: Bool
    /// The number of path tokens that lead here.
    let matched: Int
    var index = 0
    var key: String?
  }

  /// The line of a location, otherwise that of the innermost value around it; nil when the text is invalid.
  static func line(of pointer: [String], in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { input in
      var events = YAMLEvents(input)
      var levels: [Level] = []
      var (best, line) = (-1, Int?.none)
      while let event = try? events.next() {
        var opens: Bool?
        switch event.content {
        case .streamEnd: return line
        case .documentStart, .other: continue
        case .end:
          levels.removeLast(levels.isEmpty ? 0 : 1)
          continue
        case .scalar(let text, _, _):
          if let last = levels.indices.last, levels[last].isMapping, levels[last].key == nil {
            levels[last].key = text
            // The key's line is the property's.
            if levels[last].matched == best, best < pointer.count, pointer[best] == text {
              (best, line) = (best + 1, event.line)
            }
            continue
          }
        case .alias:
          if let last = levels.indices.last, levels[last].isMapping, levels[last].key == nil {
            levels[last].key = ""
            continue
          }
        case .sequenceStart: opens = false
        case .mappingStart: opens = true
        }
        let matched = Self.match(&levels, pointer)
        if matched > best { (best, line) = (matched, event.line) }
        if let isMapping = opens { levels.append(Level(isMapping: isMapping, matched: matched)) }
      }
      return line
    }
  }

  /// The number of path tokens that lead to the next value; -1 for a value outside of the path.
  private static func match(_ levels: inout [Level], _ pointer: [String]) -> Int {
    guard let last = levels.indices.last else { return 0 }
    let token = levels[last].isMapping ? levels[last].key ?? "" : String(levels[last].index)
    levels[last].key = nil
    levels[last].index += 1
    let matched = levels[last].matched
    return matched >= 0 && matched < pointer.count && pointer[matched] == token ? matched + 1 : -1
  }
}

/// The same for a JSON text that has been parsed before.
enum JSONLines {
  /// The line of a location, otherwise that of the innermost value around it.
  static func line(of pointer: [String], in bytes: [UInt8]) -> Int? {
    var scan = JSONScan(bytes: bytes)
    return scan.line(of: pointer)
  }
}
