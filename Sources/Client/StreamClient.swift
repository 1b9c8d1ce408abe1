import Dispatch
import Platform

/// A TCP connection to a server that never blocks: events come on a queue, and what is sent waits in memory until the server
/// takes it.
///
/// It uses Dispatch, which is there with Swift on Linux and macOS; a network library would add an event loop of its own.
/// `@unchecked Sendable` because all properties that change are used on `queue` only.
package final class StreamClient: @unchecked Sendable {
  /// What happens to a connection.
  package enum Event: Sendable {
    case opened
    case received([UInt8])
    /// The connection could not be opened, or has ended; the last event. The reason is for people.
    case closed(reason: String)
  }

  /// The most bytes that wait to be sent; more end the connection.
  private static let maximumWaitingBytes = 4 << 20
  /// The size of a piece that is read at a time.
  private static let pieceBytes = 16 << 10
  /// How long opening a connection may take, for all addresses together.
  private static let connectMilliseconds = 5000

  private let addresses: HostAddresses
  private let queue: DispatchQueue
  private let onEvent: @Sendable (Event) -> Void
  private var candidates: [HostAddresses.Address] = []
  private var descriptor: Int32 = -1
  private var reader: (any DispatchSourceRead)?
  private var writer: (any DispatchSourceWrite)?
  private var isOpen = false
  private var isClosed = false
  private var isPaused = false
  private var isReading = false
  private var isWriting = false
  private var isFinishing = false
  private var waiting: [UInt8] = []
  /// The number of bytes at the beginning of `waiting` that were sent.
  private var sent = 0
  private var failure = "no address responds"

  /// A connection that is not open yet.
  ///
  /// - Parameters:
  ///   - queue: A serial queue for all events.
  package init(_ addresses: HostAddresses, queue: DispatchQueue, onEvent: @escaping @Sendable (Event) -> Void) {
    (self.addresses, self.queue, self.onEvent) = (addresses, queue, onEvent)
  }

  // MARK: From any thread

  /// Opens the connection.
  package func open() {
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.connectMilliseconds)) { [weak self] in
      guard let self, !isOpen else { return }
      end("no response within \(Self.connectMilliseconds / 1000) s")
    }
    addresses.find { [self] result in
      queue.async { [self] in
        guard !isClosed else { return }
        switch result {
        case .success(let found):
          candidates = found
          connectToNext()
        case .failure(let failure): end(failure.reason)
        }
      }
    }
  }

  /// Sends bytes, after those that wait.
  package func send(_ bytes: [UInt8]) {
    queue.async { [self] in
      guard !isClosed, !isFinishing else { return }
      if sent == waiting.count { (waiting, sent) = ([], 0) }
      waiting += bytes
      guard waiting.count - sent <= Self.maximumWaitingBytes else { return end("it reads too slowly") }
      if isOpen { flush() }
    }
  }

  /// Stops or continues reading; meanwhile the server cannot send more than the systems' buffers hold.
  package func pauseReading(_ isPaused: Bool) {
    queue.async { [self] in
      self.isPaused = isPaused
      if isOpen { setReading(!isPaused) }
    }
  }

  /// Ends the connection when everything was sent. No further event comes.
  package func finish() {
    queue.async { [self] in
      guard !isClosed else { return }
      isFinishing = true
      if !isOpen || sent == waiting.count { tearDown() }
    }
  }

  // MARK: On the queue

  private func connectToNext() {
    guard !candidates.isEmpty else { return end(failure) }
    let address = candidates.removeFirst()
    let descriptor = socket(address.family, address.kind, address.proto)
    guard descriptor >= 0 else { return retry(errno) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var isOn: Int32 = 1
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let code = address.bytes.withUnsafeBytes { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return EINVAL }
      let result = connect(descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      return result == 0 ? 0 : errno
    }
    guard code == 0 || code == EINPROGRESS else {
      CLibrary.close(descriptor)
      return retry(code)
    }
    watch(descriptor)
  }

  private func retry(_ code: Int32) {
    failure = String(cString: strerror(code)).lowercased()
    connectToNext()
  }

  /// Watches a connection that is being opened: it can be written to when it is open, or has failed.
  private func watch(_ descriptor: Int32) {
    self.descriptor = descriptor
    let reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let writer = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
    reader.setEventHandler { [weak self] in self?.read() }
    writer.setEventHandler { [weak self] in self?.canWrite() }
    // The descriptor is closed when neither source uses it any more.
    let users = DispatchGroup()
    users.enter()
    users.enter()
    reader.setCancelHandler { users.leave() }
    writer.setCancelHandler { users.leave() }
    users.notify(queue: queue) { CLibrary.close(descriptor) }
    (self.reader, self.writer) = (reader, writer)
    (isReading, isWriting) = (false, false)
    setWriting(true)
  }

  private func canWrite() {
    guard !isOpen else { return flush() }
    var (code, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    if getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) != 0 { code = errno }
    guard code == 0 else {
      unwatch()
      return retry(code)
    }
    isOpen = true
    setReading(!isPaused)
    onEvent(.opened)
    flush()
  }

  private func flush() {
    while sent < waiting.count {
      let count = waiting.withUnsafeBytes { CLibrary.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        return setWriting(true)
      } else if errno != EINTR {
        return end(String(cString: strerror(errno)).lowercased())
      }
    }
    (waiting, sent) = ([], 0)
    setWriting(false)
    if isFinishing { tearDown() }
  }

  private func read() {
    guard isOpen, !isPaused, !isClosed else { return }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
      let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      (count, code) = (max(0, received), received < 0 ? errno : 0)
    }
    guard code == 0 else {
      if code != EAGAIN, code != EWOULDBLOCK, code != EINTR { end(String(cString: strerror(code)).lowercased()) }
      return
    }
    if isFinishing { return bytes.isEmpty ? tearDown() : () }
    if bytes.isEmpty { end("it closed the connection") } else { onEvent(.received(bytes)) }
  }

  private func end(_ reason: String) {
    guard !isClosed else { return }
    let isExpected = isFinishing
    tearDown()
    if !isExpected { onEvent(.closed(reason: reason)) }
  }

  private func tearDown() {
    (isClosed, isOpen) = (true, false)
    (waiting, sent, candidates) = ([], 0, [])
    unwatch()
  }

  private func unwatch() {
    // A source is released only while it runs.
    setReading(true)
    setWriting(true)
    reader?.cancel()
    writer?.cancel()
    (reader, writer) = (nil, nil)
  }

  private func setReading(_ isOn: Bool) {
    guard let reader, isOn != isReading else { return }
    isReading = isOn
    if isOn { reader.resume() } else { reader.suspend() }
  }

  private func setWriting(_ isOn: Bool) {
    guard let writer, isOn != isWriting else { return }
    isWriting = isOn
    if isOn { writer.resume() } else { writer.suspend() }
  }
}
