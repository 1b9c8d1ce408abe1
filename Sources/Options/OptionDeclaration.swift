/// One option, declared once: the flag, the key of the configuration file, the environment variable, the help, the row
/// of the documentation and the validation follow from it.
///
/// `Root` contains the option's value; a parsed value is written into it.
package struct OptionDeclaration<Root>: Sendable {
  /// The name without hyphens, such as `rate-limit`: the flag with two hyphens before it, and the key of the file.
  package let name: String
  /// The letter of the short flag; nil for none.
  package let letter: Character?
  /// The description in the help, as a sentence.
  package let summary: String
  /// Further documentation besides ``summary``; may be empty.
  package let details: String
  /// The description of the default if that is not a value: `as each API documents`.
  package let defaultNote: String?
  /// The default of `exec`, if it differs from that of `serve`; otherwise nil.
  package let defaultOfExec: String?
  package let traits: OptionTraits
  package let completion: OptionCompletion
  /// Whether it is a flag: without a value on the command line, and true or false elsewhere.
  package let isFlag: Bool
  /// A variable that is read when the option's own is not set.
  package let fallbackVariable: String?

  private let read: @Sendable (OptionValue, inout Root) throws(OptionError) -> Void
  private let write: @Sendable (Root) -> String?

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - place: The location of its value; its value in a new `Root` is the default.
  ///   - kind: The allowed values.
  ///   - note: The description of the default, for an option whose default is not a value.
  ///   - defaultOfExec: The default of `exec`, if it differs.
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

  /// An option without a value by default.
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

  /// The same option within a larger root.
  ///
  /// - Parameters:
  ///   - part: The location of this `Root` in it.
  package func of<Whole>(_ part: WritableKeyPath<Whole, Root> & Sendable) -> OptionDeclaration<Whole> {
    OptionDeclaration<Whole>(self, of: part)
  }

  /// The name of its environment variable: `MOCK_API_RATE_LIMIT`.
  package var variable: String { OptionSource.variable(name) }

  /// Validates a value and writes it to its location.
  ///
  /// - Throws: ``OptionError`` that names the origin of the value and the allowed values.
  package func apply(_ value: OptionValue, to root: inout Root) throws(OptionError) {
    try read(value, &root)
  }

  /// The default as documentation shows it: a value, or a note; nil for none.
  package func shownDefault(in defaults: Root) -> String? {
    guard let value = isFlag ? nil : text(in: defaults) ?? defaultNote else { return nil }
    return defaultOfExec.map { "\(value); of exec \($0)" } ?? value
  }

  /// The value in a root as text; nil when there is none, or none that can be written.
  package func text(in root: Root) -> String? { write(root) }
}

/// Properties of options.
package struct OptionTraits: OptionSet, Sendable {
  package let rawValue: Int

  /// Traits by their bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// It accepts a list in the configuration file; elsewhere its values are separated by commas.
  package static let list = OptionTraits(rawValue: 1)
  /// It is a path, relative to the folder of the file that sets it.
  package static let path = OptionTraits(rawValue: 2)
  /// Its values are paths, each after a name, `shop=openapi.yaml`; they are relative to the folder of the file that
  /// sets them.
  package static let namedPath = OptionTraits(rawValue: 128)
  /// Its value is never shown.
  package static let secret = OptionTraits(rawValue: 4)
  /// A running server applies it when the configuration file changes. All others need a restart.
  package static let live = OptionTraits(rawValue: 8)
  /// A configuration file cannot set it.
  package static let notInFile = OptionTraits(rawValue: 16)
  /// `exec` ignores it in the file: its server is a new one on a free port, for one command.
  package static let notOfExecInFile = OptionTraits(rawValue: 32)
  /// `exec` ignores its variable too: variables exported for `serve` must not add old data or access for others.
  package static let notOfExecInVariable = OptionTraits(rawValue: 64)
}

/// The completions of a shell for the value of an option.
package enum OptionCompletion: Sendable, Equatable {
  case none
  case words([String])
  case file
  case folder
}

/// An invalid value of an option, or an invalid combination of options.
package struct OptionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The origin of the value, what is wrong and what would be right.
  package let description: String

  /// An error that a user can correct.
  package init(_ description: String) { self.description = description }
}

/// The text of a value and its origin.
package struct OptionValue: Sendable, Equatable {
  package let text: String
  /// The origin for messages: `--port`, `MOCK_API_PORT`, or `mock-api.yaml, line 3, column 7: port`.
  package let origin: String
  /// The origin without more than the line: `mock-api.yaml, line 3`.
  package let shortOrigin: String

  /// A value.
  package init(text: String, origin: String, shortOrigin: String? = nil) {
    (self.text, self.origin, self.shortOrigin) = (text, origin, shortOrigin ?? origin)
  }

  /// The most characters of a value that a message repeats.
  private static let maximumShown = 80

  /// An error that contains the origin, the rule, and the value.
  package func refusal(_ rule: String) -> OptionError {
    OptionError("\(origin) \(rule), not \"\(text.clipped(to: Self.maximumShown))\"")
  }
}
