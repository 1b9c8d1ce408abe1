import HTTPCore

/// A path of the control plane and its query, percent-encoded (RFC 3986 §2.1).
package struct ControlPath {
  package let text: String

  /// A path below `/_mock`.
  ///
  /// - Parameters:
  ///   - segments: Unencoded segments, which may contain slashes.
  ///   - query: Unencoded names and values.
  package init(_ segments: [String], query: [(name: String, value: String)] = []) {
    let path = "/_mock/" + segments.map(PercentEncoding.encode).joined(separator: "/")
    let pairs = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    text = pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
  }

  /// A path without changes.
  package init(verbatim text: String) {
    self.text = text
  }
}
