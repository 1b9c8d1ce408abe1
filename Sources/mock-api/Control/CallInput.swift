import ArgumentParser
import HTTPCore
import JSON

/// An input of a command, and where its value goes.
struct CallInput: Sendable {
  enum Kind: Sendable {
    case argument
    case optionalArgument
    /// One or more.
    case arguments
    /// None or more.
    case anyArguments
    case option
    /// An option whose value may begin with a hyphen.
    case signedOption
    case neededOption
    /// An option that may be repeated.
    case options
    case flag
  }

  enum Place: Sendable, Equatable {
    /// A segment of the path.
    case path
    /// A property of the body; dots separate the names of nested objects.
    case body(String)
    case wholeBody
    /// Nowhere: it confirms the command.
    case nowhere
  }

  /// The name without hyphens.
  let name: String
  let help: String
  let kind: Kind
  let place: Place
  let value: @Sendable ([String]) throws -> JSONValue
  /// The completions of a shell; empty for none.
  private(set) var words: [String] = []

  /// The same input with these completions.
  func completed(by words: [String]) -> CallInput {
    var copy = self
    copy.words = words
    return copy
  }

  private init(
    _ name: String, _ help: String, _ kind: Kind, _ place: Place,
    _ value: @escaping @Sendable (String) throws -> JSONValue = { .string($0) }
  ) {
    self.init(name, help, kind, place, all: { try value($0[0]) })
  }

  private init(
    _ name: String, _ help: String, _ kind: Kind, _ place: Place,
    all value: @escaping @Sendable ([String]) throws -> JSONValue
  ) {
    (self.name, self.help, self.kind, self.place, self.value) = (name, help, kind, place, value)
  }

  /// An argument that is a segment of the path.
  static func path(
    _ name: String, _ help: String, _ kind: Kind = .argument,
    as value: @escaping @Sendable (String) throws -> JSONValue = { .string($0) }
  ) -> CallInput {
    CallInput(name, help, kind, .path, value)
  }

  /// An argument that is a property of the body.
  static func argument(
    _ name: String, _ help: String, _ kind: Kind = .argument, key: String? = nil,
    as value: @escaping @Sendable (String) throws -> JSONValue = { .string($0) }
  ) -> CallInput {
    CallInput(name, help, kind, .body(key ?? name), value)
  }

  /// An argument that is the whole body.
  static func body(_ name: String, _ help: String, as value: @escaping @Sendable (String) throws -> JSONValue)
    -> CallInput
  {
    CallInput(name, help, .argument, .wholeBody, value)
  }

  /// An option that is a property of the body.
  static func option(
    _ name: String, _ help: String, _ kind: Kind = .option, key: String? = nil,
    as value: @escaping @Sendable (String) throws -> JSONValue = { .string($0) }
  ) -> CallInput {
    CallInput(name, help, kind, .body(key ?? name), value)
  }

  /// A flag that sets a property of the body to true.
  static func flag(_ name: String, _ help: String, key: String? = nil) -> CallInput {
    CallInput(name, help, .flag, .body(key ?? name), { _ in true })
  }

  /// A flag that confirms a destructive command.
  static func confirmation(_ name: String, _ help: String) -> CallInput {
    CallInput(name, help, .flag, .nowhere)
  }

  /// `name=value` pairs that form an object of the body.
  static func pairs(_ name: String, _ help: String, key: String) -> CallInput {
    CallInput(name, help, .options, .body(key), all: { .object(try ControlInput.object($0)) })
  }

  /// `name=value` arguments that form the whole body.
  static func pairs(_ name: String, _ help: String) -> CallInput {
    CallInput(name, help, .anyArguments, .wholeBody, all: { .object(try ControlInput.object($0)) })
  }

  /// An integer; errors contain its option's name.
  static func integer(_ origin: String) -> @Sendable (String) throws -> JSONValue {
    { text in
      guard let number = Int(text) else { throw ValidationError("\(origin) must be a whole number, not \"\(text)\"") }
      return .number(JSONNumber(number))
    }
  }

  /// A number; errors contain its option's name.
  static func number(_ origin: String) -> @Sendable (String) throws -> JSONValue {
    { text in
      guard let number = JSONNumber(literal: text) else {
        throw ValidationError("\(origin) must be a number, not \"\(text)\"")
      }
      return .number(number)
    }
  }
}
