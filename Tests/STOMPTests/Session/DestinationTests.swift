import STOMP
import Testing

@Suite("A destination")
struct DestinationTests {
  /// What a client of STOMP 1.2 writes, and what the session makes of it.
  private static let spellings = [
    ("/topic//tenant/x", "/topic/tenant/x"), ("//topic/tenant/x", "/topic/tenant/x"),
    ("/topic/////tenant//x", "/topic/tenant/x"), ("/queue//a", "/queue/a"), ("/topic/a/", "/topic/a/"),
    ("/topic//", "/topic/"), ("/topic/a", "/topic/a"),
  ]

  private static let cases = Dialect.allCases.flatMap { dialect in spellings.map { (dialect, $0.0, $0.1) } }

  private func session(_ dialect: Dialect, _ version: String) -> Session {
    var session = Session(id: "s1", server: "test", dialect: dialect, now: 0)
    _ = session.receive(Array("CONNECT\naccept-version:\(version)\n\n\0".utf8), isText: true, now: 0) { _ in
      .accepted(user: nil, warning: nil)
    }
    return session
  }

  private func actions(_ session: inout Session, _ frame: String) -> [Action] {
    session.receive(Array(frame.utf8), isText: true, now: 0) { _ in .accepted(user: nil, warning: nil) }
  }

  /// RabbitMQ has no name for some of them, and may refuse; it must not understand another one.
  @Test("is written one way for SEND and SUBSCRIBE, whoever the broker is like", arguments: cases)
  func normalized(_ dialect: Dialect, _ written: String, _ expected: String) {
    var session = session(dialect, "1.2")
    let done =
      actions(&session, "SUBSCRIBE\nid:1\ndestination:\(written)\n\n\0")
      + actions(&session, "SEND\ndestination:\(written)\n\nx\0")
    var found: [String] = []
    for action in done {
      switch action {
      case .subscribe(let subscription): found.append(subscription.destination)
      case .publish(let publication): found.append(publication.destination)
      default: break
      }
    }
    #expect(found == (dialect == .rabbitmq && found.isEmpty ? [] : [expected, expected]))
  }

  @Test("ends a subscription of STOMP 1.0 however it is written", arguments: [Dialect.standard, .spring])
  func unsubscribed(_ dialect: Dialect) {
    var session = session(dialect, "1.0")
    _ = actions(&session, "SUBSCRIBE\ndestination:/topic//a\n\n\0")
    let ended = actions(&session, "UNSUBSCRIBE\ndestination://topic/a\n\n\0")
    #expect(ended == [.unsubscribe(number: 1, release: [])])
  }
}
