import JSON

/// The files of one document, each read once.
struct DocumentFiles {
  /// The first file.
  private(set) var first: SourceFile
  private var others: [String: SourceFile] = [:]
  private var beside: [SourceFile] = []
  /// Errors of unreadable files, which are tried once.
  private var failures: [String: DocumentFailure] = [:]
  /// The paths in the order of reading.
  private(set) var paths: [String]
  private var size: Int
  private let isStrict: Bool

  /// Creates the files of a document whose first has been read.
  init(_ first: SourceFile, isStrict: Bool) {
    (self.first, self.isStrict) = (first, isStrict)
    paths = [first.path]
    size = first.bytes.count
  }

  /// Records a file that changes the document but is not part of it.
  mutating func note(_ file: SourceFile) {
    paths.append(file.path)
    beside.append(file)
  }

  /// The defects in the texts of all files.
  var defects: [DocumentDefect] {
    first.defects + beside.flatMap(\.defects) + paths.flatMap { others[$0]?.defects ?? [] }
  }

  /// The digest of each file, by which a change is recognised.
  var digests: [(path: String, digest: String)] {
    ([first] + beside + others.values).map { ($0.path, DocumentCache.digest($0.bytes)) }
  }

  /// Replaces the tree of the first file.
  mutating func replaceFirst(_ value: JSONValue) {
    first.value = value
  }

  /// The file at a path that this type has returned.
  mutating func file(_ path: String) throws(DocumentFailure) -> SourceFile {
    if path == FilePath.normalized(first.path) || path == first.path { return first }
    if let known = others[path] { return known }
    if let failure = failures[path] { throw failure }
    guard paths.count < DocumentLimits.files else {
      throw DocumentFailure(file: path, reason: "the document has more than \(DocumentLimits.files) files")
    }
    let file: SourceFile
    do throws(DocumentFailure) {
      file = try SourceFile.read(path, isStrict: isStrict)
    } catch {
      failures[path] = error
      throw error
    }
    size += file.bytes.count
    guard size <= DocumentLimits.totalSize else {
      throw DocumentFailure(file: path, reason: "the document's files have more than \(DocumentLimits.totalSize) bytes")
    }
    others[path] = file
    paths.append(path)
    return file
  }

  /// The file at an address relative to another one.
  mutating func neighbour(_ address: String, of file: SourceFile) throws(DocumentFailure) -> SourceFile {
    try self.file(FilePath.resolved(address, beside: file.path))
  }
}

/// Paths of files.
enum FilePath {
  /// A path relative to the folder of a file, without `.` and `..`.
  static func resolved(_ address: String, beside file: String) -> String {
    if address.hasPrefix("/") { return normalized(address) }
    guard let slash = file.lastIndex(of: "/") else { return normalized(address) }
    return normalized(String(file[...slash]) + address)
  }

  /// A path without `.`, without doubled slashes, and without `..` where possible.
  static func normalized(_ path: String) -> String {
    var kept: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = kept.last, last != ".." {
        kept.removeLast()
      } else {
        kept.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + kept.joined(separator: "/")
  }

  /// The last part of a path without its last extension.
  static func baseName(_ path: String) -> String {
    let last = path.split(separator: "/").last ?? ""
    guard let point = last.lastIndex(of: "."), point != last.startIndex else { return String(last) }
    return String(last[..<point])
  }
}

/// Percent-encoded text (RFC 3986 §2.1).
enum PercentText {
  /// The decoded text; unchanged if it is not well-formed.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}

/// Notes about omitted or repaired parts, at most ``DocumentLimits/notes``.
struct DocumentNotes {
  /// Whether a defect is an error.
  let isStrict: Bool
  /// About actions of an overlay that select nothing.
  private(set) var unusedActions: [String] = []
  private var sentences: [String] = []
  private var omitted = 0
  private var located = 0

  /// No notes.
  init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// Notes a defect, and what the server does instead of refusing the document.
  ///
  /// - Throws: ``DocumentFailure`` where defects are errors.
  mutating func defect(
    _ file: SourceFile, _ path: [String], _ reason: String, _ remedy: String
  ) throws(DocumentFailure) {
    guard !isStrict else { throw file.failure(path, reason) }
    // Finding a line means to read the file again.
    located += 1
    let isLocated = located <= DocumentLimits.locatedDefects
    let failure =
      isLocated
      ? file.failure(path, reason)
      : DocumentFailure(file: file.path, pointer: JSONPointer(path).description, reason: reason)
    add(DocumentDefect(failure: failure, remedy: remedy).sentence)
  }

  /// Adds a note about a location.
  mutating func add(_ path: [String], _ what: String) {
    add("#\(JSONPointer(path)): \(what).")
  }

  /// Adds a sentence.
  mutating func add(_ sentence: String) {
    guard !isFull else {
      omitted += 1
      return
    }
    sentences.append(sentence)
  }

  /// Adds a sentence about an action of an overlay that selects nothing.
  mutating func addUnusedAction(_ sentence: String) {
    if isFull { omitted += 1 } else { unusedActions.append(sentence) }
  }

  /// Whether further notes are only counted.
  var isFull: Bool { sentences.count + unusedActions.count >= DocumentLimits.notes }

  /// All notes.
  var all: [String] {
    omitted == 0 ? sentences : sentences + ["And \(omitted) more of these."]
  }
}

/// The schemas of a file with an `$anchor` or `$id`, by these, with their locations.
struct NamedSchemas {
  private(set) var anchors: [String: [String]] = [:]
  private(set) var identifiers: [String: [String]] = [:]

  /// Searches a whole file.
  init(_ root: JSONValue) {
    var pending: [(path: [String], value: JSONValue)] = [([], root)]
    while let (path, value) = pending.popLast() {
      switch value {
      case .object(let object):
        for keyword in ["$anchor", "$dynamicAnchor"] {
          if let name = object[keyword]?.string, anchors[name] == nil { anchors[name] = path }
        }
        if let id = object["$id"]?.string, identifiers[id] == nil { identifiers[id] = path }
        pending += object.members.map { (path + [$0.key], $0.value) }
      case .array(let elements):
        pending += elements.enumerated().map { (path + [String($0.offset)], $0.element) }
      case .null, .bool, .number, .string: break
      }
    }
  }
}

/// Generates unique names.
struct UniqueNames {
  private var taken: Set<String>
  /// The next number to try, by the requested name.
  private var numbers: [String: Int] = [:]

  /// Creates names that also differ from these.
  init(taken: [String]) {
    self.taken = Set(taken)
  }

  /// The requested name, with a number after it if it is in use.
  mutating func name(_ wanted: String) -> String {
    if taken.insert(wanted).inserted { return wanted }
    var number = numbers[wanted] ?? 2
    while !taken.insert("\(wanted)-\(number)").inserted { number += 1 }
    numbers[wanted] = number + 1
    return "\(wanted)-\(number)"
  }
}
