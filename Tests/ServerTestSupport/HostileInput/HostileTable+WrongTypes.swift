extension HostileTable {
  /// A value of every JSON type in every field that wants another.
  package static let wrongTypes = HostileTable(
    name: "wrong types",
    inputs: texts(.lote, ["nombre", "ubicacion", "tipoCultivo"], BodyTarget.lotes, isRequired: true)
      + texts(.lote, ["notas", "estado", "productorId"], BodyTarget.lotes, isRequired: false)
      + texts(.productor, ["nombre"], BodyTarget.productores, isRequired: true)
      + texts(
        .productor, ["email", "telefono", "direccion", "documentoIdentidad", "estado"], BodyTarget.productores,
        isRequired: false)
      + texts(.login, ["email", "password"], [.login], isRequired: true)
      + texts(.empty, ["refreshToken", "refresh_token"], [.refresh], isRequired: false) + areas + several)

  private static func texts(
    _ draft: Draft, _ fields: [String], _ targets: [BodyTarget], isRequired: Bool
  ) -> [HostileInput] {
    let values = ["5", "0", "true", "false", "[]", "{}", #"["a"]"#, #"{"a":"b"}"#] + (isRequired ? ["null"] : [])
    return fields.flatMap { field in
      values.map { .badField(field, $0, draft.with(field, $0).text, targets) }
    }
  }

  private static let areas = ["\"2.5\"", "true", "false", "null", "[]", "[2.5]", "{}", "\"\""].map {
    HostileInput.badField("areaHectareas", $0, Draft.lote.with("areaHectareas", $0).text, BodyTarget.lotes)
  }

  /// The error names the first field in the order of the documents.
  private static let several: [HostileInput] = [
    .badField(
      "nombre", "all wrong", #"{"areaHectareas":"x","tipoCultivo":1,"ubicacion":[],"nombre":{}}"#, BodyTarget.lotes),
    .badField("ubicacion", "all but one", #"{"nombre":"Lote","estado":"x"}"#, BodyTarget.lotes),
    .badField("email", "both", #"{"password":1,"email":2}"#, [.login]),
    .badField("refresh_token", "the second one", #"{"refreshToken":null,"refresh_token":1}"#, [.refresh]),
    .badField("refreshToken", "the first one counts", #"{"refreshToken":1,"refresh_token":"a"}"#, [.refresh]),
  ]

  /// Required fields that are not there, or only almost.
  package static let missingFields = HostileTable(
    name: "missing fields",
    inputs: ["nombre", "ubicacion", "tipoCultivo", "areaHectareas"].flatMap { field -> [HostileInput] in
      let rest = Draft.lote.without(field)
      return [
        .badField(field, "missing", rest.text, BodyTarget.lotes),
        .badField(field, "in capitals", rest.with(field.uppercased(), "\"x\"").text, BodyTarget.lotes),
        .badField(field, "with a space", rest.with(field + " ", "\"x\"").text, BodyTarget.lotes),
        .badField(field, "one level down", rest.with("lote", Draft.lote.text).text, BodyTarget.lotes),
      ]
    } + [
      .badField("nombre", "empty object", "{}", BodyTarget.lotes + BodyTarget.productores),
      .badField("nombre", "polluted", #"{"__proto__":{"nombre":"a"},"constructor":{}}"#, BodyTarget.productores),
      .badField("email", "empty object", "{ }", [.login]),
      .badField("email", "user name", #"{"username":"usuario@example.com","password":"password123"}"#, [.login]),
      .badField("password", "missing", Draft.login.without("password").text, [.login]),
      HostileInput(
        name: "empty object, no token", body: Array("{  }".utf8), targets: [.refresh], status: 401, field: nil),
      HostileInput(
        name: "nulls, no token", body: Array(#"{"refreshToken":null,"refresh_token":null}"#.utf8), targets: [.refresh],
        status: 401, field: nil),
    ])
}
