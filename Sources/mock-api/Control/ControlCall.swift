import ArgumentParser
import HTTPCore
import JSON

/// One call of the control plane as a command of `ctl`: a row of a table that says all there is to it. To add a call of
/// this shape, add a type with its row beside the others of its group, and name it among the group's subcommands.
struct ControlCall: Sendable {
  let name: String
  let abstract: String
  let method: String
  /// Below `/_mock/`. `{id}` is the input of that name; `{id?}` likewise, left out with its slash when it is not given.
  let path: String
  /// What is typed behind the command, in this order.
  let inputs: [CallInput]
  /// What must be given together with what.
  let choices: [CallChoice]
  /// How the answer is shown.
  let view: ControlView
  /// What is always in the body.
  let body: JSONObject
  /// How long the answer may take.
  let timeoutMilliseconds: Int

  /// A call by its method and path, such as `DELETE worlds/{id}`.
  init(
    _ name: String, _ abstract: String, _ target: String, _ inputs: [CallInput] = [], choices: [CallChoice] = [],
    body: JSONObject = [:], timeoutMilliseconds: Int = ControlOptions.timeoutMilliseconds, as view: ControlView = .lines
  ) {
    let parts = target.split(separator: " ", maxSplits: 1).map(String.init)
    (method, path) = (parts[0], parts.count > 1 ? parts[1] : "")
    (self.name, self.abstract, self.inputs, self.choices, self.view) = (name, abstract, inputs, choices, view)
    (self.body, self.timeoutMilliseconds) = (body, timeoutMilliseconds)
  }

  /// The path with its inputs.
  fileprivate func path(_ given: GivenInputs, _ id: String?) -> ControlPath {
    let segments = path.split(separator: "/").compactMap { segment -> String? in
      guard segment.first == "{" else { return String(segment) }
      let name = segment.dropFirst().prefix { $0 != "}" && $0 != "?" }
      return id ?? given.texts[String(name)]?.first
    }
    return ControlPath(segments)
  }

  /// The body; nil for none.
  ///
  /// - Throws: `ValidationError` or ``OptionError`` for an input that is not what it must be.
  fileprivate func body(_ given: GivenInputs) throws -> JSONValue? {
    var object = body
    for input in inputs {
      guard let texts = given.texts[input.name], !texts.isEmpty else { continue }
      switch input.place {
      case .body(let key): object.set(try input.value(texts), at: key.split(separator: ".").map(String.init)[...])
      case .wholeBody: return try input.value(texts)
      case .path, .nowhere: break
      }
    }
    return object.isEmpty ? nil : .object(object)
  }

  /// Sends the call and shows the answer.
  fileprivate func run(_ control: ControlOptions, _ given: GivenInputs) throws {
    let body = try body(given)
    // A command that takes several names makes a call for each.
    let several = inputs.first { $0.kind == .arguments && $0.place == .path }.flatMap { given.texts[$0.name] }
    for id in several.map({ $0.map(Optional.some) }) ?? [nil] {
      let answer = try control.send(method, path(given, id), body: body, timeoutMilliseconds: timeoutMilliseconds)
      control.show(answer, as: view.filled { name in id ?? given.texts[name]?.first })
    }
  }
}

/// Inputs of which only one may be given.
struct CallChoice: Sendable {
  let names: [String]
  /// Whether one must be given.
  let isNeeded: Bool
  /// What to say otherwise.
  let message: String

  /// Exactly one of them.
  static func one(of names: String..., else message: String) -> CallChoice {
    CallChoice(names: names, isNeeded: true, message: message)
  }

  /// One of them or none.
  static func atMostOne(of names: String..., else message: String) -> CallChoice {
    CallChoice(names: names, isNeeded: false, message: message)
  }
}

/// Something that is typed behind a command, and where it goes.
struct CallInput: Sendable {
  enum Kind: Sendable {
    case argument
    case optionalArgument
    /// One or more.
    case arguments
    /// None or more.
    case anyArguments
    case option
    /// An option whose value may begin with a dash.
    case signedOption
    case neededOption
    /// May be given several times.
    case options
    case flag
  }

  enum Place: Sendable, Equatable {
    /// A segment of the path.
    case path
    /// A member of the body; dots lead into inner objects.
    case body(String)
    case wholeBody
    /// Nowhere: it says that something is meant.
    case nowhere
  }

  /// The name without dashes.
  let name: String
  let help: String
  let kind: Kind
  let place: Place
  let value: @Sendable ([String]) throws -> JSONValue
  /// The words that a shell offers for it; empty for none.
  private(set) var words: [String] = []

  /// The same input, for which a shell offers these words.
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

  /// An argument that is a member of the body.
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

  /// An option that is a member of the body.
  static func option(
    _ name: String, _ help: String, _ kind: Kind = .option, key: String? = nil,
    as value: @escaping @Sendable (String) throws -> JSONValue = { .string($0) }
  ) -> CallInput {
    CallInput(name, help, kind, .body(key ?? name), value)
  }

