import HTTPCore
import Yams

/// Parses the YAML of a configuration with Yams: one mapping of names to values and lists of values.
package enum ConfigurationReader {
  /// The options of a file, in order.
  ///
  /// - Parameters:
  ///   - path: The file's name in messages.
  /// - Throws: ``ConfigurationError`` for the first error.
  package static func entries(_ bytes: [UInt8], path: String) throws(ConfigurationError) -> [ConfigurationFile.Entry] {
    let text = try ConfigurationScan.text(bytes, path: path)
    let root: Node?
    do {
      // Without YAML's rules for numbers and booleans: every value is needed as it is written.
      root = try Parser(yaml: text, resolver: .basic).singleRoot()
    } catch {
      throw refusal(error, text, path)
    }
    guard let root else { return [] }
    if let anchor = anchor(in: root, text.split(separator: "\n", omittingEmptySubsequences: false)) {
      throw ConfigurationError(path, anchor, reference)
    }
    guard !isNothing(root) else { return [] }
    guard case .mapping(let mapping) = root else { throw notAnEntry(root, text, path) }
    var entries: [ConfigurationFile.Entry] = []
    for (key, value) in mapping {
      guard case .scalar(let name) = key, isName(name.string) else { throw notAnEntry(key, text, path) }
      entries.append(
        ConfigurationFile.Entry(
          name: name.string, value: try self.value(value, path), namePlace: place(key), valuePlace: place(value)))
    }
    return entries
  }

  private static let reference = "anchors and aliases are not supported; put a value that begins with & or * in quotes"
  private static let shape = "options are written as name: value"

  private static func value(_ node: Node, _ path: String) throws(ConfigurationError) -> ConfigurationFile.Entry.Value {
    switch node {
    case .scalar: return try text(node, path).map { .text($0) } ?? .none
    case .sequence(let sequence):
      var list: [String] = []
      for item in sequence {
        if case .sequence = item { throw ConfigurationError(path, place(item), "a list of lists is not supported") }
        guard case .scalar = item, let text = try text(item, path), !text.isEmpty else {
          throw ConfigurationError(path, place(item), "an entry of a list is one value, and not empty")
        }
        list.append(text)
      }
      return list.isEmpty ? .none : .list(list)
    case .mapping:
      throw ConfigurationError(path, place(node), "an option has one value or a list; nested options are not supported")
    case .alias: throw ConfigurationError(path, place(node), reference)
    }
  }

  /// The location of an anchor, which Yams does not report; nil without one. A node with an anchor begins with its `&`.
  private static func anchor(in node: Node, _ lines: [Substring]) -> TextPlace? {
    let place = place(node)
    if lines.indices.contains(place.line - 1),
      lines[place.line - 1].unicodeScalars.dropFirst(place.column - 1).first == "&"
    {
      return place
    }
    switch node {
    case .scalar, .alias: return nil
    case .sequence(let sequence): return sequence.lazy.compactMap { anchor(in: $0, lines) }.first
    case .mapping(let mapping):
      return mapping.lazy.compactMap { anchor(in: $0.key, lines) ?? anchor(in: $0.value, lines) }.first
    }
  }

  /// A single value; nil for a word without a value, such as `null`.
  private static func text(_ node: Node, _ path: String) throws(ConfigurationError) -> String? {
    guard case .scalar(let scalar) = node else { return nil }
    let tag = scalar.tag.description
    guard tag == Tag.Name.implicit.rawValue || tag == Tag.Name.str.rawValue else {
      throw ConfigurationError(path, place(node), "tags are not supported; put a value that begins with ! in quotes")
    }
    return isNothing(node) ? nil : scalar.string
  }

  private static func isNothing(_ node: Node) -> Bool {
    guard case .scalar(let scalar) = node, scalar.style == .plain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  /// Whether a text can be the name of an option, perhaps a misspelt one.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "<" else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_. <".unicodeScalars.contains($0)
    }
  }

  private static func place(_ node: Node) -> TextPlace {
    TextPlace(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }

  // What is wrong, in words

  private static func notAnEntry(_ node: Node, _ text: String, _ path: String) -> ConfigurationError {
    missingBlank(text, upTo: node.mark?.line ?? 1, path) ?? ConfigurationError(path, place(node), shape)
  }

  /// The error of a line such as `port:4000`, which YAML parses as a text and which makes the following lines invalid.
  private static func missingBlank(_ text: String, upTo last: Int, _ path: String) -> ConfigurationError? {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(last).enumerated() {
      let name = line.prefix { $0.isLetter || $0 == "-" }
      guard !name.isEmpty, line.dropFirst(name.count).first == ":", let next = line.dropFirst(name.count + 1).first,
        !next.isWhitespace
      else { continue }
      let place = TextPlace(line: index + 1, column: 1)
      return ConfigurationError(path, place, "a space is missing after the colon; \(shape)")
    }
    return nil
  }

  private static func refusal(_ error: any Error, _ text: String, _ path: String) -> ConfigurationError {
    switch error as? YamlError {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      if let blank = missingBlank(text, upTo: mark.line, path) { return blank }
      // For unclosed quotes and brackets, the location of their beginning helps.
      let isOpen = context.map { $0.text.contains("quoted scalar") || $0.text.contains("flow sequence") } ?? false
      let begin = isOpen ? context?.mark ?? mark : mark
      return ConfigurationError(
        path, TextPlace(line: begin.line, column: begin.column), explanation(context?.text ?? "", problem))
    case .duplicatedKeysInMapping(let names, let context):
      return duplicate(names.first ?? "", firstLine: context.mark.line, text, path)
    default: return ConfigurationError(path, nil, "this is not valid YAML: \(error)")
    }
  }

  /// The error of the YAML parser, with advice.
  private static func explanation(_ context: String, _ problem: String) -> String {
    switch problem {
    case _ where problem.contains("undefined alias"), _ where context.contains("alias") || context.contains("anchor"):
      reference
    case _ where problem.contains("another document"): "a second document begins here; a configuration is one"
    case _ where problem.contains("mapping values are not allowed"):
      "a colon; put the value in quotes if that is meant, and begin every option at the start of its line"
    case _ where problem.contains("cannot start any token"):
      "a value cannot begin with this; put it in quotes, and indent with spaces, not tabs"
    case _ where problem.contains("block sequence entries are not allowed"):
      "a value cannot begin with this; a list begins on the line below the name"
    case _ where context.contains("flow sequence"): "the list has no ]"
    case _ where problem.contains("unexpected end of stream") && context.contains("quoted scalar"):
      "the quotes are not closed"
    case _ where problem.contains("escape"): "this escape is unknown; write a backslash twice"
    default: "this is not valid YAML: \(problem); \(shape)"
    }
  }

  private static func duplicate(_ name: String, firstLine: Int, _ text: String, _ path: String) -> ConfigurationError {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let again = lines.indices.dropFirst(firstLine).first { index in
      let line = lines[index].drop { $0 == "\"" || $0 == "'" }
      return line.hasPrefix(name) && line.dropFirst(name.count).drop { "\"' ".contains($0) }.first == ":"
    }
    return ConfigurationError(
      path, TextPlace(line: again.map { $0 + 1 } ?? firstLine, column: 1),
      "\"\(name.clipped(to: 60))\" is set in line \(firstLine) already")
  }
}
