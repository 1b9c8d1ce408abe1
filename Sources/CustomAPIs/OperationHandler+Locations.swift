import HTTPCore
import Records
import World

// Where clients find records.

extension OperationHandler {
  /// The path of a record, for `Location` and its own members; nil when no operation reads it.
  func path(of record: StoredRecord, _ call: Call) -> String? {
    guard let collection, let path = plan(collection).path(of: record) else { return nil }
    return base(call) + path
  }

  /// Where the request found the API: below its name, in a world, or at the path of its server.
  func base(_ call: Call) -> String {
    let slash = UInt8(ascii: "/")
    var path = call.request.target.rawPath
    if let end = path.withUTF8({ Self.end(of: $0, without: pathDepth) }) { return String(path.utf8.prefix(end)) ?? "" }
    return path.utf8.split(separator: slash).dropLast(pathDepth).reduce(into: "") { base, part in
      base += "/"
      base += Substring(part)
    }
  }

  /// Where a path ends without its last segments, of which none is empty; nil for a path with an empty segment, and for
  /// one with fewer segments.
  private static func end(of path: UnsafeBufferPointer<UInt8>, without count: Int) -> Int? {
    let slash = UInt8(ascii: "/")
    var (left, end, following) = (count, path.count, slash)
    for place in path.indices.reversed() {
      if path[place] == slash {
        if following == slash { return nil }
        if left > 0 { (left, end) = (left - 1, place) }
      }
      following = path[place]
    }
    return left == 0 && path.first == slash ? end : nil
  }
}
