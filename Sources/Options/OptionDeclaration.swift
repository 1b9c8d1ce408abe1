/// One option, declared once: from it come the flag, the key of the configuration file, the environment variable, the
/// help, the row of the documentation and the check of its value.
///
/// `Root` is what the option is a part of; a value that was read is written into it.
package struct OptionDeclaration<Root>: Sendable {
  /// The name without dashes, such as `rate-limit`: the flag with two dashes before it, and the key of the file.
  package let name: String
  /// The letter of the short flag; nil when there is none.
  package let letter: Character?
  /// What it does, in a sentence, as the help says it.
  package let summary: String
  /// What the documentation says beyond ``summary``; empty for nothing.
  package let details: String
  /// What happens when nobody sets it, if its default is no value: `as each API documents`.
  package let defaultNote: String?
  /// What `exec` does when nobody sets it, where that is something else than `serve`; nil where it is not.
  package let defaultOfExec: String?
  package let traits: OptionTraits
  package let completion: OptionCompletion
  /// Whether it is a flag: it stands alone on the command line, and is true or false elsewhere.
  package let isFlag: Bool
  /// A variable that is read when the option's own is not set.
  package let fallbackVariable: String?

  private let read: @Sendable (OptionValue, inout Root) throws(OptionError) -> Void
  private let write: @Sendable (Root) -> String?

  /// An option.
  ///
  /// - Parameters:
  ///   - place: Where its value goes; what stands there in a fresh `Root` is the default.
  ///   - kind: What values it may have.
  ///   - note: What happens when nobody sets it, for an option whose default is no value.
  ///   - defaultOfExec: What `exec` does then, where that is something else.
  package init<Value>(
    _ name: String, _ place: WritableKeyPath<Root, Value> & Sendable, _ kind: OptionKind<Value>, _ summary: String,
    details: String = "", ifUnset note: String? = nil, ofExec defaultOfExec: String? = nil, letter: Character? = nil,
    traits: OptionTraits = [], fallbackVariable: String? = nil
  ) {
    self.defaultOfExec = defaultOfExec
    (self.name, self.letter, self.summary, self.details, defaultNote) = (name, letter, summary, details, note)
    (self.traits, self.fallbackVariable) = (traits.union(kind.traits), fallbackVariable)
    (completion, isFlag) = (kind.completion, kind.isFlag)
    read = { value, root throws(OptionError) in root[keyPath: place] = try kind.value(of: value) }
    write = { root in kind.text(root[keyPath: place]) }
  }

  /// An option that may have no value, which is its default.
  package init<Value>(
    _ name: String, _ place: WritableKeyPath<Root, Value?> & Sendable, _ kind: OptionKind<Value>, _ summary: String,
    details: String = "", ifUnset note: String? = nil, letter: Character? = nil, traits: OptionTraits = [],
    fallbackVariable: String? = nil
  ) {
    self.init(
      name, place, kind.optional, summary, details: details, ifUnset: note, letter: letter, traits: traits,
      fallbackVariable: fallbackVariable)
  }

  private init<Part>(_ option: OptionDeclaration<Part>, of part: WritableKeyPath<Root, Part> & Sendable) {
    (name, letter, summary, details) = (option.name, option.letter, option.summary, option.details)
    (defaultNote, traits, completion) = (option.defaultNote, option.traits, option.completion)
    (isFlag, fallbackVariable, defaultOfExec) = (option.isFlag, option.fallbackVariable, option.defaultOfExec)
    read = { value, root throws(OptionError) in try option.read(value, &root[keyPath: part]) }
    write = { root in option.write(root[keyPath: part]) }
  }

  /// The same option of something larger.
  ///
  /// - Parameters:
  ///   - part: Where the present `Root` stands in it.
  package func of<Whole>(_ part: WritableKeyPath<Whole, Root> & Sendable) -> OptionDeclaration<Whole> {
    OptionDeclaration<Whole>(self, of: part)
  }

  /// The name of its environment variable: `MOCK_API_RATE_LIMIT`.
  package var variable: String { OptionSource.variable(name) }

  /// Checks a value and writes it to its place.
  ///
  /// - Throws: ``OptionError`` that names where the value came from and what is allowed.
  package func apply(_ value: OptionValue, to root: inout Root) throws(OptionError) {
    try read(value, &root)
  }

  /// What is so when nobody sets it, for a reader: a value, or a note; nil for nothing.
  package func shownDefault(in defaults: Root) -> String? {
    guard let value = isFlag ? nil : text(in: defaults) ?? defaultNote else { return nil }
    return defaultOfExec.map { "\(value); of exec \($0)" } ?? value
  }

  /// The value in a root as people write it; nil when it is nothing, or nothing that could be written.
  package func text(in root: Root) -> String? { write(root) }
}

/// What is particular about an option.
package struct OptionTraits: OptionSet, Sendable {
  package let rawValue: Int

  /// Traits by their bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// It may have a list in the configuration file; elsewhere its values are separated by commas.
  package static let list = OptionTraits(rawValue: 1)
  /// It is a path, which begins from the folder of the file that sets it.
  package static let path = OptionTraits(rawValue: 2)
  /// Its values are paths with a name before each, `shop=openapi.yaml`; they begin from the folder of the file that sets
  /// them.
  package static let namedPath = OptionTraits(rawValue: 128)
  /// Its value is shown to nobody.
  package static let secret = OptionTraits(rawValue: 4)
  /// A running server takes it over when the configuration file changes. All others need a restart.
  package static let live = OptionTraits(rawValue: 8)
  /// A configuration file cannot set it.
  package static let notInFile = OptionTraits(rawValue: 16)
  /// `exec` takes no notice of it in the file: its server is a fresh one on a free port, for one command.
  package static let notOfExecInFile = OptionTraits(rawValue: 32)
  /// `exec` takes no notice of its variable either: what a shell exports for `serve` must bring neither old data nor
  /// strangers in.
  package static let notOfExecInVariable = OptionTraits(rawValue: 64)
}

/// What a shell offers for the value of an option.
package enum OptionCompletion: Sendable, Equatable {
  case none
  case words([String])
  case file
  case folder
}

/// A value that an option cannot have, or options that make no sense together.
package struct OptionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Where the value came from, what is wrong and what would be right.
  package let description: String

  /// An error that a person can act on.
  package init(_ description: String) { self.description = description }
}

/// The text of a value and where it came from.
package struct OptionValue: Sendable, Equatable {
  package let text: String
  /// Where it came from, for messages: `--port`, `MOCK_API_PORT`, or `mock-api.yaml, line 3, column 7: port`.
  package let origin: String
  /// The origin where no more than the line is wanted: `mock-api.yaml, line 3`.
  package let shortOrigin: String

  /// A value.
  package init(text: String, origin: String, shortOrigin: String? = nil) {
    (self.text, self.origin, self.shortOrigin) = (text, origin, shortOrigin ?? origin)
  }

  /// The most characters of a value that a message repeats.
  private static let maximumShown = 80

  /// An error that names the origin, what is allowed, and the value.
  package func refusal(_ rule: String) -> OptionError {
    OptionError("\(origin) \(rule), not \"\(text.clipped(to: Self.maximumShown))\"")
  }
}
