import APISupport
import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// Whom a request acts as.

extension OperationHandler {
  /// The record of the account that a request acts as: that of its token, else the first account, since any credentials
  /// are good. nil where the API has no accounts, or none is left. Call it outside of transactions.
  ///
  /// - Throws: ``Problem`` of kind `unauthenticated` or `tokenExpired` for a token that was issued here and has ended.
  func actingAccount(_ call: Call) throws -> StoredRecord? {
    guard let accounts = api.accounts else { return nil }
    try RecordSeeds(api: api, world: call.world).require(accounts, below: [])
    if let principal = try principal(call) {
      guard let record = try call.world.store.read({ try accounts.record($0, id: principal.account, scope: [:]) })
      else {
        throw Problem(.unauthenticated, "the account of the token was deleted")
      }
      return record
    }
    if let account = try basicAccount(call) { return account }
    return try call.world.store.read { connection in
      var first = RowQuery()
      first.limit = 1
      return try accounts.documents.records(connection, first).first
    }
  }

  /// The call with the id of the account that it acts as, where the operation is about that account.
  func namingAccount(_ call: Call) throws -> Call {
    if accountParameters.isEmpty, !isAboutAccount { return call }
    let words = accountParameters.filter { Self.ownWords.contains(call.parameters[$0]) }
    guard isAboutAccount || !words.isEmpty, let account = try actingAccount(call) else { return call }
    var call = call
    call.parameters[AccountUse.parameter] = account.id
    for name in words { call.parameters[name] = account.id }
    return call
  }

  /// What stands for the acting account in the place of an id: `/users/me`.
  private static let ownWords: Set<String> = ["me", "@me", "self", "~me", "myself"]

  /// The parameters of the path that hold the ids of accounts.
  static func accountParameters(_ operation: OperationDescription, _ api: CustomAPI) -> [String] {
    guard let accounts = api.accounts?.resource.name else { return [] }
    let isOfAccount = (operation.linked?.named ?? operation.resource) == accounts && !operation.isIDInQuery
    let own = isOfAccount ? [operation.idParameter].compactMap(\.self) : []
    return own
      + operation.scopes.filter { $0.parent == accounts && $0.parameter != AccountUse.parameter }.map(\.parameter)
  }

  /// - Throws: ``Problem`` of kind `unauthenticated` or `tokenExpired` for a token that has ended, for one that was not
  ///   issued here with `--accounts strict`, and for none where the document refuses that but names no credentials.
  func requireValidToken(_ checked: CheckedRequest, _ call: Call) throws {
    guard api.accounts != nil, operation.account?.isForAnybody != true else { return }
    let isSecured = !checked.operation.credentials.isEmpty || takesToken(checked.operation)
    let isOfAccount =
      operation.account?.needsAccount == true
      || operation.scopes.contains { $0.parameter == AccountUse.parameter }
    guard isSecured || isOfAccount else { return }
    let texts = credentials(call.request)
    if try principal(of: texts, call) != nil || basicAccount(call) != nil { return try requireAdmin(checked, call) }
    if call.world.options.accounts.isStrict {
      throw Problem(.unauthenticated, "the token was not issued here; sign in to get one")
    }
    guard texts.isEmpty else { return }
    if !isSecured, checked.operation.answers.contains(where: { $0.status == "401" }) {
      throw Problem(.unauthenticated, "sign in, and send the token in Authorization")
    }
    if checked.operation.credentials.isEmpty, isSecured {
      throw Problem(.unauthenticated, "sign in, and send the token in the query")
    }
  }

  /// Whether the token of an account is a parameter of the query, which the document names without declaring it a key.
  private func takesToken(_ operation: DocumentedOperation) -> Bool {
    operation.parameters.contains { parameter in
      parameter.location == .query
        && api.tokenPlaces.contains { if case .query(let name) = $0 { name == parameter.name } else { false } }
    }
  }

  /// Whether the summary or the refusal says that only admins may do it: "Create a product (Admin only)".
  private var saysAdminsOnly: Bool {
    let place = JSONPointer(["paths", operation.path, operation.method.lowercased()])
    guard let object = api.document.root[place] else { return false }
    let refusal = object["responses"]?["403"]?["description"]?.string
    return [object["summary"]?.string, object["description"]?.string, refusal].compactMap(\.self).contains { text in
      let words = Words.split(String(text.prefix(400)))
      let names = words.indices.filter { ["admin", "admins", "administrator", "administrators"].contains(words[$0]) }
      // Whose a record is may change it, too.
      let areOthers = words.contains { ["owner", "owners", "author", "self", "own", "or"].contains($0) }
      return !areOthers
        && names.contains { name in
          words[max(0, name - 3)..<name].contains { ["only", "requires", "require", "must"].contains($0) }
            || words[name...].prefix(4).contains { ["only", "required", "role", "rights", "access"].contains($0) }
        }
    }
  }

