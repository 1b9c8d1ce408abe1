import ArgumentParser
import HTTPCore
import JSON

/// The command of a ``ControlCall``.
///
/// The parser finds the inputs of a command through a mirror of it. So this type has a mirror with the declared inputs.
struct CallCommand<Row: CallRow>: ParsableCommand, CustomReflectable {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Row.call.name, abstract: Row.call.abstract)
  }

  private var control: ControlOptions?
  private var given = CommandInputs()

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
      // Through their wrappers, which report missing values.
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
