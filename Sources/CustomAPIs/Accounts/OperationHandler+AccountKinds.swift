import Resources

// Accounts of several kinds, each of which registers and signs in by paths of its own: `/driver/signup` and
// `/driver/login` beside `/customer/signup` and `/customer/login`.

extension OperationHandler {
  /// What accounts that the operation makes or looks for have in common: their kind; nothing where there is one kind.
  var accountScope: [String: String] {
    guard let role = operation.account?.role, role == .register || role == .signIn,
      let kind = AccountKinds.kind(of: operation), api.accountKinds.contains(kind)
    else { return [:] }
    return [AccountKinds.parent: kind]
  }
}

/// The kinds of accounts that an API has.
enum AccountKinds {
  /// What stands for the kind among the parents of an account's record; no path has a parameter of this name.
  static let parent = "@kind"

  /// Those that can both register and sign in; none where there is one kind.
  static func all(of model: APIModel) -> Set<String> {
    func kinds(_ role: AccountUse.Role) -> Set<String> {
      Set(model.operations.filter { $0.account?.role == role }.compactMap(kind))
    }
    let kinds = kinds(.register).intersection(kinds(.signIn))
    return kinds.count > 1 ? kinds : []
  }

  /// The first name of an operation's path that says whom it is for; nil for none.
  static func kind(of operation: OperationDescription) -> String? {
    let names = operation.path.split(separator: "/").map { $0.lowercased() }
    return names.dropLast().first { name in
      name.allSatisfy { $0.isLetter || $0 == "_" || $0 == "-" } && !general.contains(name)
    }.map { Words.singularKey($0) }
  }

  private static let general: Set<String> = [
    "api", "rest", "auth", "authentication", "oauth", "public", "v", "user", "users", "account", "accounts", "identity",
  ]
}
