import HTTPCore
import JSON
import Records
import Resources

// Accounts that may not sign in, since an operation has banned them.

extension OperationHandler {
  /// The property that says so where records have none for it. No response shows it.
  private static let barred = "mock-barred"
  private static let barring: Set<String> = ["ban", "suspend", "lock", "disable", "deactivate"]
  private static let admitting: Set<String> = [
    "unban", "unsuspend", "unlock", "enable", "activate", "reactivate", "reinstate",
  ]
  private static let states: Set<String> = [
    "banned", "suspended", "locked", "disabled", "deactivated", "blocked",
  ]

  /// Has an account be kept from signing in by `POST /users/{id}/ban` and the like, or be let in again, where its record
  /// has no property for that.
  func bar(_ content: inout JSONObject, _ collection: RecordCollection) {
    guard collection === api.accounts, operation.change == nil, operation.moments.isEmpty,
      let verb = operation.path.split(separator: "/").last.map({ Words.split(String($0)) })?.first
    else { return }
    if Self.barring.contains(verb) {
      content[Self.barred] = .bool(operation.method != "DELETE")
    } else if Self.admitting.contains(verb) {
      content[Self.barred] = nil
    }
  }

  /// - Throws: ``Problem`` for an account that is banned or suspended: of kind `forbidden` where the document has that,
  ///   else as for wrong credentials.
  func requireAdmitted(_ account: StoredRecord) throws {
    let isBarred = account.content.members.contains { member in
      if member.key == Self.barred { return member.value.bool == true }
      let key = Words.key(member.key)
      if let flag = member.value.bool {
        return flag && Self.states.contains(key.hasPrefix("is") ? String(key.dropFirst(2)) : key)
      }
      return ["status", "state", "accountstatus", "userstatus"].contains(key)
        && member.value.string.map { Self.states.contains(Words.key($0)) } ?? false
    }
    guard isBarred, !account.isSeed || account.content[Self.barred] != nil else { return }
    let isDocumented = try documented().answers.contains { $0.status == "403" }
    throw isDocumented ? Problem(.forbidden, "the account may not sign in") : Self.wrongCredentials
  }
}