  /// - Throws: ``Problem`` of kind `forbidden` where only admins may do it, the document refuses others, and the account's
  ///   record says that it is none.
  private func requireAdmin(_ checked: CheckedRequest, _ call: Call) throws(Problem) {
    let isOfAdmins = operation.path.split(separator: "/").contains { $0.lowercased() == "admin" }
    guard checked.operation.answers.contains(where: { $0.status == "403" }), isOfAdmins || saysAdminsOnly,
      let account = try? actingAccount(call), AccountNames.isAdmin(account.content) == false
    else { return }
    throw Problem(.forbidden, "only admins may do this")
  }

  /// The holder of the token that came with a request; nil for none, and for one that was not issued here.
  ///
  /// - Throws: As ``actingAccount(_:)``.
  func principal(_ call: Call) throws(Problem) -> Principal? { try principal(of: credentials(call.request), call) }

  private func principal(of texts: [String], _ call: Call) throws(Problem) -> Principal? {
    let tokens = call.world.accessTokens
    for text in texts where tokens.owner(of: text)?.api == api.name {
      return try tokens.verify(text, api: api.name)
    }
    return nil
  }

  /// The texts in a request that may be a token: in `Authorization`, and wherever the document has its keys.
  func credentials(_ request: Request) -> [String] {
    var found = request.headers.values("Authorization").map { line in
      // As a buffer, because a token has hundreds of bytes.
      let space = line.utf8.withContiguousStorageIfAvailable { $0.lastIndex(of: 0x20) } ?? nil
      return space.map { String(line.utf8.dropFirst($0 + 1)) ?? line } ?? line
    }
    for place in api.tokenPlaces {
      switch place {
      case .authorization: continue
      case .header(let name):
        found += request.headers.values(name).map { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : $0 }
      case .query(let name):
        found += (try? request.query())?.parameters.filter { $0.name == name }.map(\.value) ?? []
      case .cookie(let name): found += TokenPlaces.cookies(of: name, in: request)
      }
    }
    return found
  }
}

/// Where requests hold tokens.
enum TokenPlaces {
  /// Those that a document names: `Authorization`, and the places of its keys.
  static func all(in root: JSONValue) -> [DocumentedOperation.Credential] {
    let schemes = root["components"]?["securitySchemes"]?.object?.members ?? []
    if schemes.isEmpty { return [.authorization] + (undeclared(in: root).map { [.query($0)] } ?? []) }
    return [.authorization]
      + schemes.compactMap { scheme -> DocumentedOperation.Credential? in
        guard scheme.value["type"]?.string == "apiKey", let name = scheme.value["name"]?.string else { return nil }
        switch scheme.value["in"]?.string {
        case "header": return name.lowercased() == "authorization" ? nil : .header(name)
        case "query": return .query(name)
        case "cookie": return .cookie(name)
        default: return nil
        }
      }
  }

  /// The parameter of the query that most operations take a token in, where a document declares no keys at all; nil for none.
  private static func undeclared(in root: JSONValue) -> String? {
    var counts: [String: Int] = [:]
    var operations = 0
    for path in root["paths"]?.object?.members ?? [] {
      for operation in path.value.object?.members ?? [] where operation.value["responses"] != nil {
        operations += 1
        for parameter in operation.value["parameters"]?.array ?? [] where parameter["in"]?.string == "query" {
          guard let name = parameter["name"]?.string, names.contains(Words.key(name)) else { continue }
          counts[name, default: 0] += 1
        }
      }
    }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return most.flatMap { $0.value >= 3 && $0.value * 2 >= operations ? $0.key : nil }
  }

  private static let names: Set<String> = ["token", "accesstoken", "authtoken", "usertoken", "jwt"]

  /// Whether a document has another place for them than cookies.
  static func hasOthersThanCookies(in root: JSONValue) -> Bool {
    let schemes = root["components"]?["securitySchemes"]?.object?.members ?? []
    return schemes.contains { $0.value["type"]?.string != "apiKey" || $0.value["in"]?.string == "header" }
  }

  /// The values of the cookies of a name (RFC 6265 §4.2.1).
  static func cookies(of name: String, in request: Request) -> [String] {
    request.headers.values("Cookie").flatMap { line in
      line.split(separator: ";").compactMap { pair -> String? in
        let parts = pair.split(separator: "=", maxSplits: 1)
        return parts.count == 2 && String(parts[0]).trimmingBlanks() == name ? String(parts[1]) : nil
      }
    }
  }
}
