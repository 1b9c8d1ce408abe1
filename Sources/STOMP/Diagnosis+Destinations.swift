/// Mistakes in destinations and credentials; the frame is accepted nevertheless.
extension Diagnosis {
  /// A subscription to a name that is similar to a known destination.
  package static func unknownDestination(_ destination: String, nearest: String) -> Diagnosis {
    Diagnosis(
      .unknownDestination, found: Excerpt.quoted(destination), expected: Excerpt.quoted(nearest),
      cause: "a slip of the pen: the subscription was taken, but the server publishes nothing there; write \(nearest)")
  }

  /// A destination that the broker refuses.
  static func invalidDestination(_ destination: Header) -> Diagnosis {
    Diagnosis(
      .invalidDestination, offset: destination.offset, found: Excerpt.quoted(destination.value),
      expected: "/queue/…, /topic/…, /exchange/…, /amq/queue/… or /reply-queue/… with a name behind it",
      cause: """
        RabbitMQ has no other kinds of destinations: /user and /app are Spring's, names are not empty, and a temporary \
        queue is made by reply-to:/temp-queue/NAME of SEND alone
        """)
  }

  /// A destination that the broker does not serve.
  static func droppedDestination(_ destination: String) -> Diagnosis {
    Diagnosis(
      .droppedDestination, found: Excerpt.quoted(destination), expected: "/topic/…, /queue/…, /user/… or /app/…",
      cause:
        "a simple broker of Spring's drops frames to other destinations without a word, and so does this server now")
  }

  /// A destination such as `topic/a`.
  ///
  /// - Parameters:
  ///   - nearest: The most likely intention.
  package static func destinationWithoutSlash(_ destination: String, nearest: String) -> Diagnosis {
    Diagnosis(
      .destinationWithoutSlash, found: Excerpt.quoted(destination), expected: Excerpt.quoted(nearest),
      cause: "the slash belongs to the name, so this is another destination; write \(nearest)")
  }

  /// A subscription to messages of others.
  ///
  /// - Parameters:
  ///   - own: A similar destination of the session; nil for none.
  ///   - user: The session's user; nil for an anonymous one.
  package static func foreignDestination(_ destination: String, own: String?, user: String?) -> Diagnosis {
    let who = user.map { "this session is \($0)'s, whose tenant is another" } ?? "this session is anonymous"
    return Diagnosis(
      .foreignDestination, found: Excerpt.quoted(destination),
      expected: own.map(Excerpt.quoted) ?? "a CONNECT with the token of an account of that tenant",
      cause: "\(who): the subscription was taken, but it gets no messages of that tenant")
  }

  /// A message to a destination of others.
  ///
  /// - Parameters:
  ///   - user: The session's user; nil for an anonymous one.
  package static func foreignPublication(_ destination: String, user: String?) -> Diagnosis {
    let who = user.map { "this session is \($0)'s, whose tenant is another" } ?? "this session is anonymous"
    return Diagnosis(
      .foreignDestination, found: "a message to \(Excerpt.quoted(destination))",
      expected: "a destination of the session's tenant, or one without a tenant",
      cause: "\(who): what it sent would be taken for that tenant's own")
  }

  /// A header that looks like a credential and is not.
  package static func unreadCredential(_ header: Header) -> Diagnosis {
    Diagnosis(
      .unreadCredential, offset: header.offset, found: "a header \(Excerpt.quoted(header.name))",
      expected: "authorization",
      cause: "the server does not look there, so the session is anonymous; write authorization:Bearer and the token")
  }

  /// A credential that the server accepts, and that other servers may ignore.
  ///
  /// - Parameters:
  ///   - found: The header or the form of the credential, such as `x-authorization`.
  package static func unusualCredential(_ found: String) -> Diagnosis {
    Diagnosis(
      .unusualCredential, found: found, expected: "authorization:Bearer and the token",
      cause: "it was accepted, but a server may look for authorization with Bearer alone")
  }

  /// A user name and password that belong to no account.
  package static func wrongPasscode(login: Header) -> Diagnosis {
    Diagnosis(
      .badToken, offset: login.offset, found: "login \(Excerpt.quoted(login.value)) with its passcode",
      expected: "user name or e-mail address and password of an account",
      cause: "they do not belong together; send authorization:Bearer and a token, or the account's own")
  }

  /// A header whose name begins or ends with a space since 1.1, where nothing is trimmed (checklist row 9).
  static func paddedName(_ header: Header) -> Diagnosis {
    let name = header.name.trimmingBlanks
    return Diagnosis(
      .paddedName, offset: header.offset, found: "a header \(Excerpt.quoted(header.name))",
      expected: Excerpt.quoted(name),
      cause: "since STOMP 1.1 blanks belong to a name, so the server ignored this header; write \(name):…")
  }
}
