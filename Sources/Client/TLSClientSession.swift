import CGnuTLS
import HTTPCore
import Platform

/// TLS on a client's connected socket: it expects a certificate for the host by an authority that the system trusts, or by
/// one of the file that `CURL_CA_BUNDLE` or `SSL_CERT_FILE` names, as curl does.
final class TLSClientSession {
  private let session: gnutls_session_t
  private let credentials: gnutls_certificate_credentials_t
  private let host: String
  /// The bytes of a numeric host; none for a name.
  private let address: [UInt8]

  /// Prepares a session; ``shakeHands()`` begins it.
  ///
  /// - Parameters:
  ///   - descriptor: A socket that does not block. The caller closes it, after the session.
  ///   - host: A name or a numeric address.
  /// - Throws: ``BlockingSocket/Failure`` when there are no trusted certificates, or no memory.
  init(_ descriptor: Int32, host: String) throws(BlockingSocket.Failure) {
    var error: Int32 = 0
    let trusted =
      if let file = Self.trustedFile {
        file.withCString { mock_tls_trust($0, &error) }
      } else {
        mock_tls_trust(nil, &error)
      }
    guard let credentials = trusted else {
      throw BlockingSocket.Failure(reason: "the trusted certificates cannot be read: \(Self.text(error))")
    }
    address = Self.bytes(ofAddress: host)
    let made =
      address.isEmpty
      ? host.withCString { mock_tls_client_session(credentials, $0, descriptor) }
      : mock_tls_client_session(credentials, nil, descriptor)
    guard let session = made else {
      gnutls_certificate_free_credentials(credentials)
      throw BlockingSocket.Failure(reason: "there is no memory for TLS")
    }
    (self.session, self.credentials, self.host) = (session, credentials, host)
  }

  /// The bytes of a numeric address in the order of the network; none for a name.
  private static func bytes(ofAddress host: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, host, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, host, &bytes) == 1 ? bytes : []
  }

  deinit {
    gnutls_deinit(session)
    gnutls_certificate_free_credentials(credentials)
  }

  private static var trustedFile: String? {
    for name in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
      if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
    }
    return nil
  }

  /// Whether what the session waits for is room to send, rather than bytes of the peer.
  var waitsToSend: Bool { gnutls_record_get_direction(session) != 0 }

  /// Continues the handshake.
  ///
  /// - Returns: Whether it is over; false when it waits for the socket.
  /// - Throws: ``BlockingSocket/Failure``, for a certificate that is not trusted too.
  func shakeHands() throws(BlockingSocket.Failure) -> Bool {
    while true {
      let code = gnutls_handshake(session)
      if code == GNUTLS_E_SUCCESS { break }
      if code == GNUTLS_E_AGAIN { return false }
      guard code == GNUTLS_E_INTERRUPTED || gnutls_error_is_fatal(code) == 0 else {
        throw BlockingSocket.Failure(reason: "TLS: \(Self.text(code))")
      }
    }
    var reason = gnutls_datum_t()
    let code = host.withCString { mock_tls_verify(session, $0, address, UInt32(address.count), &reason) }
    defer { mock_tls_free(reason) }
    guard code != GNUTLS_E_SUCCESS else { return true }
    guard let bytes = reason.data, reason.size > 0 else {
      throw BlockingSocket.Failure(reason: "TLS: \(Self.text(code))")
    }
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: Int(reason.size)), as: UTF8.self)
    throw BlockingSocket.Failure(reason: "TLS: \(text.trimmingBlanks())")
  }

  /// Sends bytes.
  ///
  /// - Returns: How many were sent; nil when it waits for the socket.
  /// - Throws: ``BlockingSocket/Failure``.
  func send(_ bytes: ArraySlice<UInt8>) throws(BlockingSocket.Failure) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { gnutls_record_send(session, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if try isWaiting(count) { return nil }
    }
  }

  /// The next bytes; empty at the end, and nil when it waits for the socket.
  ///
  /// - Throws: ``BlockingSocket/Failure``.
  func receive(atMost limit: Int) throws(BlockingSocket.Failure) -> [UInt8]? {
    while true {
      var result = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        result = gnutls_record_recv(session, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      // Many servers end the connection without saying so before.
      if result >= 0 || result == Int(GNUTLS_E_PREMATURE_TERMINATION) { return bytes }
      if try isWaiting(result) { return nil }
    }
  }

  /// Tells the peer that nothing more comes, without waiting.
  func end() { _ = gnutls_bye(session, GNUTLS_SHUT_WR) }

  /// Whether a call waits for the socket; otherwise it can be made again.
  private func isWaiting(_ code: Int) throws(BlockingSocket.Failure) -> Bool {
    let code = Int32(clamping: code)
    guard code == GNUTLS_E_AGAIN || gnutls_error_is_fatal(code) == 0 else {
      throw BlockingSocket.Failure(reason: "TLS: \(Self.text(code))")
    }
    return code == GNUTLS_E_AGAIN
  }

  private static func text(_ code: Int32) -> String {
    gnutls_strerror(code).map { String(cString: $0) } ?? "error \(code) of GnuTLS"
  }
}
