/// A STOMP broker of its own that serves a server's sessions, as with Spring's `enableStompBrokerRelay`: where it is,
/// what to sign in with, and which destinations it serves.
package struct RemoteBrokerTarget: Sendable, Equatable {
  /// The port of STOMP by convention.
  package static let usualPort = 61_613

  package let host: String
  /// 1…65535.
  package let port: Int
  /// The user name of every connection to the broker; nil to sign in without one.
  package let login: String?
  package let passcode: String?
  /// The virtual host, for the header `host` of CONNECT.
  package let virtualHost: String
  /// The beginnings of the destinations that the broker serves, without a slash at the end; empty for all but those of the
  /// application and of users, which only this server can serve.
  package var destinations: [String] = []

  /// Creates a target.
  package init(
    host: String, port: Int = usualPort, login: String? = nil, passcode: String? = nil, virtualHost: String = "/"
  ) {
    (self.host, self.port, self.login, self.passcode) = (host, port, login, passcode)
    self.virtualHost = virtualHost
  }

  /// Host and port, for messages; never the credentials.
  package var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// The prefixes of destinations that no other broker can serve.
  private static let own = ["/app/", "/user/"]

  /// Whether the broker serves a destination, as a client wrote it.
  package func serves(_ destination: String) -> Bool {
    let name = DestinationName.normalized(destination)
    guard !Self.own.contains(where: name.beginsWithBytes) else { return false }
    return destinations.isEmpty || destinations.contains { name == $0 || name.beginsWithBytes(of: $0 + "/") }
  }

  /// The CONNECT for the broker: that of a client with other credentials and another virtual host, or one of the server.
  package func connect(_ frame: Frame) -> Frame {
    let replaced: Set<String> = ["login", "passcode", "host"]
    var headers = Headers(frame.headers.filter { !replaced.contains($0.name) })
    headers.append(Header("host", virtualHost))
    if let login { headers.append(Header("login", login)) }
    if let passcode { headers.append(Header("passcode", passcode)) }
    return Frame(frame.command, headers)
  }
}

/// How a broker writes destinations.
package enum RemoteDestinations: Sendable {
  /// As they are.
  case plain
  /// RabbitMQ allows no slash in the name of a topic or queue, and reads `%2F` as one.
  case rabbitMQ

  private static let kinds = ["/topic/", "/queue/"]

  /// The way of the broker whose CONNECTED has these headers.
  package init(_ headers: Headers) {
    self = headers["server"]?.beginsWithBytes(of: "RabbitMQ") == true ? .rabbitMQ : .plain
  }

  /// The frame as the broker reads it.
  package func outgoing(_ frame: Frame) -> Frame {
    change(frame) { name in
      guard name.utf8.contains(UInt8(ascii: "/")) else { return nil }
      return name.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F")
    }
  }

  /// The frame as this server's clients read it.
  package func incoming(_ frame: Frame) -> Frame {
    change(frame) { name in
      var (bytes, rest) = ([UInt8](), Array(name.utf8)[...])
      while let byte = rest.first {
        let isSlash = rest.starts(with: "%2F".utf8)
        bytes.append(isSlash ? UInt8(ascii: "/") : byte)
        rest = rest.dropFirst(isSlash ? 3 : 1)
      }
      return bytes.count == name.utf8.count ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Replaces the name in the destination of a frame.
  ///
  /// - Parameters:
  ///   - edit: The new name; nil to keep it.
  private func change(_ frame: Frame, _ edit: (String) -> String?) -> Frame {
    guard self == .rabbitMQ, let header = frame.headers.header("destination"),
      let kind = Self.kinds.first(where: header.value.beginsWithBytes),
      let name = edit(String(Substring(header.value.utf8.dropFirst(kind.utf8.count))))
    else { return frame }
    var frame = frame
    frame.headers = Headers(
      frame.headers.map { $0.name == header.name ? Header($0.name, kind + name, offset: $0.offset) : $0 })
    return frame
  }
}
