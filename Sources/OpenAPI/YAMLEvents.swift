import CYaml

/// One event of the library's YAML parser.
struct YAMLEvent {
  /// The kind of the event.
  enum Content {
    /// A single value. Plain values have no quotes, and their text determines their type.
    case scalar(String, isPlain: Bool, tag: String?)
    case sequenceStart
    case mappingStart
    /// The end of a sequence or mapping.
    case end
    case alias(String)
    case documentStart
    case streamEnd
    /// Other events, such as the start of the stream and the end of a document.
    case other
  }

  let content: Content
  /// The name after `&`.
  let anchor: String?
  /// The line of its start, from 1.
  let line: Int
}

/// The events of a YAML text in their order. Memory and time are linear in the text, however deep it is.
///
/// Yams itself builds a tree of nodes with resolved aliases and a type for each text, which takes ten times as long.
/// This type uses the parser below it, which has the same events.
struct YAMLEvents: ~Copyable {
  /// A text that is not YAML.
  struct Failure: Error {
    /// From 1.
    let line: Int
    let reason: String
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let input: UnsafeBufferPointer<UInt8>

  /// The events of a text, which must stay at its address while they are read.
  init(_ input: UnsafeBufferPointer<UInt8>) {
    self.input = input
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event.initialize(to: yaml_event_t())
    yaml_parser_initialize(parser)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    event.deallocate()
  }

  /// The next event. Must not be called after the end of the stream.
  mutating func next() throws(Failure) -> YAMLEvent {
    guard yaml_parser_parse(parser, event) == 1 else { throw failure() }
    defer { yaml_event_delete(event) }
    let line = Int(clamping: event.pointee.start_mark.line) + 1
    let data = event.pointee.data
    switch event.pointee.type {
    case YAML_SCALAR_EVENT:
      let scalar = data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let content = YAMLEvent.Content.scalar(
        text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE, tag: Self.text(scalar.tag))
      return YAMLEvent(content: content, anchor: Self.text(scalar.anchor), line: line)
    case YAML_SEQUENCE_START_EVENT:
      return YAMLEvent(content: .sequenceStart, anchor: Self.text(data.sequence_start.anchor), line: line)
    case YAML_MAPPING_START_EVENT:
      return YAMLEvent(content: .mappingStart, anchor: Self.text(data.mapping_start.anchor), line: line)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return YAMLEvent(content: .end, anchor: nil, line: line)
    case YAML_ALIAS_EVENT:
      return YAMLEvent(content: .alias(Self.text(data.alias.anchor) ?? ""), anchor: nil, line: line)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(content: .documentStart, anchor: nil, line: line)
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return YAMLEvent(content: .streamEnd, anchor: nil, line: line)
    default: return YAMLEvent(content: .other, anchor: nil, line: line)
    }
  }

  private func failure() -> Failure {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
    if parser.pointee.error == YAML_READER_ERROR {
      // The mark is the position of the parser, which may be far after the event.
      let before = input.prefix(parser.pointee.problem_offset)
      return Failure(line: before.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }, reason: problem)
    }
    let context = parser.pointee.context.map { String(cString: $0) + ": " } ?? ""
    // At the end of the text, the library counts one line too many.
    let breaks = input.dropLast().reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let line = min(Int(clamping: parser.pointee.problem_mark.line) + 1, breaks)
    return Failure(line: line, reason: context + problem)
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }
}
