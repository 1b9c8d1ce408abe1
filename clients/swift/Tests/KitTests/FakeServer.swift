#if os(Linux)
  import Foundation
  import Glibc

  /// A server that gives the same response to everything, or none: what a test needs to see servers that are not ours.
  final class FakeServer: Sendable {
    let url: URL
    private let file: Int32

    /// - Parameter response: The body of each response; nil for no response at all.
    init(response: String?) throws {
      file = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let file = file
      let port = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = bind(file, address, size)
          _ = listen(file, 16)
          _ = getsockname(file, address, &size)
        }
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
      guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
      self.url = url
      Thread.detachNewThread {
        while case let client = accept(file, nil, nil), client >= 0 {
          guard let response else { continue }
          var request = [UInt8](repeating: 0, count: 65_536)
          _ = recv(client, &request, request.count, 0)
          let head = "HTTP/1.1 200 OK\r\nContent-Length: \(response.utf8.count)\r\nConnection: close\r\n\r\n"
          let bytes = Array((head + response).utf8)
          _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
          close(client)
        }
      }
    }

    deinit { shutdown(file, Int32(SHUT_RDWR)) }
  }
#endif
