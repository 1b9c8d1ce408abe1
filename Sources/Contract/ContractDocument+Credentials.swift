import JSON

extension ContractDocument {
  /// Where the credential of a security scheme stands; nil for one that comes with the connection, and for a name that is
  /// none of the document's.
  package func credential(of name: String) -> DocumentedOperation.Credential? {
    let scheme = resolve(JSONPointer(["components", "securitySchemes", name]))?.value
    switch (scheme?["type"]?.string, scheme?["in"]?.string, scheme?["name"]?.string) {
    case ("apiKey"?, "query"?, let name?): return .query(name)
    case ("apiKey"?, "header"?, let name?): return .header(name)
    case ("apiKey"?, "cookie"?, let name?): return .cookie(name)
    // A certificate comes with the connection, not with the request.
    case ("mutualTLS"?, _, _): return nil
    case (nil, _, _): return scheme == nil && isBearer(undefined: name) ? .authorization : nil
    default: return .authorization
    }
  }

  /// Whether a scheme that the document does not define is a token of the `Authorization` header all the same:
  /// frameworks write `bearer` beside a definition of `JWT`.
  private func isBearer(undefined name: String) -> Bool {
    let words = ["bearer", "jwt", "token", "sanctum", "passport"]
    let isNamed = words.contains { name.lowercased().contains($0) }
    let schemes = root["components"]?["securitySchemes"]?.object?.members ?? []
    return isNamed
      && schemes.contains { scheme in
        let kind = scheme.value["type"]?.string ?? ""
        return ["http", "oauth2", "openIdConnect"].contains(kind)
          || kind == "apiKey" && scheme.value["in"]?.string == "header"
            && scheme.value["name"]?.string?.lowercased() == "authorization"
      }
  }
}
