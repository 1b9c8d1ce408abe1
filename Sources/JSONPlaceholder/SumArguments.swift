import HTTPCore
import JSON
import World

/// The numbers to add: `a` and `b`, or any number of `values`, from the query, a form or a JSON object, whatever the
/// verb (CONTRACT §4).
struct SumArguments {
  /// One argument as it came.
  struct Argument {
    let name: String
    let text: String

    /// The refusal of an argument that cannot be added.
    func refusal(_ reason: String) -> Problem {
      Problem(
        .invalidParameter, "the argument \"\(name)\" \(reason)",
        details: [.init("argument", name), .init("value", text.clipped(to: 60))])
    }

    /// The decimal number that it is, as Java's `Double.parseDouble` reads one: a plus in front, which a query may carry
    /// as a space (CONTRACT G8), zeros in front, and a point without digits before or behind it are no harm.
    ///
    /// - Throws: ``Problem`` of kind `invalidParameter` that names the argument.
    func number() throws(Problem) -> JSONNumber {
      guard let number = Self.literal(text.trimmingBlanks()).flatMap(JSONNumber.init(literal:)) else {
        throw refusal(text.isEmpty ? "is empty" : "is \"\(text.clipped(to: 60))\", which is no decimal number")
      }
      return number
    }

    /// The same number in JSON's grammar (RFC 8259 §6); nil when there is no digit, or two points.
    private static func literal(_ text: String) -> String? {
      var rest = text[...]
      let isNegative = rest.first == "-"
      if isNegative || rest.first == "+" { rest.removeFirst() }
      let marker = rest.firstIndex { $0 == "e" || $0 == "E" } ?? rest.endIndex
      let parts = rest[..<marker].split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }) else { return nil }
      let whole = parts[0].drop { $0 == "0" }
      // What is no digit in front stays, and is refused as no number.
      let shown = whole.first?.isNumber == true ? whole : "0" + whole
      let fraction = parts.count == 2 && !parts[1].isEmpty ? "." + parts[1] : ""
      return (isNegative ? "-" : "") + shown + fraction + rest[marker...]
    }
  }

  let arguments: [Argument]

  /// Reads the arguments of a request.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` that names what is missing.
  init(_ request: Request) throws(Problem) {
    let all = try Self.all(request)
    let values = all.filter { $0.name == "values" || $0.name == "values[]" }
    if !values.isEmpty {
      arguments = values.map { Argument(name: "values", text: $0.value) }
      return
    }
    guard all.contains(where: { $0.name == "a" || $0.name == "b" }) else {
      throw Problem(.invalidParameter, "give the numbers to add: a and b, or values, which may be repeated")
    }
    arguments = try ["a", "b"].map { name throws(Problem) in
      guard let argument = all.first(where: { $0.name == name }) else {
        throw Problem(.invalidParameter, "the argument \"\(name)\" is missing", details: [.init("argument", name)])
      }
      return Argument(name: name, text: argument.value)
    }
  }

  /// Every argument of the request as text, those of the content first.
  private static func all(_ request: Request) throws(Problem) -> [QueryParameters.Parameter] {
    let query = try request.query().parameters
    if let form = try FormBody(request) { return form.fields.parameters + query }
    guard !request.body.isEmpty else { return query }
    let object = try request.jsonObject()
    return object.members.flatMap { member in
      (member.value.array ?? [member.value]).map { QueryParameters.Parameter(name: member.key, value: text($0)) }
    } + query
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? String(decoding: JSONWriter.serialize(value), as: UTF8.self)
  }
}
