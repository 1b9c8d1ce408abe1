import Client
import HTTPCore
import JSON
import JSONSchema

/// A tool of MCP: its description for the model, its schemas, and what it does.
struct Tool: Sendable {
  /// What clients may say to their user before a call (MCP, `ToolAnnotations`).
  enum Effect {
    case reads
    /// It adds or changes something, without loss.
    case changes(isIdempotent: Bool)
    /// It deletes or replaces something.
    case deletes(isIdempotent: Bool)
  }

  let name: String
  private let title: String
  private let description: String
  private let inputSchema: JSONValue
  private let outputSchema: JSONValue
  private let effect: Effect
  /// nil for a schema that cannot be used, which a test excludes.
  private let arguments: CompiledSchema?
  let run: @Sendable (ToolCall) throws(ToolFailure) -> JSONObject

  /// A tool.
  ///
  /// - Parameters:
  ///   - input: The properties of its arguments.
  ///   - required: Those that a call must have.
  ///   - output: The properties of its result; a shortened result has `truncated`, too.
  ///   - always: Those that every result has.
  init(
    _ name: String, _ title: String, _ effect: Effect, _ description: String, input: JSONObject = [:],
    required: [String] = [], output: JSONObject, always: [String] = [],
    run: @escaping @Sendable (ToolCall) throws(ToolFailure) -> JSONObject
  ) {
    (self.name, self.title, self.effect, self.description) = (name, title, effect, description)
    inputSchema = Self.object(input, required: required, isClosed: true)
    var output = output
    output["truncated"] = Schemas.flag("True when long texts, or the ends of lists, were left out of this result.")
    output["hint"] = Schemas.text("What to do next, or how to get more.")
    outputSchema = Self.object(output, required: always, isClosed: false)
    let registry = SchemaRegistry(documents: ["tool": inputSchema])
    arguments = try? CompiledSchema(registry, uri: "tool")
    self.run = run
  }

  private static func object(_ properties: JSONObject, required: [String], isClosed: Bool) -> JSONValue {
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema["required"] = .array(required.map(JSONValue.string)) }
    if isClosed { schema["additionalProperties"] = false }
    return .object(schema)
  }

  /// The tool as `tools/list` has it.
  var listed: JSONValue {
    let (isReading, isDestructive, isIdempotent) =
      switch effect {
      case .reads: (true, false, true)
      case .changes(let isIdempotent): (false, false, isIdempotent)
      case .deletes(let isIdempotent): (false, true, isIdempotent)
      }
    return [
      "name": .string(name), "title": .string(title), "description": .string(description), "inputSchema": inputSchema,
      "outputSchema": outputSchema,
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(isReading), "destructiveHint": .bool(isDestructive),
        "idempotentHint": .bool(isIdempotent), "openWorldHint": false,
      ],
    ]
  }

  private static let maximumViolations = 5

  /// - Throws: ``RPCError`` that names the wrong arguments.
  func check(_ given: JSONObject) throws(RPCError) {
    let violations = arguments?.violations(of: .object(given), limit: Self.maximumViolations) ?? []
    guard !violations.isEmpty else { return }
    let texts = violations.map { violation in
      "\(violation.instance)".isEmpty ? violation.message : "\(violation.instance) \(violation.message)"
    }
    let known = inputSchema["properties"]?.object?.keys.joined(separator: ", ") ?? ""
    throw RPCError(
      .invalidParameters, "invalid arguments of \(name): \(texts.joined(separator: "; ")); its arguments are \(known)",
      data: ["violations": .array(texts.map(JSONValue.string))])
  }
}

/// Parts of schemas.
enum Schemas {
  /// The argument of every tool that acts on a world.
  static let world = text(
    "The world to act on, such as the id that create_world returned. By default the session's world.", upTo: 64)

  static func text(_ description: String, upTo limit: Int? = nil) -> JSONValue {
    var schema: JSONObject = ["type": "string", "description": .string(description)]
    if let limit {
      schema["minLength"] = 1
      schema["maxLength"] = .number(JSONNumber(limit))
    }
    return .object(schema)
  }

  static func choice(_ values: [String], _ description: String) -> JSONValue {
    ["type": "string", "enum": .array(values.map(JSONValue.string)), "description": .string(description)]
  }

  static func flag(_ description: String) -> JSONValue { ["type": "boolean", "description": .string(description)] }

  static func integer(_ description: String, _ range: ClosedRange<Int>? = nil) -> JSONValue {
    var schema: JSONObject = ["type": "integer", "description": .string(description)]
    if let range {
      schema["minimum"] = .number(JSONNumber(range.lowerBound))
      schema["maximum"] = .number(JSONNumber(range.upperBound))
    }
    return .object(schema)
  }

  static func number(_ description: String, _ least: Int, _ most: Int) -> JSONValue {
    [
      "type": "number", "minimum": .number(JSONNumber(least)), "maximum": .number(JSONNumber(most)),
      "description": .string(description),
    ]
  }

  static func object(_ description: String) -> JSONValue { ["type": "object", "description": .string(description)] }

  /// An object whose values are texts, numbers or booleans.
  static func map(_ description: String, types: [String] = ["string", "number", "boolean"]) -> JSONValue {
    [
      "type": "object", "description": .string(description),
      "additionalProperties": ["type": .array(types.map(JSONValue.string))],
    ]
  }

  static func list(_ description: String, of items: JSONValue = ["type": "object"]) -> JSONValue {
    ["type": "array", "items": items, "description": .string(description)]
  }

  static func any(_ description: String) -> JSONValue { ["description": .string(description)] }
}

/// One call of a tool.
struct ToolCall {
  let arguments: JSONObject
  let connection: ControlConnection
  let cancellation: CallCancellation
  /// The world that requests without a name of one go to.
  let defaultWorld: String?

  private static let timeoutMilliseconds = 30_000

  /// The world to act on; nil for the one of the connection.
  var world: String? { text("world") ?? defaultWorld }

  func text(_ name: String) -> String? { arguments[name]?.string }
  func integer(_ name: String) -> Int? { arguments[name]?.number?.integer }
  func flag(_ name: String) -> Bool? { arguments[name]?.bool }
  func object(_ name: String) -> JSONObject? { arguments[name]?.object }

  /// The arguments of these names, as the body of a call of the control plane.
  func body(_ names: [String]) -> JSONObject {
    JSONObject(names.compactMap { name in arguments[name].map { (name, $0) } })
  }

  /// Makes a call of the control plane in the world.
  ///
  /// - Throws: ``ToolFailure`` with the server's message.
  func control(
    _ method: String, _ segments: [String], query: [(name: String, value: String)] = [], body: JSONValue? = nil,
    timeoutMilliseconds: Int = timeoutMilliseconds
  ) throws(ToolFailure) -> JSONValue {
    try connection.call(
      method, ControlPath(segments, query: query), world: world, body: body, timeoutMilliseconds: timeoutMilliseconds,
      cancellation)
  }
}

extension JSONObject {
  /// The members of these names, in this order.
  func picking(_ names: [String]) -> JSONObject {
    JSONObject(names.compactMap { name in self[name].map { (name, $0) } })
  }
}

extension JSONValue {
  /// A whole number.
  static func count(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}
