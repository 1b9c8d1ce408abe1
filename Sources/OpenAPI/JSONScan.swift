import JSON

/// Scans a text that is known to be valid JSON.
struct JSONScan {
  private struct Level {
    let isObject: Bool
    let matched: Int
    var index = 0
  }

  let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func line(of pointer: [String]) -> Int? {
    var levels: [Level] = []
    var (best, found) = (0, Int?.none)
    // The number of path tokens that lead to the next value; -1 for a value outside of the path.
    var matched = 0
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if found == nil { found = line }
        levels.append(Level(isObject: byte == UInt8(ascii: "{"), matched: matched))
        if byte == UInt8(ascii: "[") { matched = step("0", levels.last, pointer) }
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let level = levels.popLast(), level.matched == pointer.count { return found }
        position += 1
      case UInt8(ascii: ","):
        if let last = levels.indices.last, !levels[last].isObject {
          levels[last].index += 1
          matched = step(String(levels[last].index), levels[last], pointer)
        }
        position += 1
      case UInt8(ascii: "\""):
        let start = line
        let text = string()
        skipBlanks()
        if position < bytes.count, bytes[position] == UInt8(ascii: ":"), levels.last?.isObject == true {
          position += 1
          matched = step(text, levels.last, pointer)
          if matched > best { (best, found) = (matched, start) }
          continue
        }
      default: skipBlank(byte)
      }
      if matched > best, levels.last?.isObject == false {
        skipBlanks()
        (best, found) = (matched, line)
      }
      if best == pointer.count, !pointer.isEmpty { return found }
    }
    return found
  }

  private func step(_ token: String, _ level: Level?, _ pointer: [String]) -> Int {
    guard let matched = level?.matched, matched >= 0, matched < pointer.count else { return -1 }
    return pointer[matched] == token ? matched + 1 : -1
  }

  private mutating func skipBlank(_ byte: UInt8) {
    if byte == 0x0A { line += 1 }
    position += 1
  }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position] <= 0x20 { skipBlank(bytes[position]) }
  }

  /// The string that begins here.
  private mutating func string() -> String {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
    return (try? JSONParser.parse(Array(bytes[start..<position])))?.string ?? ""
  }
}
