/// The accounts of an API: the records of those who register, sign in and act.
package struct AccountsDescription: Sendable, Equatable {
  /// The resource whose records are the accounts.
  package var resource: String
  /// Properties of an account's record that name it when somebody signs in, such as `email` and `username`.
  package var names: [String] = []
  /// Whether somebody who has no account can get one by an operation.
  package var canRegister = false

  /// The accounts that a resource keeps.
  package init(resource: String) { self.resource = resource }
}

/// What an operation does for accounts, and where its request and its response say so. Places are names of properties,
/// with dots between those inside of one another; the empty text is the content itself.
package struct AccountUse: Sendable, Equatable {
  /// What it does.
  package enum Role: String, Sendable, CaseIterable {
    case register
    case signIn = "sign in"
    case signOut = "sign out"
    /// Exchanges a token for new ones.
    case refresh
    /// Shows, changes or deletes the account that a request acts as.
    case me
    case changePassword = "change password"
    /// Sends a code or a token to somebody who has lost a password, or checks one.
    case recover = "recover a password"
    /// Takes a new password from somebody who has such a code or token.
    case resetPassword = "reset password"
    /// Confirms an address of an account by a code, or sends that.
    case verify = "verify an address"
    /// Tells whether a name or an address is taken.
    case checkName = "check a name"
    /// Shows the account that a request acts as beside something else.
    case shows
    /// Creates a record and shows a token of the account once: that of an app or a device.
    case issueToken = "issue a token"
  }

  package var role: Role
  /// Whether it is for those who have no token yet, whatever the document secures.
  package var isForAnybody = false
  /// Where the response shows the account's record; nil for nowhere.
  package var record: String?
  /// Where the request names an account; parameters of the query count, too.
  package var names: [String] = []
  package var password: String?
  /// Where the password is repeated.
  package var confirmation: String?
  /// The password after a change.
  package var newPassword: String?
  /// The parameter of the path that names the account; nil for the one that acts.
  package var idParameter: String?
  /// Where the response shows the account's id beside its record.
  package var ids: [String] = []
  /// Where a request holds a refresh token.
  package var refreshToken: String?
  /// Where a request holds the code or the token that was sent for a reset of the password or to verify an address; a
  /// parameter of the path counts, too.
  package var code: String?
  /// The property of the response that says whether a name is taken, and whether it is true for one that is free.
  package var taken: String?
  package var isTrueForFree = false
  /// Where the response shows tokens, of which kind they are, and how long they hold: seconds, or the moment of their end.
  package var accessTokens: [String] = []
  package var refreshTokens: [String] = []
  package var tokenTypes: [String] = []
  package var lifetimes: [String] = []
  package var ends: [String] = []

  /// The parameter that stands for the account that a request acts as; no path has one of this name.
  package static let parameter = "@account"

  /// An operation's role.
  package init(_ role: Role) { self.role = role }

  /// Whether an account gets another password, which begins no session.
  package var changesPassword: Bool { role == .changePassword || role == .resetPassword }

  /// Whether its response shows a token.
  package var showsTokens: Bool { !accessTokens.isEmpty }

  /// The names that lead to a place.
  package static func names(_ place: String) -> [String] { place.split(separator: ".").map(String.init) }

  /// Every operation on the account of a request needs one.
  package var needsAccount: Bool { idParameter == nil && (role == .me || role == .changePassword || role == .signOut) }
}
