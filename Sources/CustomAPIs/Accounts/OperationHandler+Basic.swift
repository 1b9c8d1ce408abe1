import HTTPCore
import JSON
import Records
import Resources
import World

// Names and passwords that come with each request (RFC 7617).

extension OperationHandler {
  /// The account whose name and password a request has; nil where the document has no such credentials, and for a name
  /// that no account has, since any credentials are good. Call it outside of transactions.
  ///
  /// - Throws: ``Problem`` of kind `unauthenticated` for another password than the account's.
  func basicAccount(_ call: Call) throws -> StoredRecord? {
    guard let accounts = api.accounts, api.takesBasic else { return nil }
    for line in call.request.headers.values("Authorization") {
      guard let (name, password) = Self.basic(line), !name.isEmpty else { continue }
      try RecordSeeds(api: api, world: call.world).require(accounts, below: [])
      guard let account = try account(named: [name], accounts, call.world) else { continue }
      guard try accounts.isPassword(password, of: account, call.world) else {
        throw Problem(.unauthenticated, "the name or the password is wrong")
      }
      return account
    }
    return nil
  }

  /// The name and the password of a header; nil for another scheme.
  private static func basic(_ line: String) -> (name: String, password: String)? {
    guard line.prefix(6).lowercased() == "basic " else { return nil }
    let plain = line.dropFirst(6).filter { $0 != "=" && $0 != " " }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    guard let bytes = Base64URL.decode(String(plain).utf8), let text = String(validating: bytes, as: UTF8.self),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}

extension CustomAPI {
  /// Whether a document has names and passwords as credentials.
  static func takesBasic(_ root: JSONValue) -> Bool {
    (root["components"]?["securitySchemes"]?.object?.members ?? []).contains { scheme in
      scheme.value["type"]?.string == "http" && scheme.value["scheme"]?.string?.lowercased() == "basic"
    }
  }
}
