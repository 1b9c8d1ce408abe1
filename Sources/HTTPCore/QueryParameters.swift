import JSON

/// The decoded parameters of a query or of a URL-encoded form, in order, with repeated names.
package struct QueryParameters: Sendable, Equatable {
  /// One `name=value` pair.
  package struct Parameter: Sendable, Equatable {
    package let name: String
    package let value: String

    /// A decoded pair.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Every pair; the caller ignores unknown names (CONTRACT G5).
  package let parameters: [Parameter]

  /// Decoded pairs.
  package init(_ parameters: [Parameter]) {
    self.parameters = parameters
  }

  /// Parses `a=1&b=2`; `%20` and `+` are spaces (CONTRACT G8), a name without `=` has an empty value.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when a name or value is not UTF-8 or contains a NUL.
  package init(_ bytes: [UInt8]) throws(Problem) {
    var parameters: [Parameter] = []
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = PercentEncoding.text(pair[..<equals], plus: .space) else {
        throw Problem(.invalidParameter, "a query parameter's name is not UTF-8 text", field: "query")
      }
      guard let value = PercentEncoding.text(pair[equals...].dropFirst(), plus: .space) else {
        throw Problem(
          .invalidParameter, "the query parameter \"\(name.clipped(to: 60))\" is not UTF-8 text, or holds a NUL",
          field: name.clipped(to: 60))
      }
      parameters.append(Parameter(name: name, value: value))
    }
    self.parameters = parameters
  }

  /// The first value of that name.
  package subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// Every value of that name, in order.
  package func values(_ name: String) -> [String] {
    parameters.lazy.filter { $0.name == name }.map(\.value)
  }

  /// The values of each name, in the order in which the names first appear.
  ///
  /// - Parameters:
  ///   - name: Maps a name to the one it is grouped under.
  package func grouped(by name: (String) -> String) -> [(name: String, values: [String])] {
    var groups: [(name: String, values: [String])] = []
    var places: [JSONKey: Int] = [:]
    for parameter in parameters {
      let name = name(parameter.name)
      if let place = places[JSONKey(name)] {
        groups[place].values.append(parameter.value)
      } else {
        places[JSONKey(name)] = groups.count
        groups.append((name, [parameter.value]))
      }
    }
    return groups
  }

  /// The first value of that name as a date-time: a space before a zone offset was an unencoded `+` in the URL, so
  /// `2024-11-01T12:00:00 02:00` is read as `…+02:00` (CONTRACT G8).
  package func dateText(_ name: String) -> String? {
    guard let value = self[name] else { return nil }
    let bytes = Array(value.utf8)
    guard let space = bytes.lastIndex(of: UInt8(ascii: " ")), bytes[..<space].contains(UInt8(ascii: ":")) else {
      return value
    }
    let offset = bytes[(space + 1)...]
    let isOffset = offset.count >= 4 && offset.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x3A }
    guard isOffset else { return value }
    return String(decoding: bytes[..<space] + [UInt8(ascii: "+")] + offset, as: UTF8.self)
  }

  /// An integer parameter within a range, nil when it is absent.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` that names the parameter, its value and the range.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = self[name] else { return nil }
    guard !text.hasPrefix("+"), let value = Int(text), range.contains(value) else {
      throw Problem(
        .invalidParameter,
        "the query parameter \"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        field: name, value: text)
    }
    return value
  }
}
