import HTTPCore
import JSON
import JSONSchema
import Synchronization

/// Checks the query of a request against an operation.
struct QueryCheck: Sendable {
  /// The parameters as they came, or why they cannot be read.
  let reading: Result<QueryParameters, Problem>
  /// What is wrong with those that can be read.
  let deviations: [Deviation]

  /// The parameters as they came; empty when they cannot be read.
  var parameters: [QueryParameters.Parameter] { (try? reading.get())?.parameters ?? [] }

  init(_ raw: [UInt8], _ operation: DocumentedOperation) {
    if raw.isEmpty, !operation.requiresQuery {
      (reading, deviations) = (.success(QueryParameters([QueryParameters.Parameter]())), [])
      return
    }
    if let known = operation.faultlessQueries.parameters(raw) {
      (reading, deviations) = (.success(known), [])
      return
    }
    reading = Result { () throws(Problem) in try QueryParameters(raw) }
    let values = ((try? reading.get())?.parameters ?? []).map { parameter in
      (name: Self.documentedName(parameter.name, operation.query), value: parameter.value)
    }
    deviations =
      operation.parameters.filter { $0.location == .query && !$0.isFreeForm }.flatMap { parameter in
        ParameterCheck.deviations(parameter, values.filter { $0.name == parameter.name }.map(\.value))
      } + Self.undocumented(values.map(\.name), operation.query)
    if deviations.isEmpty, case .success(let parameters) = reading {
      operation.faultlessQueries.remember(raw, parameters)
    }
  }

  private static func undocumented(_ names: [String], _ query: DocumentedQuery) -> [Deviation] {
    var seen: Set<String> = []
    return names.filter { name in !query.contains(name) && seen.insert(name).inserted }.map { name in
      Deviation(.undocumentedParameter, .query(name.clipped(to: 60)), KnownNames(query.names).undocumented(name))
    }
  }

  /// `values[]` is another way to write `values` more than once, whichever of them the document has.
  private static func documentedName(_ name: String, _ query: DocumentedQuery) -> String {
    if query.contains(name) { return name }
    guard name.hasSuffix("[]") else { return query.contains(name + "[]") ? name + "[]" : name }
    return String(name.dropLast(2))
  }
}

/// Checks the parameters of the path and the header section against an operation.
enum ParameterCheck {
  /// What is wrong with the parameters of the path and the header section.
  static func deviations(
    _ headers: HeaderFields, _ path: PathParameters, _ operation: DocumentedOperation
  ) -> [Deviation] {
    var found: [Deviation] = []
    // By index, since to go through the parameters themselves would count a reference to each of their parts.
    for index in operation.parameters.indices where operation.parameters[index].location != .query {
      let parameter = operation.parameters[index]
      switch parameter.location {
      case .path: found += deviations(parameter, [path[parameter.name]])
      case .header: found += deviations(parameter, headers.values(parameter.name))
      case .query: continue
      }
    }
    return found
  }

  /// What is wrong with all that came for one parameter.
  static func deviations(_ parameter: DocumentedOperation.Parameter, _ texts: [String]) -> [Deviation] {
    var place: Deviation.Place {
      switch parameter.location {
      case .path: .path(parameter.name)
      case .query: .query(parameter.name)
      case .header: .header(parameter.name)
      }
    }
    guard !texts.isEmpty else {
      guard parameter.isRequired else { return [] }
      return [Deviation(.missingParameter, place, "is required and missing")]
    }
    guard let violation = TextCheck.violation(parameter.schema, texts, separator: parameter.separator) else {
      return []
    }
    return [Deviation(.wrongParameter, place, violation)]
  }
}

/// Checks the text of parameters and header fields against schemas. Text has no type of its own: it is read as a text,
/// number, boolean or list of these, whichever the schema allows.
enum TextCheck {
  /// Why the schema does not allow the texts, of which there is at least one; nil when it does.
  ///
  /// - Parameters:
  ///   - separator: What stands between the elements of a list that is one text.
  static func violation(
    _ schema: CompiledSchema, _ texts: [String], separator: Character? = nil
  ) -> Violation? {
    if schema.isValid(.string(texts[0])) { return nil }
    let plain = texts.map(JSONValue.string)
    let typed = texts.map(typed)
    for candidate in [typed[0], .array(plain), .array(typed)] where schema.isValid(candidate) { return nil }
    // An empty text is no element, and may be nothing.
    if texts == [""] {
      for candidate in [JSONValue.array([]), .null] where schema.isValid(candidate) { return nil }
    } else if texts == ["null"], schema.isValid(.null) {
      return nil
    }
    guard let separator, texts.count == 1 else { return schema.violations(of: typed[0], limit: 1).first }
    let parts = texts[0].split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    // `a,1,b,2` is the object of a and b.
    if schema.isValid(.array(parts.map(JSONValue.string))) || schema.isValid(.array(parts.map(self.typed)))
      || isObject(parts, schema)
    {
      return nil
    }
    return schema.violations(of: typed[0], limit: 1).first
  }

  private static func isObject(_ parts: [String], _ schema: CompiledSchema) -> Bool {
    let pairs: [(name: String, value: String)]
    if parts.allSatisfy({ $0.contains("=") }) {
      pairs = parts.map { part in
        (String(part.prefix { $0 != "=" }), String(part.drop { $0 != "=" }.dropFirst()))
      }
    } else if parts.count.isMultiple(of: 2) {
      pairs = stride(from: 0, to: parts.count, by: 2).map { (parts[$0], parts[$0 + 1]) }
    } else {
      return false
    }
    return schema.isValid(.object(JSONObject(pairs.map { ($0.name, typed($0.value)) })))
      || schema.isValid(.object(JSONObject(pairs.map { ($0.name, .string($0.value)) })))
  }

  private static func typed(_ text: String) -> JSONValue {
    switch text {
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONNumber(literal: text).map(JSONValue.number) ?? .string(text)
    }
  }
}

/// Remembers the queries of an operation that were found to be as documented, so that a query that comes again and
/// again is read and checked once. The result depends on the bytes of the query alone.
final class ConformingQueries: Sendable {
  private let known = Mutex<[[UInt8]: QueryParameters]>([:])

  private static let maximumCount = 256
  private static let maximumLength = 256

  /// The parameters of a query that was remembered.
  func parameters(_ query: [UInt8]) -> QueryParameters? {
    known.withLock { $0[query] }
  }

  /// Remembers a query that is as documented. When there are too many, all others are forgotten.
  func remember(_ query: [UInt8], _ parameters: QueryParameters) {
    guard query.count <= Self.maximumLength else { return }
    known.withLock { known in
      if known.count >= Self.maximumCount { known.removeAll() }
      known[query] = parameters
    }
  }
}

extension KnownNames {
  /// "`name` is not documented", and the name that was probably meant.
  func undocumented(_ name: String) -> String {
    "\"\(name.clipped(to: 60))\" is not documented\(suggestion(for: name))"
  }
}
