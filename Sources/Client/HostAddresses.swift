import Dispatch
import Platform
import Synchronization

/// Looks up the addresses of one host. Lookups may take seconds and block their thread, so only one runs at a time, and all
/// who ask meanwhile share its result.
package final class HostAddresses: Sendable {
  /// An address for socket(2) and connect(2).
  struct Address: Sendable {
    let family: Int32
    let kind: Int32
    let proto: Int32
    /// The bytes of a `sockaddr`.
    let bytes: [UInt8]
  }

  typealias Completion = @Sendable (Result<[Address], LookupFailure>) -> Void

  /// Why a host has no address.
  struct LookupFailure: Error {
    /// The system's message.
    let reason: String
  }

  let host: String
  let port: Int
  private let waiting = Mutex<[Completion]>([])
  private let queue = DispatchQueue(label: "mock-api.lookup")

  /// - Parameters:
  ///   - host: A name or an address.
  ///   - port: 1…65535.
  package init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Finds the addresses.
  ///
  /// - Parameters:
  ///   - completion: Called on any thread.
  func find(_ completion: @escaping Completion) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(completion)
      return waiting.count == 1
    }
    guard isFirst else { return }
    queue.async { [self] in
      let result = lookUp()
      let all = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for completion in all { completion(result) }
    }
  }

  private func lookUp() -> Result<[Address], LookupFailure> {
    var hints = addrinfo()
    hints.ai_socktype = CLibrary.streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    defer { if list != nil { freeaddrinfo(list) } }
    guard code == 0 else { return .failure(LookupFailure(reason: String(cString: gai_strerror(code)).lowercased())) }
    var addresses: [Address] = []
    var next = list
    while let info = next?.pointee {
      if let address = info.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen))
        addresses.append(
          Address(family: info.ai_family, kind: info.ai_socktype, proto: info.ai_protocol, bytes: Array(bytes)))
      }
      next = info.ai_next
    }
    return addresses.isEmpty ? .failure(LookupFailure(reason: "the host has no address")) : .success(addresses)
  }
}
