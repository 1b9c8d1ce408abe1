import CMicroHTTPD
import HTTPCore
import Platform

/// A header section as libmicrohttpd read it.
struct HeadReader {
  /// The request line in libmicrohttpd's memory; valid within the callback that receives it.
  struct Line {
    let method: UnsafePointer<CChar>
    /// The start of the target, and its number of bytes up to the first NUL; nil when unknown.
    let target: (start: UnsafePointer<CChar>, count: Int)?
    let version: UnsafePointer<CChar>

    /// Whether only spaces separate method, target and version. Otherwise the library has ended one of them at a NUL.
    fileprivate var isWhole: Bool {
      guard let target else { return true }
      let gap = UnsafeBufferPointer(
        start: method + strlen(method), count: max(0, target.start - method - strlen(method)))
      // The library ends the method by a NUL in place of the first space.
      return gap.first == 0 && gap.dropFirst().allSatisfy { $0 == 0x20 } && target.start + target.count + 1 == version
    }
  }

  /// Defects that libmicrohttpd accepts and the rules of HTTP do not.
  private enum Defect: Comparable {
    /// A folded line (RFC 9112 §5.2), which libmicrohttpd appends to the field's name, or a line that it has ended at a
    /// NUL.
    case unlikeSent
    /// A line ends with a line feed alone.
    case bareLineFeed
  }

  private(set) var headers = HeaderFields(capacity: Self.usualCount)
  private var defect: Defect?

  /// The initial capacity for fields.
  private static let usualCount = 8

  /// Bytes of `HTTP/1.1`, and of the end of a line.
  private static let versionBytes = 8
  private static let lineEndBytes = 2

  /// Fields at the beginning that remain to be omitted.
  private var omitted: Int
  /// The end of the last line, without its line end.
  private var end: UnsafePointer<CChar>?

  /// Copies the fields of a request out of libmicrohttpd.
  ///
  /// - Parameters:
  ///   - omitted: The number of fields at the beginning that are not the client's.
  init(_ connection: OpaquePointer, _ line: Line, omitting omitted: Int) {
    self.omitted = omitted
    let isClassified = mock_misjudges_heads()
    if isClassified, !line.isWhole { defect = .unlikeSent }
    end = isClassified ? line.version + Self.versionBytes : nil
    withUnsafeMutablePointer(to: &self) { reader in
      mock_each_header(
        connection,
        { context, _, name, nameCount, value, valueCount in
          guard let context, let name else { return mock_yes() }
          context.assumingMemoryBound(to: HeadReader.self).pointee.add(name, nameCount, value, valueCount)
          return mock_yes()
        }, reader)
    }
    // The end of the last line, and the empty line after it.
    if let end { classify(line.method + mock_head_size(connection) - end, lines: 2) }
  }

  private mutating func add(
    _ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>?, _ valueCount: Int
  ) {
    guard omitted == 0 else {
      omitted -= 1
      return
    }
    if let end, let value {
      classify(name - end, lines: 1)
      self.end = value + valueCount
    }
    headers.append(Self.text(name, nameCount), value.map { Self.text($0, valueCount) } ?? "")
  }

  /// Checks the bytes between the known parts of one line and of the next one.
  private mutating func classify(_ gap: Int, lines: Int) {
    guard gap != lines * Self.lineEndBytes else { return }
    let found = (lines..<lines * Self.lineEndBytes).contains(gap) ? Defect.bareLineFeed : .unlikeSent
    defect = defect.map { min($0, found) } ?? found
  }

  /// The reason to refuse the header section; nil when its lines are valid.
  var problem: Problem? {
    switch defect {
    case nil: nil
    case .unlikeSent:
      Problem(
        .malformedRequest,
        "the request line holds a NUL, or a header line does, or begins with a blank, which continued the line before it"
          + " once (RFC 9112 §5.2)", field: "headers")
    case .bareLineFeed:
      Problem(
        .malformedRequest,
        "a line ends with a line feed alone; it must end with a carriage return and a line feed (RFC 9112 §2.2)",
        field: "headers")
    }
  }

  private static func text(_ start: UnsafePointer<CChar>, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
