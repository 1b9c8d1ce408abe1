import APISupport
import HTTPCore
import Records
import Store
import World

/// Making an account, its password, and the signed-in account, which apps have and the document has not
/// (CONTRACT C36).
enum AccountEndpoints {
  private static let path = "\(AgroBridge.base)/usuarios/me"

  private static let passwords = PasswordAccounts(
    api: AgroBridge.identifier, base: AgroBridge.base,
    id: { try Usuarios.row($0, email: $1)?.id },
    hash: { try Usuarios.row($0, id: $1)?.passwordHash },
    setHash: { try Usuarios.setPasswordHash($0, id: $1, $2) })

  static let all =
    [
      Endpoint(.post, "\(AgroBridge.base)/auth/register", "register", .open, answer: register), passwords.change,
      Endpoint(.get, path, "getCurrentUser", .bearer, answer: get),
      Endpoint(.put, path, "updateCurrentUser", .bearer, answer: update),
      Endpoint(.delete, path, "deleteCurrentUser", .bearer, answer: delete),
    ] + passwords.recovery()

  /// 201 with a session of the new account. It may write unless it says that it is a buyer's.
  private static func register(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let (nombre, email) = person(&fields)
    let password = fields.text("password", length: PasswordAccounts.length)
    let rol = fields.choice("rol", of: ["admin", "comprador"])
    try fields.finish()
    let usuario = try call.world.store.transaction { connection in
      try refuseTaken(connection, email, except: nil)
      return try Usuarios.insert(connection, nombre: nombre, email: email, password: password, rol: rol)
    }
    guard let usuario else { throw Problem(.internalError, "the created account could not be read back") }
    return try AuthEndpoints.signIn(call.world, usuario, status: 201)
  }

  private static func get(_ call: Call) throws -> Response {
    let id = try account(call)
    let response = try ResourceConventions.agroBridge.answer(call, key: "agrobridge/usuario/\(id)") {
      try Usuarios.row($0, id: id)?.json
    }
    guard let response else { throw gone }
    return response
  }

  private static func update(_ call: Call) throws -> Response {
    let id = try account(call)
    var fields = FieldReader(try call.request.jsonObject())
    let (nombre, email) = person(&fields)
    try fields.finish()
    let usuario = try call.world.store.transaction { connection in
      try refuseTaken(connection, email, except: id)
      if try Usuarios.row(connection, id: id)?.email != email { try passwords.endResets(of: id, connection) }
      return try Usuarios.update(connection, id: id, nombre: nombre, email: email)
    }
    guard let usuario else { throw gone }
    return .json(usuario.json)
  }

  /// Deletes the account and ends its sessions. Plots, producers and blocks are nobody's own, and stay.
  private static func delete(_ call: Call) throws -> Response {
    let id = try account(call)
    try call.world.store.transaction { connection in
      guard try Usuarios.delete(connection, id: id) else { throw gone }
      try passwords.endResets(of: id, connection)
    }
    try passwords.endSessions(of: id, call)
    return .noContent
  }

  private static func person(_ fields: inout FieldReader) -> (nombre: String, email: String) {
    let nombre = fields.text("nombre", length: 2...100)
    let email = fields.text("email", length: 5...254)
    if !EmailAddress.isValid(email) { fields.reject("email", EmailAddress.rule) }
    return (nombre, email)
  }

  private static func refuseTaken(_ connection: Connection, _ email: String, except id: String?) throws {
    guard let other = try Usuarios.row(connection, email: email), other.id != id else { return }
    throw Problem(.conflict, "another account has this e-mail address", field: "email", value: email)
  }

  private static func account(_ call: Call) throws(Problem) -> String {
    guard let principal = call.principal else { throw Problem(.unauthenticated, "a bearer token is needed") }
    return principal.account
  }

  private static let gone = Problem(.unauthenticated, "the token's account does not exist any more")
}
