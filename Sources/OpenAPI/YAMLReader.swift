import JSON

/// Reads YAML (1.2, core schema) into the JSON model. Times stay texts, `no` and `on` as well; a key is a text, whatever
/// it looks like. Aliases and merge keys are put in place, as far as the whole does not grow without bound.
package enum YAMLReader {
  /// The value of a document; null for an empty one.
  ///
  /// - Parameters:
  ///   - file: How failures name the text.
  /// - Throws: ``DocumentFailure`` with the line.
  package static func read(_ bytes: [UInt8], file: String) throws(DocumentFailure) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (input) throws(DocumentFailure) -> JSONValue in
      var builder = YAMLBuilder(file: file)
      var events = YAMLEvents(input)
      while builder.isOpen {
        let event: YAMLEvent
        do throws(YAMLEvents.Failure) {
          event = try events.next()
        } catch {
          throw DocumentFailure(file: file, line: error.line, reason: "this is no YAML: \(error.reason)")
        }
        try builder.take(event)
      }
      return builder.root ?? .null
    }
  }
}

/// Makes values of the events of a YAML text.
private struct YAMLBuilder {
  /// A sequence or mapping that is not at its end yet.
  private struct Frame {
    let isMapping: Bool
    let anchor: String?
    let line: Int
    /// How many values there were before this one.
    let before: Int
    /// How many levels the deepest value in it has.
    var height = 0
    var elements: [JSONValue] = []
    var object = JSONObject()
    /// The key whose value comes next.
    var key: String?
    var isMerge = false
    /// The mappings of merge keys.
    var merged: [JSONObject] = []
  }

  /// A value with an anchor.
  private struct Anchored {
    let value: JSONValue
    /// How many values it has, itself included.
    let size: Int
    let height: Int
  }

  let file: String
  /// The document, when it is there.
  private(set) var root: JSONValue?
  /// Whether more events are wanted.
  private(set) var isOpen = true
  private var frames: [Frame] = []
  private var anchors: [String: Anchored] = [:]
  private var count = 0
  private var documents = 0

  init(file: String) {
    self.file = file
  }

  mutating func take(_ event: YAMLEvent) throws(DocumentFailure) {
    switch event.content {
    case .streamEnd: isOpen = false
    case .documentStart:
      documents += 1
      if documents > 1 { throw failure("a second document begins here; one is read", event.line) }
    case .scalar(let text, let isPlain, let tag):
      if let last = frames.indices.last, frames[last].isMapping, frames[last].key == nil {
        try takeKey(text, isPlain: isPlain && tag == nil, event.line, into: last)
        return
      }
      let value = YAMLScalar.value(text, isPlain: isPlain, tag: tag)
      try close(value, anchor: event.anchor, size: 1, height: 0, event.line)
    case .sequenceStart, .mappingStart: try open(event)
    case .end:
      guard let frame = frames.popLast() else { return }
      let value: JSONValue = frame.isMapping ? .object(Self.merge(frame)) : .array(frame.elements)
      try close(value, anchor: frame.anchor, size: count - frame.before + 1, height: frame.height + 1, frame.line)
    case .alias(let name):
      guard let anchored = anchors[name] else {
        throw failure("the alias *\(name.shortened) has no anchor before it", event.line)
      }
      if let last = frames.indices.last, frames[last].isMapping, frames[last].key == nil {
        guard let key = anchored.value.string else { throw failure("a key must be a text", event.line) }
        try takeKey(key, isPlain: false, event.line, into: last)
        return
      }
      count += anchored.size - 1
      try close(anchored.value, anchor: nil, size: anchored.size, height: anchored.height, event.line)
    case .other: break
    }
  }

  private mutating func open(_ event: YAMLEvent) throws(DocumentFailure) {
    if let last = frames.last, last.isMapping, last.key == nil { throw failure("a key must be a text", event.line) }
    guard frames.count < DocumentLimits.depth else { throw tooDeep(event.line) }
    var isMapping = false
    if case .mappingStart = event.content { isMapping = true }
    frames.append(Frame(isMapping: isMapping, anchor: event.anchor, line: event.line, before: count))
  }

  private mutating func takeKey(
    _ key: String, isPlain: Bool, _ line: Int, into last: Int
  ) throws(DocumentFailure) {
    frames[last].isMerge = isPlain && key == "<<"
    if !frames[last].isMerge, frames[last].object.contains(key) {
      throw failure("the key \"\(key.shortened)\" comes twice", line)
    }
    frames[last].key = key
  }

