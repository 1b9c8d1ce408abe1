import HTTPCore
import JSON
import World

/// The math service: the sum of numbers as a bare JSON number (CONTRACT §4).
///
/// The documented service adds Java doubles, in which 0.1 and 0.2 make 0.30000000000000004. This one adds decimals, and
/// exactly, so they make 0.3.
enum SumEndpoints {
  private static let path = "/math/sum"

  static let all = [
    Endpoint(.get, path, "sum", .open, answer: sum),
    Endpoint(.post, path, "sumByPost", .open, answer: sum),
    Endpoint(.put, path, "sumByPut", .open, answer: sum),
    Endpoint(.patch, path, "sumByPatch", .open, answer: sum),
    Endpoint(.delete, path, "sumByDelete", .open, answer: sum),
  ]

  private static func sum(_ call: Call) throws -> Response {
    var sum = DecimalSum()
    for argument in try SumArguments(call.request).arguments {
      guard sum.add(try argument.number()) else { throw argument.refusal("has digits beyond 10^400 or 10^-400") }
    }
    return Answer.response(Array(sum.text.utf8), try call.request.query())
  }
}

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
}

/// The exact sum of decimal numbers, however many digits it has: 0.1 and 0.2 make 0.3. The digits of each power of ten
/// are added up by themselves and carried once at the end.
struct DecimalSum {
  /// The powers of ten that digits may stand at; those of doubles are among them.
  private static let powers = -400...400
  /// Room for what is carried beyond the highest power.
  private static let spare = 24

  /// The sum of the digits of each power, from the lowest; negative numbers count down.
  private var columns = [Int](repeating: 0, count: powers.count + spare)

  /// Adds a number.
  ///
  /// - Returns: Whether it was added: false when a digit other than 0 stands beyond 10^±400.
  mutating func add(_ number: JSONNumber) -> Bool {
    let literal = number.literal.utf8
    let marker = literal.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? literal.endIndex
    let mantissa = literal[..<marker].filter { $0 != UInt8(ascii: "-") }
    let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
    let sign = literal.first == UInt8(ascii: "-") ? -1 : 1
    guard let exponent = Self.exponent(literal[marker...].dropFirst()) else {
      return mantissa.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }
    var additions: [(Int, Int)] = []
    for (index, byte) in mantissa.enumerated() where byte != UInt8(ascii: ".") && byte != UInt8(ascii: "0") {
      let power = exponent + (index < point ? point - 1 - index : point - index)
      guard Self.powers.contains(power) else { return false }
      additions.append((power - Self.powers.lowerBound, Int(byte - UInt8(ascii: "0")) * sign))
    }
    for (column, digit) in additions { columns[column] += digit }
    return true
  }

  /// The sum as JSON: without a fraction when it has none.
  var text: String {
    var (digits, carry) = Self.carried(columns)
    let isNegative = carry < 0
    if isNegative { (digits, carry) = Self.carried(columns.map { -$0 }) }
    let fractionCount = -Self.powers.lowerBound
    let fraction = digits[..<fractionCount].drop { $0 == 0 }.reversed()
    let whole = digits[fractionCount...].reversed().drop { $0 == 0 }
    func written(_ digits: some Sequence<Int>) -> String { digits.map(String.init).joined() }
    return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : written(whole))
      + (fraction.isEmpty ? "" : "." + written(fraction))
  }

  /// One digit a column, and what is left beyond the last: -1 for a negative sum, else 0.
  private static func carried(_ columns: [Int]) -> (digits: [Int], carry: Int) {
    var carry = 0
    let digits = columns.map { column in
      let sum = column + carry
      carry = sum >= 0 ? sum / 10 : -((9 - sum) / 10)
      return sum - carry * 10
    }
    return (digits, carry)
  }

  /// The number behind the `e`, 0 for none; nil when it is beyond any power.
  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    guard !text.isEmpty else { return 0 }
    let digits = text.drop { !(0x30...0x39).contains($0) || $0 == 0x30 }
    guard digits.count <= 5 else { return nil }
    let magnitude = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
  }
}
