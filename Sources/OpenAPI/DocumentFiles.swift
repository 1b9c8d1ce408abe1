import JSON

/// The files of one document, each read once.
struct DocumentFiles {
  /// The file that was named.
  private(set) var first: SourceFile
  private var others: [String: SourceFile] = [:]
  private var beside: [SourceFile] = []
  /// Why files could not be read, which is tried once.
  private var failures: [String: DocumentFailure] = [:]
  /// The paths in the order of reading.
  private(set) var paths: [String]
  private var size: Int

  /// The files of a document whose first has been read.
  init(_ first: SourceFile) {
    self.first = first
    paths = [first.path]
    size = first.bytes.count
  }

  /// Notes a file that changes the document and is no part of it.
  mutating func note(_ file: SourceFile) {
    paths.append(file.path)
    beside.append(file)
  }

  /// What tells for each file whether it is still the same.
  var digests: [(path: String, digest: String)] {
    ([first] + beside + others.values).map { ($0.path, DocumentCache.digest($0.bytes)) }
  }

  /// Puts another tree in the place of the first file's.
  mutating func replaceFirst(_ value: JSONValue) {
    first.value = value
  }

  /// The file at a path that this has given out.
  mutating func file(_ path: String) throws(DocumentFailure) -> SourceFile {
    if path == FilePath.normalized(first.path) || path == first.path { return first }
    if let known = others[path] { return known }
    if let failure = failures[path] { throw failure }
    guard paths.count < DocumentLimits.files else {
      throw DocumentFailure(file: path, reason: "the document has more than \(DocumentLimits.files) files")
    }
    let file: SourceFile
    do throws(DocumentFailure) {
      file = try SourceFile.read(path)
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

  /// The file that an address in another one means.
  mutating func neighbour(_ address: String, of file: SourceFile) throws(DocumentFailure) -> SourceFile {
    try self.file(FilePath.resolved(address, beside: file.path))
  }
}

/// Paths of files as texts.
enum FilePath {
  /// A relative path, from the folder of a file, with `.` and `..` taken out.
  static func resolved(_ address: String, beside file: String) -> String {
    if address.hasPrefix("/") { return normalized(address) }
    guard let slash = file.lastIndex(of: "/") else { return normalized(address) }
    return normalized(String(file[...slash]) + address)
  }

  /// A path without `.`, without doubled slashes, and without `..` as far as it goes.
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

/// Text with `%20` and the like (RFC 3986 §2.1).
enum PercentText {
  /// The text decoded; as it is where it is not well-formed.
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

/// What was left out or repaired, at most ``DocumentLimits/notes`` of it.
struct DocumentNotes {
  private var sentences: [String] = []
  private var omitted = 0

  /// Adds what happened at a place.
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

  /// Whether what is added now is only counted.
  var isFull: Bool { sentences.count >= DocumentLimits.notes }

  /// All of it.
  var all: [String] {
    omitted == 0 ? sentences : sentences + ["And \(omitted) more of these."]
  }
}

/// The schemas of a file that `$anchor` and `$id` name, by these, with their places.
struct NamedSchemas {
  private(set) var anchors: [String: [String]] = [:]
  private(set) var identifiers: [String: [String]] = [:]

  /// Looks through all of a file.
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

/// Gives out names that differ.
struct UniqueNames {
  private var taken: Set<String>
  /// The number to try next, by the name that was wanted.
  private var numbers: [String: Int] = [:]

  /// Names that differ from these as well.
  init(taken: [String]) {
    self.taken = Set(taken)
  }

  /// The name that is wanted, with a number behind it when it is taken.
  mutating func name(_ wanted: String) -> String {
    if taken.insert(wanted).inserted { return wanted }
    var number = numbers[wanted] ?? 2
    while !taken.insert("\(wanted)-\(number)").inserted { number += 1 }
    numbers[wanted] = number + 1
    return "\(wanted)-\(number)"
  }
}

extension JSONValue {
  /// Sets the value at a place of objects, making those that are not there.
  mutating func set(_ value: JSONValue, at path: [String]) {
    guard let first = path.first else {
      self = value
      return
    }
    var object = self.object ?? JSONObject()
    var member = object[first] ?? .object(JSONObject())
    member.set(value, at: Array(path.dropFirst()))
    object[first] = member
    self = .object(object)
  }
}
