/// The words by which operations and properties are known that have to do with accounts.
enum AccountWords {
  /// What the records of accounts are called.
  static let people: [String] = [
    "user", "account", "customer", "member", "person", "profile", "client", "usuario", "cliente", "employee", "patient",
    "driver", "student", "player", "admin", "staff", "owner", "subscriber",
  ]

  /// Properties that name an account when somebody signs in, the surest first, without case and separators.
  static let names: [String] = [
    "email", "emailaddress", "mail", "useremail", "correo", "username", "login", "loginid", "userid", "phone",
    "phonenumber", "mobile", "mobilenumber", "usernameoremail", "emailorusername", "identifier", "identity", "handle",
    "nickname", "screenname", "user", "account", "name", "loginname", "usuario", "nombreusuario",
  ]
  static let passwords: Set<String> = [
    "password", "pass", "passwd", "pwd", "pin", "passcode", "passphrase", "userpassword", "plainpassword", "contrasena",
    "clave", "senha", "password1", "rawpassword", "secret", "accountpassword", "pw",
  ]
  static let oldPasswords: Set<String> = [
    "oldpassword", "currentpassword", "oldpass", "passwordold", "passwordcurrent", "existingpassword",
    "previouspassword", "oldpwd", "currentpwd", "currentpw", "oldpw", "passwordactual",
  ]
  static let newPasswords: Set<String> = [
    "newpassword", "passwordnew", "newpass", "newpwd", "newpw", "newpassword1", "nuevapassword", "passwordnueva",
  ]
  static let confirmations: Set<String> = [
    "passwordconfirmation", "confirmpassword", "passwordconfirm", "passwordverify", "verifypassword", "password2",
    "passwordrepeat", "repeatpassword", "repassword", "retypepassword", "passwordagain", "passwordcheck",
    "newpasswordverify", "newpasswordconfirm", "newpasswordconfirmation", "confirmnewpassword", "newpassword2",
    "confirmpass", "passwordrepetition", "confirmation", "cpassword", "confpassword", "passwordconf",
  ]

  /// Whether a property repeats a password: one of the usual names, or one of those with letters left out.
  static func isConfirmation(_ key: String) -> Bool {
    confirmations.contains(key) || key.hasPrefix("conf") && key.hasSuffix("password")
  }

  /// Whether a property holds a password, in whatever way.
  static func isPassword(_ name: String) -> Bool {
    let key = Words.key(name)
    return key != "secret" && key != "pin" && passwords.contains(key) || oldPasswords.contains(key)
      || newPasswords.contains(key) || key != "confirmation" && isConfirmation(key)
      || ["passwordhash", "hashedpassword", "encryptedpassword", "passworddigest", "passwordsalt"].contains(key)
  }

  static let accessTokens: Set<String> = [
    "token", "accesstoken", "jwt", "jwttoken", "authtoken", "sessiontoken", "bearertoken", "access", "idtoken",
    "authorizationtoken", "authenticationtoken", "apitoken", "usertoken", "bearer", "accessjwt",
  ]
  static let refreshTokens: Set<String> = ["refreshtoken", "refresh", "refreshjwt", "renewtoken", "renewaltoken"]
  static let lifetimes: Set<String> = [
    "expiresin", "expires", "expiry", "tokenexpiresin", "accesstokenexpiresin", "ttl",
  ]
  static let ends: Set<String> = [
    "expiresat", "expires", "expiry", "expiration", "exp", "expirationtime", "expiretime", "expireson", "validuntil",
    "accesstokenexpiresat", "tokenexpiresat", "expirationdate", "expiredat",
  ]

