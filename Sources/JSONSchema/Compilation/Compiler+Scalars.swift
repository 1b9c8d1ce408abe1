import HTTPCore
import RegularExpressions

// The keywords for numbers and for strings.

extension Compiler {
  func addNumberKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    var bounds: [NumberRange.Bound] = []
    for side in NumberRange.Side.allCases {
      if let number = try reader.number(side.rawValue) { bounds.append(NumberRange.Bound(side: side, number: number)) }
    }
    if !bounds.isEmpty { node.keywords.append(NumberRange(bounds: bounds)) }
    if let divisor = try reader.number("multipleOf") {
      guard let keyword = MultipleOf(divisor) else {
        throw reader.error("multipleOf", "must be greater than 0 and have at most 19 significant digits")
      }
      node.keywords.append(keyword)
    }
    if assertsFormats, let format = try reader.string("format").flatMap(NumberFormat.init) {
      node.keywords.append(format)
    }
  }

  func addStringKeywords(_ reader: SchemaReader, to node: inout SchemaNode) throws(SchemaError) {
    let (least, most) = (try reader.count("minLength"), try reader.count("maxLength"))
    if least != nil || most != nil {
      node.keywords.append(Length(bounds: CountBounds(least: least ?? 0, most: most ?? Int.max)))
    }
    if let pattern = try reader.string("pattern") {
      node.keywords.append(Pattern(expression: try expression(pattern, reader.place.appending("pattern"))))
    }
    if assertsFormats, let format = try reader.string("format").flatMap(StringFormat.init) {
      node.keywords.append(format)
    }
  }

  /// Compiles a regular expression.
  func expression(_ pattern: String, _ place: SchemaPlace) throws(SchemaError) -> SearchExpression {
    do throws(RegularExpression.SyntaxError) {
      return try SearchExpression(pattern)
    } catch {
      throw SchemaError(place, "is no regular expression: \(error)")
    }
  }
}
