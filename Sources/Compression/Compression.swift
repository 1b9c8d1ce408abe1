import CZlib

/// Compresses and decompresses bodies for transfer (RFC 9110 §8.4.1), with zlib.
package enum Compression {
  /// A content coding.
  package enum Coding: Sendable, CaseIterable {
    /// RFC 1952.
    case gzip
    /// RFC 1950. Some senders use RFC 1951 instead, which is accepted as well.
    case deflate

    /// The coding of a name, in any case; nil for an unknown one.
    package init?(name: String) {
      switch name.lowercased() {
      case "gzip", "x-gzip": self = .gzip
      case "deflate": self = .deflate
      default: return nil
      }
    }
  }

  /// Why a body cannot be decompressed.
  package enum Failure: Error, Equatable {
    /// It is larger than the limit.
    case tooLarge
    /// It is not in its coding or is truncated, or the system has no memory.
    case unreadable
  }

  /// The largest body that is compressed, in bytes.
  package static let maximumBytes = 64 << 20

  /// Bytes in the gzip format. The result is the same each time.
  ///
  /// - Parameters:
  ///   - level: From 1, the fastest, to 9, the smallest.
  /// - Returns: nil for more than ``maximumBytes``, and when the system has no memory.
  package static func gzip(_ content: UnsafeRawBufferPointer, level: Int) -> [UInt8]? {
    guard content.count <= maximumBytes else { return nil }
    return withStream { stream -> [UInt8]? in
      guard mock_gzip_begin(stream, Int32(clamping: min(max(level, 1), 9))) == Z_OK else { return nil }
      defer { deflateEnd(stream) }
      let bound = Int(clamping: deflateBound(stream, UInt(content.count)))
      let input = content.bindMemory(to: UInt8.self)
      let result = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
        // zlib only reads from it.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(clamping: buffer.count)
        let isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
        count = isWhole ? buffer.count - Int(stream.pointee.avail_out) : 0
      }
      return result.isEmpty ? nil : result
    }
  }

  /// The bytes before the compression.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of the result in bytes.
  package static func expand(_ content: [UInt8], _ coding: Coding, limit: Int) throws(Failure) -> [UInt8] {
    switch coding {
    case .gzip:
      return try inflate(content, limit: limit, begin: mock_gzip_read)
    case .deflate:
      do {
        return try inflate(content, limit: limit, begin: mock_zlib_read)
      } catch .unreadable {
        return try inflate(content, limit: limit, begin: mock_deflate_read)
      }
    }
  }

  private static func inflate(
    _ content: [UInt8], limit: Int, begin: (UnsafeMutablePointer<z_stream>) -> Int32
  ) throws(Failure) -> [UInt8] {
    guard content.count <= Int(UInt32.max) else { throw .tooLarge }
    let result = withStream { stream -> Result<[UInt8], Failure> in
      guard begin(stream) == Z_OK else { return .failure(.unreadable) }
      defer { inflateEnd(stream) }
      return content.withUnsafeBufferPointer { input in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        return read(stream, limit: limit)
      }
    }
    return try result.get()
  }

  /// Bytes that are read in one step.
  private static let portion = 64 << 10

  private static func read(_ stream: UnsafeMutablePointer<z_stream>, limit: Int) -> Result<[UInt8], Failure> {
    var result: [UInt8] = []
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: portion) { buffer in
      while true {
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(portion)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        let count = portion - Int(stream.pointee.avail_out)
        guard count <= limit - result.count else { return .failure(.tooLarge) }
        result.append(contentsOf: buffer[..<count])
        switch status {
        case Z_OK: continue
        case Z_STREAM_END:
          guard stream.pointee.avail_in > 0 else { return .success(result) }
          // RFC 1952 §2.2: several members may follow each other.
          guard inflateReset(stream) == Z_OK else { return .failure(.unreadable) }
        default: return .failure(.unreadable)
        }
      }
    }
  }

  /// Passes a stream at a fixed address, because zlib keeps the address.
  private static func withStream<Result>(_ body: (UnsafeMutablePointer<z_stream>) -> Result) -> Result {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    return body(stream)
  }
}
