import JSON

/// Builds values from the events of a YAML text.
struct YAMLBuilder {
  /// A sequence or mapping whose end has not been read.
  private struct Frame {
    let isMapping: Bool
    let anchor: String?
    let line: Int
    /// The number of values before this one.
    let before: Int
    /// The depth of the deepest value in it.
    var height = 0
    var elements: [JSONValue] = []
    var object = JSONObject()
    /// The key of the next value.
    var key: String?
    var isMerge = false
    /// The mappings of merge keys.
    var merged: [JSONObject] = []
  }

  /// A value with an anchor.
  private struct Anchored {
    let value: JSONValue
    /// The number of its values, including itself.
    let size: Int
    let height: Int
  }

  let file: String
  private let allowsDefects: Bool
  /// The defects so far, where they are allowed; at most a hundred.
  private(set) var defects: [DocumentDefect] = []
  /// The document, when it is complete.
  private(set) var root: JSONValue?
  /// Whether more events are needed.
  private(set) var isOpen = true
  private var frames: [Frame] = []
  private var anchors: [String: Anchored] = [:]
  private var count = 0
  private var documents = 0

  init(file: String, allowsDefects: Bool) {
    (self.file, self.allowsDefects) = (file, allowsDefects)
  }

  mutating func take(_ event: YAMLEvent) throws(DocumentFailure) {
    switch event.content {
    case .streamEnd: isOpen = false
    case .documentStart:
      documents += 1
      if documents > 1 {
        try defect(failure("a second document begins here; one is read", event.line), "the server ignores it")
        isOpen = false
      }
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
      try defect(failure("the key \"\(key.shortened)\" comes twice", line), DocumentDefect.lastCounts)
    }
    frames[last].key = key
  }

  /// Adds a finished value to its container.
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
      frames[last].object.setRepeated(key, value)
      return
    }
    for source in value.array ?? [value] {
      guard let object = source.object else { throw failure("<< needs a mapping, or a list of these", line) }
      frames[last].merged.append(object)
    }
  }

  /// The members of a mapping: its own before those of merge keys; the first of a repeated key counts.
  private static func merge(_ frame: Frame) -> JSONObject {
    var object = frame.object
    for source in frame.merged {
      for member in source.members where !object.contains(member.key) { object[member.key] = member.value }
    }
    return object
  }

  private mutating func defect(_ failure: DocumentFailure, _ remedy: String) throws(DocumentFailure) {
    guard allowsDefects else { throw failure }
    if defects.count < 100 { defects.append(DocumentDefect(failure: failure, remedy: remedy)) }
  }

  private func tooDeep(_ line: Int) -> DocumentFailure {
    failure("values are nested deeper than \(DocumentLimits.depth) levels", line)
  }

  private func failure(_ reason: String, _ line: Int) -> DocumentFailure {
    let pointer = JSONPointer(frames.compactMap { $0.isMapping ? $0.key : String($0.elements.count) })
    return DocumentFailure(file: file, line: line, pointer: pointer.description, reason: reason)
  }
}
