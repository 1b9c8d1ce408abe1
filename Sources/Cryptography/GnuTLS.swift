import CGnuTLS

/// Why a call of GnuTLS failed.
package struct CryptographyError: Error, Equatable, CustomStringConvertible {
  /// The reason as text, without a full stop.
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// - Parameter status: The result of a function of GnuTLS, less than zero.
  init(status: Int32) {
    let text = gnutls_strerror(status).map { String(cString: $0) } ?? "error \(status) of GnuTLS"
    self.init(text.hasSuffix(".") ? String(text.dropLast()) : text)
  }
}

/// Helpers for GnuTLS's functions, which return less than zero when they fail.
enum GnuTLS {
  /// Throws the error for the result of a function of GnuTLS.
  static func check(_ status: Int32) throws {
    guard status >= 0 else { throw CryptographyError(status: status) }
  }

  /// Passes bytes in GnuTLS's form; GnuTLS only reads them.
  static func lend<Result>(
    _ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) throws -> Result
  ) throws -> Result {
    try bytes.withUnsafeBufferPointer { buffer in
      let start = UnsafeMutablePointer(mutating: buffer.baseAddress)
      var datum = gnutls_datum_t(data: start, size: UInt32(clamping: buffer.count))
      return try withUnsafePointer(to: &datum) { pointer in try body(pointer) }
    }
  }

  /// The bytes that a function of GnuTLS allocates; this function frees them.
  static func take(_ body: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32) throws -> [UInt8] {
    var datum = gnutls_datum_t()
    defer { mock_tls_free(datum) }
    try check(body(&datum))
    return bytes(of: datum)
  }

  /// A field that GnuTLS copies to the caller's memory; nil when the certificate does not have it.
  static func field(
    _ read: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32
  ) throws -> [UInt8]? {
    var count = 0
    let status = read(nil, &count)
    guard status != GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE else { return nil }
    if status != GNUTLS_E_SHORT_MEMORY_BUFFER { try GnuTLS.check(status) }
    var bytes = [UInt8](repeating: 0, count: count)
    try GnuTLS.check(read(&bytes, &count))
    return Array(bytes.prefix(count))
  }

  /// A copy of bytes that GnuTLS owns.
  static func bytes(of datum: gnutls_datum_t) -> [UInt8] {
    Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
  }

  /// Creates an object of GnuTLS for the duration of a call.
  static func with<Object, Result>(
    _ make: (UnsafeMutablePointer<Object?>) -> Int32, free: (Object) -> Void,
    _ body: (Object) throws -> Result
  ) throws -> Result {
    var made: Object?
    try check(make(&made))
    guard let object = made else { throw CryptographyError(status: GNUTLS_E_MEMORY_ERROR) }
    defer { free(object) }
    return try body(object)
  }
}