  /// Puts a finished value where it belongs.
  private mutating func close(
    _ value: JSONValue, anchor: String?, size: Int, height: Int, _ line: Int
  ) throws(DocumentFailure) {
    count += 1
    guard count <= DocumentLimits.values else {
      throw failure("there are more than \(DocumentLimits.values) values, those of aliases included", line)
    }
    guard frames.count + height <= DocumentLimits.depth else { throw tooDeep(line) }
    if let anchor { anchors[anchor] = Anchored(value: value, size: size, height: height) }
    guard let last = frames.indices.last else {
      root = value
      return
    }
    frames[last].height = max(frames[last].height, height)
    guard frames[last].isMapping else {
      frames[last].elements.append(value)
      return
    }
    let key = frames[last].key ?? ""
    frames[last].key = nil
    guard frames[last].isMerge else {
      frames[last].object[key] = value
      return
    }
    for source in value.array ?? [value] {
      guard let object = source.object else { throw failure("<< needs a mapping, or a list of these", line) }
      frames[last].merged.append(object)
    }
  }

  /// The members of a mapping: its own before those of merge keys, of which the first counts.
  private static func merge(_ frame: Frame) -> JSONObject {
    var object = frame.object
    for source in frame.merged {
      for member in source.members where !object.contains(member.key) { object[member.key] = member.value }
    }
    return object
  }

  private func tooDeep(_ line: Int) -> DocumentFailure {
    failure("values are nested deeper than \(DocumentLimits.depth) levels", line)
  }

  private func failure(_ reason: String, _ line: Int) -> DocumentFailure {
    let pointer = JSONPointer(frames.compactMap { $0.isMapping ? $0.key : String($0.elements.count) })
    return DocumentFailure(file: file, line: line, pointer: pointer.description, reason: reason)
  }
}

/// What a single value of YAML is (YAML 1.2.2 §10.3.2).
enum YAMLScalar {
  /// The value of a scalar. A tag of the standard's own decides, others mean nothing here.
  static func value(_ text: String, isPlain: Bool, tag: String?) -> JSONValue {
    if let tag, tag.hasPrefix("tag:yaml.org,2002:") {
      switch tag.dropFirst("tag:yaml.org,2002:".count) {
      case "int", "float", "bool", "null": return plain(text)
      default: return .string(text)
      }
    }
    return isPlain && tag != "!" ? plain(text) : .string(text)
  }

  private static func plain(_ text: String) -> JSONValue {
    guard let first = text.utf8.first else { return .null }
    switch first {
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
      UInt8(ascii: "f"), UInt8(ascii: "F"):
      return words[text] ?? .string(text)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      return number(text).map(JSONValue.number) ?? .string(text)
    default: return .string(text)
    }
  }

  private static let words: [String: JSONValue] = [
    "~": .null, "null": .null, "Null": .null, "NULL": .null, "true": true, "True": true, "TRUE": true, "false": false,
    "False": false, "FALSE": false,
  ]

  /// The number that a plain text is; nil for other texts, for infinities too, which JSON has not.
  static func number(_ text: String) -> JSONNumber? {
    let bytes = text.utf8
    if bytes.count <= 18, bytes.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) { return Int(text).map { JSONNumber($0) } }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
      let digits = text.dropFirst(2)
      guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return nil }
      return Int(digits, radix: radix).map { JSONNumber($0) }
    }
    return decimal(text)
  }

  /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`, written as JSON has it.
  private static func decimal(_ text: String) -> JSONNumber? {
    var rest = Substring(text)
    var literal = ""
    if let sign = rest.first, sign == "-" || sign == "+" {
      if sign == "-" { literal = "-" }
      rest.removeFirst()
    }
    func digits() -> Substring {
      let found = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(found.count)
      return found
    }
    let whole = digits()
    var fraction: Substring = ""
    if rest.first == "." {
      rest.removeFirst()
      fraction = digits()
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    let significant = whole.drop { $0 == "0" }
    literal += significant.isEmpty ? "0" : significant
    if !fraction.isEmpty { literal += "." + fraction }
    if let marker = rest.first, marker == "e" || marker == "E" {
      rest.removeFirst()
      literal += "e"
      if let sign = rest.first, sign == "-" || sign == "+" {
        literal.append(sign)
        rest.removeFirst()
      }
      let exponent = digits()
      guard !exponent.isEmpty else { return nil }
      literal += exponent
    }
    guard rest.isEmpty else { return nil }
    return JSONNumber(literal: literal)
  }
}
