/// Mistakes in where a client listens, and in how it says who it is; the frame is taken in spite of them.
extension Diagnosis {
  /// A subscription to a name that is nearly one of those that messages are published to.
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
  ///   - nearest: What was probably meant.
  package static func destinationWithoutSlash(_ destination: String, nearest: String) -> Diagnosis {
    Diagnosis(
      .destinationWithoutSlash, found: Excerpt.quoted(destination), expected: Excerpt.quoted(nearest),
      cause: "the slash belongs to the name, so this is another destination; write \(nearest)")
  }

  /// A subscription whose messages are for others.
  ///
  /// - Parameters:
  ///   - own: The session's own destination that is like it; nil for none.
  ///   - user: Who the session is; nil for the anonymous.
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
  ///   - user: Who the session is; nil for the anonymous.
  package static func foreignPublication(_ destination: String, user: String?) -> Diagnosis {
    let who = user.map { "this session is \($0)'s, whose tenant is another" } ?? "this session is anonymous"
    return Diagnosis(
      .foreignDestination, found: "a message to \(Excerpt.quoted(destination))",
      expected: "a destination of the session's tenant, or one without a tenant",
      cause: "\(who): what it sent would be taken for that tenant's own")
  }

  /// A header that looks like a credential and is none.
  package static func unreadCredential(_ header: Header) -> Diagnosis {
    Diagnosis(
      .unreadCredential, offset: header.offset, found: "a header \(Excerpt.quoted(header.name))",
      expected: "authorization",
      cause: "the server does not look there, so the session is anonymous; write authorization:Bearer and the token")
  }

  /// A credential that is taken here, and that other servers may not look for.
  ///
  /// - Parameters:
  ///   - found: Where or how it came, such as `x-authorization`.
  package static func unusualCredential(_ found: String) -> Diagnosis {
    Diagnosis(
      .unusualCredential, found: found, expected: "authorization:Bearer and the token",
      cause: "it was accepted, but a server may look for authorization with Bearer alone")
  }

  /// A user name and password that are no account's.
  package static func wrongPasscode(login: Header) -> Diagnosis {
    Diagnosis(
      .badToken, offset: login.offset, found: "login \(Excerpt.quoted(login.value)) with its passcode",
      expected: "user name or e-mail address and password of an account",
      cause: "they do not belong together; send authorization:Bearer and a token, or the account's own")
  }

  /// A header whose name has a blank at an end since 1.1, where nothing is trimmed (checklist row 9).
  static func paddedName(_ header: Header) -> Diagnosis {
    let name = header.name.trimmingBlanks
    return Diagnosis(
      .paddedName, offset: header.offset, found: "a header \(Excerpt.quoted(header.name))",
      expected: Excerpt.quoted(name),
      cause: "since STOMP 1.1 blanks belong to a name, so the server ignored this header; write \(name):…")
  }
}
