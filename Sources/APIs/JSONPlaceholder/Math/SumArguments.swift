import Foundation
import HTTPCore

/// The numbers to add: `a` and `b`, or any number of `values`, from the query, a form or a JSON object, whatever the
/// verb (CONTRACT §4).
struct SumArguments {
  let numbers: [Decimal]

  /// Reads the arguments of a request.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` that names the argument.
  init(_ request: Request) throws(Problem) {
    let arguments = try Self.arguments(request)
    func texts(_ name: String) -> [String] { arguments.filter { $0.name == name }.map(\.value) }
    let values = texts("values") + texts("values[]")
    if !values.isEmpty {
      numbers = try values.map { value throws(Problem) in try Self.number("values", value) }
      return
    }
    guard !texts("a").isEmpty || !texts("b").isEmpty else {
      throw Problem(.invalidParameter, "give the numbers to add: a and b, or values, which may be repeated")
    }
    numbers = try ["a", "b"].map { name throws(Problem) in
      guard let text = texts(name).first else {
        throw Problem(.invalidParameter, "the argument \"\(name)\" is missing", details: [.init("argument", name)])
      }
      return try Self.number(name, text)
    }
  }

  /// Every argument of the request as text, those of the content first.
  private static func arguments(_ request: Request) throws(Problem) -> [QueryParameters.Parameter] {
    let query = try request.query().parameters
    if let form = try FormContent(request) { return form.fields.parameters + query }
    guard !request.body.isEmpty else { return query }
    let object = try request.jsonObject()
    return object.members.flatMap { member in
      (member.value.array ?? [member.value]).map { QueryParameters.Parameter(name: member.key, value: text($0)) }
    } + query
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? String(decoding: JSONWriter.serialize(value), as: UTF8.self)
  }

  /// Reads a decimal number: JSON's grammar, and a plus in front, which a query may carry as a space (CONTRACT G8).
  private static func number(_ name: String, _ text: String) throws(Problem) -> Decimal {
    let bare = text.trimmingBlanks()
    let literal = bare.hasPrefix("+") ? String(bare.dropFirst()) : bare
    guard JSONNumber(literal: literal) != nil, let number = Decimal(string: literal, locale: nil), number.isFinite
    else {
      let reason =
        text.isEmpty ? "is empty" : "is \"\(text.clipped(to: 60))\", which is no decimal number within 10^127"
      throw Problem(
        .invalidParameter, "the argument \"\(name)\" \(reason)",
        details: [.init("argument", name), .init("value", text.clipped(to: 60))])
    }
    return number
  }
}
