/// One header of a frame, unescaped.
package struct Header: Sendable, Equatable {
  package let name: String
  package let value: String
  /// Where its line begins, in bytes from the frame's first; 0 for headers that were not received.
  package let offset: Int

  package init(_ name: String, _ value: String, offset: Int = 0) {
    self.name = name
    self.value = value
    self.offset = offset
  }

  /// Compares what is said, not where it stood.
  package static func == (one: Header, other: Header) -> Bool {
    one.name == other.name && one.value == other.value
  }
}

/// The headers of a frame in their order. Of repeated ones the first wins (checklist row 14).
package struct Headers: Sendable, Equatable, RandomAccessCollection {
  private var headers: [Header]

  /// Headers from names and values, unescaped.
  package init(_ pairs: [(String, String)] = []) {
    headers = pairs.map { Header($0.0, $0.1) }
  }

  /// Headers from a list.
  package init(_ list: [Header]) {
    headers = list
  }

  package var startIndex: Int { headers.startIndex }
  package var endIndex: Int { headers.endIndex }
  package subscript(position: Int) -> Header { headers[position] }

  /// The value of the first header of this name, in this case.
  package subscript(name: String) -> String? { header(name)?.value }

  /// The first header of this name, in this case.
  package func header(_ name: String) -> Header? { headers.first { $0.name == name } }

  /// The value of the first header of this name in any case, for `authorization` (CONTRACT W4).
  package func first(ignoringCase name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }

  /// Adds a header behind the others.
  package mutating func append(_ header: Header) {
    headers.append(header)
  }

  /// The headers without blanks around names and values, as STOMP 1.0 reads them (checklist row 9).
  var trimmed: Headers {
    Headers(headers.map { Header($0.name.trimmingBlanks, $0.value.trimmingBlanks, offset: $0.offset) })
  }
}
