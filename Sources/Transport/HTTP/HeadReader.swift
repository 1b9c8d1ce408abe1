import CMicroHTTPD
import HTTPCore

/// A header section as libmicrohttpd read it.
struct HeadReader {
  /// The request line in libmicrohttpd's memory; good within the callback that it was given to.
  struct Line {
    let method: UnsafePointer<CChar>
    let version: UnsafePointer<CChar>
  }

  private(set) var headers = HeaderFields()
  /// Whether each field stands where it was sent, right behind the one before. Where not, a line was folded (RFC 9112
  /// §5.2), which libmicrohttpd appends to the field's name, or a NUL has hidden the rest of a line from it.
  private(set) var isAsSent = true

  /// Bytes of `HTTP/1.1`.
  private static let versionBytes = 8

  /// Fields still to be left out at the beginning.
  private var omitted: Int
  /// Where the last line ended, without its line feed.
  private var end: UnsafePointer<CChar>?

  /// Copies the fields of a request out of libmicrohttpd.
  ///
  /// - Parameters:
  ///   - omitted: How many fields at the beginning are none of the client's.
  init(_ connection: OpaquePointer, _ line: Line, omitting omitted: Int) {
    self.omitted = omitted
    end = mock_misjudges_heads() ? line.version + Self.versionBytes : nil
    withUnsafeMutablePointer(to: &self) { reader in
      mock_each_header(
        connection,
        { context, _, name, nameCount, value, valueCount in
          guard let context, let name else { return mock_yes() }
          context.assumingMemoryBound(to: HeadReader.self).pointee.add(name, nameCount, value, valueCount)
          return mock_yes()
        }, reader)
    }
    // A line feed, alone or behind a carriage return, ends the last line, and another one the section.
    guard let end else { return }
    isAsSent = isAsSent && (2...4).contains(line.method + mock_head_size(connection) - end)
  }

  private mutating func add(
    _ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>?, _ valueCount: Int
  ) {
    guard omitted == 0 else {
      omitted -= 1
      return
    }
    if let end, let value {
      isAsSent = isAsSent && (1...2).contains(name - end)
      self.end = value + valueCount
    }
    headers.append(Self.text(name, nameCount), value.map { Self.text($0, valueCount) } ?? "")
  }

  private static func text(_ start: UnsafePointer<CChar>, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
