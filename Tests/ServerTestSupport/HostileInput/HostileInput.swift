/// An operation that takes a body.
package enum BodyTarget: String, CaseIterable, Sendable {
  case createLote = "POST /v1/lotes"
  case updateLote = "PUT /v1/lotes/lote_1"
  case createProductor = "POST /v1/productores"
  case updateProductor = "PUT /v1/productores/prod_1"
  case login = "POST /v1/auth/login"
  case refresh = "POST /v1/auth/refresh"

  package static let lotes: [BodyTarget] = [.createLote, .updateLote]
  package static let productores: [BodyTarget] = [.createProductor, .updateProductor]

  package var method: String { String(rawValue.prefix { $0 != " " }) }
  package var path: String { String(rawValue.drop { $0 != " " }.dropFirst()) }
}

/// A body that no operation may accept, and how it must be refused.
package struct HostileInput: Sendable {
  package let name: String
  package let body: [UInt8]
  package let targets: [BodyTarget]
  package let status: Int
  /// What `error.details.field` must name; nil when the error is about no field.
  package let field: String?

  /// A body that is not a JSON object, for every operation.
  package static func notAnObject(_ name: String, _ body: [UInt8]) -> HostileInput {
    HostileInput(name: name, body: body, targets: BodyTarget.allCases, status: 400, field: "body")
  }

  package static func notAnObject(_ name: String, _ body: String) -> HostileInput {
    notAnObject(name, Array(body.utf8))
  }

  /// A JSON object with an unusable field.
  package static func badField(_ field: String, _ name: String, _ body: String, _ targets: [BodyTarget]) -> HostileInput
  {
    HostileInput(name: "\(field): \(name)", body: Array(body.utf8), targets: targets, status: 422, field: field)
  }
}

/// Inputs of one kind.
package struct HostileTable: Sendable, CustomStringConvertible {
  package let name: String
  package let inputs: [HostileInput]

  package var description: String { "\(name), \(inputs.count) inputs" }

  package static let all: [HostileTable] = [
    malformedJSON, truncatedJSON, otherFormats, brokenText, hugeDocuments, wrongTypes, missingFields, badNumbers,
    badTexts, badChoices, badContacts, badReferences,
  ]
}

/// An object under construction whose values are raw JSON, right or wrong.
package struct Draft {
  private var members: [(key: String, value: String)]

  /// A plot that would be accepted.
  package static let lote = Draft(members: [
    ("nombre", #""Lote Hostil""#), ("ubicacion", #""Valle Alto""#), ("tipoCultivo", #""Café""#),
    ("areaHectareas", "2.5"),
  ])

  /// A producer that would be accepted.
  package static let productor = Draft(members: [("nombre", #""Ana Ruiz""#)])

  /// Credentials that would be accepted.
  package static let login = Draft(members: [("email", #""usuario@example.com""#), ("password", #""password123""#)])

  package static let empty = Draft(members: [])

  /// The same with one value set, at its place or behind the others.
  package func with(_ key: String, _ value: String) -> Draft {
    var copy = self
    if let index = copy.members.firstIndex(where: { $0.key == key }) {
      copy.members[index].value = value
    } else {
      copy.members.append((key, value))
    }
    return copy
  }

  package func without(_ key: String) -> Draft {
    Draft(members: members.filter { $0.key != key })
  }

  /// The object's text.
  package var text: String {
    "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  private init(members: [(key: String, value: String)]) {
    self.members = members
  }
}

extension String {
  /// The text as a JSON string.
  package var quoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..<" ": quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  package func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
