/// Destinations of RabbitMQ 3.10.8: `/queue/NAME`, `/topic/KEY`, `/exchange/NAME/KEY`, `/amq/queue/NAME`,
/// `/reply-queue/NAME`, and a name without slashes, which is a queue. RabbitMQ allows no slash in a name; here a topic
/// may have some, because the server's own topics do.
enum RabbitMQDestination {
  private static let slash = UInt8(ascii: "/")
  private static let percent = UInt8(ascii: "%")

  /// The prefix of reply queues of one session.
  static let replyPrefix = "amq.gen-"
  /// The prefix of reply queues in `reply-to` of SEND, and of the ids of such subscriptions.
  static let temporaryPrefix = "/temp-queue/"
  /// The prefix of reply queues in the `reply-to` that the receiver gets.
  static let replyPath = "/reply-queue/"

  /// The normal form of a destination; nil for an invalid one.
  static func address(_ written: String) -> String? {
    if written.beginsWithBytes(of: replyPath) {
      let name = written.utf8.dropFirst(replyPath.utf8.count)
      return name.isEmpty ? nil : "/queue/" + escaped(name)
    }
    let parts = written.utf8.split(separator: slash, omittingEmptySubsequences: false)
    guard let first = parts.first, !written.isEmpty else { return nil }
    guard parts.count > 1 else { return "/queue/" + escaped(first) }
    // Names are not empty: neither //topic/a nor /topic//a nor /topic/a/ is a destination.
    let names = parts.dropFirst()
    guard first.isEmpty, !names.contains(where: \.isEmpty), names.count > 1 else { return nil }
    let rest = names.dropFirst()
    switch String(Substring(names[names.startIndex])) {
    case "queue": return rest.count == 1 ? path("queue", rest) : nil
    case "amq":
      guard rest.count == 2, let kind = rest.first, String(Substring(kind)) == "queue" else { return nil }
      return path("queue", rest.dropFirst())
    case "topic": return path("topic", rest)
    case "exchange":
      guard let name = rest.first else { return nil }
      return String(Substring(name)) == "amq.topic" && rest.count > 1
        ? path("topic", rest.dropFirst()) : path("exchange", rest)
    default: return nil
    }
  }

  private static func path(_ kind: String, _ names: some Sequence<Substring.UTF8View>) -> String {
    names.reduce("/\(kind)") { $0 + "/" + escaped($1) }
  }

  /// A name as RabbitMQ writes it: `%2F` is read as a slash, and slashes, percent signs and non-ASCII bytes are written
  /// as `%` and two digits.
  private static func escaped(_ name: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var rest = Array(name)[...]
    while let byte = rest.popFirst() {
      if byte == percent, rest.starts(with: "2F".utf8) {
        rest = rest.dropFirst(2)
        bytes += "%2F".utf8
      } else if byte == slash || byte == percent || byte < 0x20 || byte > 0x7F {
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += "%\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