  /// A flag that sets a member of the body to true.
  static func flag(_ name: String, _ help: String, key: String? = nil) -> CallInput {
    CallInput(name, help, .flag, .body(key ?? name), { _ in true })
  }

  /// A flag by which a person says that nothing less is meant.
  static func confirmation(_ name: String, _ help: String) -> CallInput {
    CallInput(name, help, .flag, .nowhere)
  }

  /// `name=value` pairs that make an object of the body.
  static func pairs(_ name: String, _ help: String, key: String) -> CallInput {
    CallInput(name, help, .options, .body(key), all: { .object(try ControlInput.object($0)) })
  }

  /// `name=value` arguments that make the whole body.
  static func pairs(_ name: String, _ help: String) -> CallInput {
    CallInput(name, help, .anyArguments, .wholeBody, all: { .object(try ControlInput.object($0)) })
  }

  /// A whole number, by its option's name.
  static func integer(_ origin: String) -> @Sendable (String) throws -> JSONValue {
    { text in
      guard let number = Int(text) else { throw ValidationError("\(origin) must be a whole number, not \"\(text)\"") }
      return .number(JSONNumber(number))
    }
  }

  /// A number, by its option's name.
  static func number(_ origin: String) -> @Sendable (String) throws -> JSONValue {
    { text in
      guard let number = JSONNumber(literal: text) else {
        throw ValidationError("\(origin) must be a number, not \"\(text)\"")
      }
      return .number(number)
    }
  }
}

/// What was typed behind a command: texts, by the inputs' names.
struct GivenInputs: Sendable {
  fileprivate var texts: [String: [String]] = [:]
}

/// A type that stands for a row of the table, as commands are types.
protocol CallRow {
  static var call: ControlCall { get }
}

/// The command of a row.
///
/// The parser finds the inputs of a command by a mirror of it. So this one shows a mirror with the declared inputs.
struct CallCommand<Row: CallRow>: ParsableCommand, CustomReflectable {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Row.call.name, abstract: Row.call.abstract)
  }

  private var control: ControlOptions?
  private var given = GivenInputs()

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    control = try values.decode(OptionGroup<ControlOptions>.self, forKey: Key(stringValue: "control")).wrappedValue
    for input in Row.call.inputs {
      let key = Key(stringValue: input.name)
      switch input.kind {
      case .flag: if try values.decode(Bool.self, forKey: key) { given.texts[input.name] = ["true"] }
      case .arguments: given.texts[input.name] = try values.decode(Argument<[String]>.self, forKey: key).wrappedValue
      case .options, .anyArguments: given.texts[input.name] = try values.decode([String].self, forKey: key)
      // By their wrappers, which tell what is missing.
      case .argument: given.texts[input.name] = [try values.decode(Argument<String>.self, forKey: key).wrappedValue]
      case .neededOption: given.texts[input.name] = [try values.decode(Option<String>.self, forKey: key).wrappedValue]
      case .optionalArgument, .option, .signedOption:
        given.texts[input.name] = try values.decodeIfPresent(String.self, forKey: key).map { [$0] }
      }
    }
  }

  var customMirror: Mirror {
    var children: [Mirror.Child] = [("control", OptionGroup<ControlOptions>())]
    for input in Row.call.inputs {
      let help = ArgumentHelp(stringLiteral: input.help)
      let name = NameSpecification.customLong(input.name)
      let completion = input.words.isEmpty ? nil : CompletionKind.list(input.words)
      let wrapper: Any =
        switch input.kind {
        case .argument: Argument<String>(help: help, completion: completion)
        case .optionalArgument: Argument<String?>(help: help)
        case .arguments: Argument<[String]>(help: help)
        case .anyArguments: Argument<[String]>(wrappedValue: [], help: help)
        case .option: Option<String?>(name: name, help: help, completion: completion)
        case .signedOption: Option<String?>(name: name, parsing: .unconditional, help: help)
        case .neededOption: Option<String>(name: name, help: help)
        case .options: Option<[String]>(wrappedValue: [], name: name, help: help)
        case .flag: Flag(wrappedValue: false, name: name, help: help)
        }
      children.append((input.name, wrapper))
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }

  func validate() throws {
    for choice in Row.call.choices {
      let count = choice.names.filter { !(given.texts[$0] ?? []).isEmpty }.count
      guard count == 1 || count == 0 && !choice.isNeeded else { throw ValidationError(choice.message) }
    }
    for input in Row.call.inputs where input.place == .path {
      if let texts = given.texts[input.name], !texts.isEmpty { _ = try input.value(texts) }
    }
  }

  func run() throws {
    guard let control else { return }
    try Row.call.run(control, given)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSONObject {
  /// Sets a member of this object or, along several names, of one inside.
  fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      self[name] = value
      return
    }
    var inner = self[name]?.object ?? [:]
    inner.set(value, at: path.dropFirst())
    self[name] = .object(inner)
  }
}
