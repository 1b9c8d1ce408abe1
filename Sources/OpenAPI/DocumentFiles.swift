import JSON

/// The files of one document, each read once.
struct DocumentFiles {
  /// The file that was named.
  private(set) var first: SourceFile
  private var others: [String: SourceFile] = [:]
  private var beside: [SourceFile] = []
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
    guard paths.count < DocumentLimits.files else {
      throw DocumentFailure(file: path, reason: "the document has more than \(DocumentLimits.files) files")
    }
    let file = try SourceFile.read(path)
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
    guard sentences.count < DocumentLimits.notes else {
      omitted += 1
      return
    }
    sentences.append(sentence)
  }

  /// All of it.
  var all: [String] {
    omitted == 0 ? sentences : sentences + ["And \(omitted) more of these."]
  }
}

extension SourceFile {
  /// Where a schema with this `$anchor` stands.
  func place(ofAnchor name: String) -> [String]? {
    place { $0["$anchor"]?.string == name || $0["$dynamicAnchor"]?.string == name }
  }

  /// Where a schema with this `$id` stands.
  func place(ofIdentifier id: String) -> [String]? {
    let end = Array("\"$id\"".utf8)
    guard bytes.firstRange(of: isJSON ? end : Array("$id".utf8)) != nil else { return nil }
    return place { $0["$id"]?.string == id }
  }

  private func place(where isMeant: (JSONObject) -> Bool) -> [String]? {
    var pending: [(path: [String], value: JSONValue)] = [([], value)]
    while let (path, value) = pending.popLast() {
      switch value {
      case .object(let object):
        if isMeant(object) { return path }
        pending += object.members.map { (path + [$0.key], $0.value) }
      case .array(let elements):
        pending += elements.enumerated().map { (path + [String($0.offset)], $0.element) }
      default: break
      }
    }
    return nil
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
