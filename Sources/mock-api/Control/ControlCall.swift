import ArgumentParser
import Client
import HTTPCore
import JSON

/// One call of the control plane as a command of `ctl`, completely described by its values. To add a call, add a type
/// with its row beside the others of its group, and name it among the group's subcommands.
struct ControlCall: Sendable {
  let name: String
  let abstract: String
  let method: String
  /// The path below `/_mock/`. `{id}` is the input of that name; `{id?}` is omitted with its slash when it is not
  /// given.
  let path: String
  /// The inputs of the command, in this order.
  let inputs: [CallInput]
  /// Constraints between inputs.
  let choices: [CallChoice]
  /// How the response is printed.
  let view: ControlView
  /// Constant properties of the body.
  let body: JSONObject
  /// The timeout of the response.
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

  fileprivate func path(_ given: CommandInputs, _ id: String?) -> ControlPath {
    let segments = path.split(separator: "/").compactMap { segment -> String? in
      guard segment.first == "{" else { return String(segment) }
      let name = segment.dropFirst().prefix { $0 != "}" && $0 != "?" }
      return id ?? given.texts[String(name)]?.first
    }
    return ControlPath(segments)
  }

  /// The body; nil for none.
  ///
  /// - Throws: `ValidationError` or ``OptionError`` for an invalid input.
  fileprivate func body(_ given: CommandInputs) throws -> JSONValue? {
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

  /// Sends the call and prints the response.
  func run(_ control: ControlOptions, _ given: CommandInputs) throws {
    let body = try body(given)
    // A command that takes several names makes a call for each.
    let several = inputs.first { $0.kind == .arguments && $0.place == .path }.flatMap { given.texts[$0.name] }
    for id in several.map({ $0.map(Optional.some) }) ?? [nil] {
      let response = try control.send(method, path(given, id), body: body, timeoutMilliseconds: timeoutMilliseconds)
      control.show(response, as: view.filled { name in id ?? given.texts[name]?.first })
    }
  }
}

/// Inputs of which at most one may be given.
struct CallChoice: Sendable {
  let names: [String]
  /// Whether one is required.
  let isNeeded: Bool
  /// The message for an invalid combination.
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

/// The given inputs of a command: texts, by the inputs' names.
struct CommandInputs: Sendable {
  var texts: [String: [String]] = [:]
}

/// A type that stands for one call, because commands are types.
protocol CallRow {
  static var call: ControlCall { get }
}

extension JSONObject {
  /// Sets a property of this object or, along several names, of a nested one.
  mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
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