  static let signIn: [[String]] = [
    ["login"], ["signin"], ["sign", "in"], ["log", "in"], ["logon"], ["authenticate"], ["iniciar", "sesion"],
    ["authentication"], ["authentications"],
  ]
  /// Those that sign in when the request holds a password.
  static let signInWithPassword: [[String]] = [
    ["token"], ["tokens"], ["auth"], ["session"], ["sessions"], ["jwt"], ["oauth"], ["authorize"],
    ["acceso"],
  ]
  static let register: [[String]] = [
    ["register"], ["signup"], ["sign", "up"], ["registration"], ["registrations"], ["enroll"], ["create", "account"],
    ["registro"], ["registrar"], ["create", "user"], ["new", "user"],
  ]
  static let signOut: [[String]] = [
    ["logout"], ["signout"], ["sign", "out"], ["log", "out"], ["logoff"], ["cerrar", "sesion"], ["revoke", "token"],
    ["token", "blacklist"], ["token", "revoke"], ["oauth", "revoke"],
  ]
  static let recover: Set<String> = [
    "forgot", "forgotten", "reset", "recover", "recovery", "lost", "forget", "resend", "magiclink", "otp", "verify",
    "confirm", "confirmation", "verification", "activate", "olvide",
  ]
  /// Those of the operations for somebody who has lost a password.
  static let lost: Set<String> = [
    "forgot", "forgotten", "reset", "resets", "recover", "recovery", "lost", "forget", "olvide",
  ]
  /// Those of the operations that say whether a name is taken.
  static let checks: Set<String> = [
    "exist", "exists", "available", "availability", "taken", "check", "registered", "unique", "validate",
  ]
  /// Properties that say that, and whether they are true for a name that is taken.
  static let taken: [String: Bool] = [
    "exist": true, "exists": true, "taken": true, "istaken": true, "registered": true, "isregistered": true,
    "emailexists": true, "usernameexists": true, "userexists": true, "isexist": true, "isexists": true, "used": true,
    "available": false, "isavailable": false, "free": false, "unique": false, "isunique": false,
    "emailavailable": false, "usernameavailable": false,
  ]
  /// Properties that hold what was sent to somebody to prove that an address is theirs.
  static let codes: Set<String> = [
    "token", "code", "otp", "resettoken", "forgettoken", "forgottoken", "passwordresettoken", "resetcode", "otpcode",
    "verificationcode", "verificationtoken", "confirmationcode", "confirmationtoken", "recoverytoken", "recoverycode",
    "resetpasswordtoken", "passwordtoken", "key", "pin", "tempcode", "temporarytoken", "resetkey",
  ]
  /// What a path ends in that means the account of the caller.
  static let me: Set<String> = [
    "me", "whoami", "self", "myself", "currentuser", "getcurrentuser", "verifycredentials", "updatecredentials",
    "userinfo", "myprofile", "myaccount", "getme", "usersme", "updateme", "deleteme", "loggedinuser", "getprofile",
    "updateprofile", "authenticateduser",
  ]
  /// The same behind another name: `/current/user`, `/auth/session`.
  static let meAfter: [String: Set<String>] = [
    "current": ["user", "account", "customer", "member", "session"],
    "auth": ["user", "profile", "session", "account", "current"], "my": ["profile", "account", "user"],
    "me": ["profile", "account"], "user": ["current", "profile", "details", "info"], "account": ["profile", "details"],
    "users": ["current", "profile"], "accounts": ["current", "profile"], "customers": ["current", "profile"],
    "customer": ["current", "profile"], "member": ["profile", "current"], "members": ["profile", "current"],
    "session": ["user", "current"], "sessions": ["current"], "authentication": ["user", "profile"],
  ]
  /// The same where the document shows one record there: `/user`.
  static let meAlone: Set<String> = ["user", "profile", "account", "customer", "member", "session", "perfil"]
  /// What descriptions call the caller.
  static let whoeverAsks = [
    ["current", "user"], ["authenticated", "user"], ["logged", "in", "user"], ["signed", "in", "user"],
    ["your", "profile"], ["own", "profile"], ["my", "profile"], ["your", "account"], ["current", "account"],
    ["current", "customer"], ["current", "member"], ["logged", "in", "customer"],
  ]
  /// Properties of responses that show it beside something else.
  static let shown: Set<String> = ["myuser", "currentuser", "viewer", "authenticateduser", "loggedinuser", "me"]

  static let changes: Set<String> = ["update", "save", "edit", "set", "change", "modify", "patch"]
  static let deletions: Set<String> = ["delete", "remove", "close", "deactivate", "destroy", "cancel"]
  static let own: Set<String> = ["user", "account", "profile", "me", "credentials", "settings", "self", "myself"]

  /// Whether properties of these keys are about nothing but a session and whose it is.
  static func tellSession(_ keys: [String]) -> Bool {
    let tokens = accessTokens.union(refreshTokens)
    let others = lifetimes.union(ends).union(["id", "userid", "tokentype", "tokenexpires"])
    return keys.contains(where: tokens.contains) && keys.allSatisfy { tokens.contains($0) || others.contains($0) }
  }

  /// Whether words contain some others, one after the other.
  static func contain(_ words: [String], _ phrases: [[String]]) -> Bool {
    phrases.contains { phrase in
      guard phrase.count > 1 else { return words.contains(phrase[0]) }
      return words.indices.contains { words[$0...].starts(with: phrase) }
    }
  }
}
