import JSON

/// What the properties of accounts' records are called.
package enum AccountNames {
  /// What stands in place of a password that a record must have.
  package static let mask = JSONValue.string("********")

  /// Whether a property holds a password.
  package static func isPassword(_ name: String) -> Bool { AccountWords.isPassword(name) }

  private static let groups: [[String]] = [
    ["email", "mail", "emailaddress", "useremail", "correo"],
    ["username", "login", "handle", "nickname", "screenname", "loginname", "usuario", "name"],
    ["phone", "phonenumber", "mobile", "mobilenumber"], ["displayname", "fullname", "name"],
    ["data", "usermetadata", "metadata", "userdata"],
  ]

  /// The properties among some that mean the same as one of another name, the surest first.
  package static func others(of name: String, among names: [String]) -> [String] {
    let key = Words.key(name)
    return groups.filter { $0.contains(key) }.flatMap { group in
      group.compactMap { other in other == key ? nil : names.first { Words.key($0) == other } }
    }
  }

  private static let adminFlags: Set<String> = [
    "isadmin", "admin", "issuperuser", "isstaff", "superuser", "administrator",
  ]
  private static let adminWords: Set<String> = [
    "admin", "administrator", "owner", "superuser", "super", "root", "staff", "manager", "moderator", "superadmin",
  ]

  /// Whether an account's record says that it is an admin's; nil where it says nothing of that.
  package static func isAdmin(_ record: JSONObject) -> Bool? {
    var said: Bool?
    for member in record.members {
      let key = Words.key(member.key)
      if adminFlags.contains(key), let flag = member.value.bool { said = said == true || flag }
      if ["role", "roles", "usertype", "accounttype", "userrole"].contains(key) {
        let texts = member.value.array?.compactMap(\.string) ?? [member.value.string].compactMap(\.self)
        guard !texts.isEmpty else { continue }
        said = said == true || texts.contains { !adminWords.isDisjoint(with: Words.split($0)) }
      }
    }
    return said
  }

  /// What somebody is who registers: none of those that may do more than others; nil where all may.
  package static func ordinaryRole(of values: [String]) -> String? {
    let plain = values.filter { adminWords.isDisjoint(with: Words.split($0)) }
    return plain.first { ordinaryWords.contains($0.lowercased()) } ?? plain.first
  }

  private static let ordinaryWords: Set<String> = [
    "user", "member", "customer", "client", "patient", "student", "buyer", "guest", "passenger", "rider", "viewer",
  ]

  /// Whether no two accounts have the same in a property.
  package static func isOwn(_ name: String) -> Bool {
    groups[0].contains(Words.key(name)) || groups[1].contains(Words.key(name))
  }
}
