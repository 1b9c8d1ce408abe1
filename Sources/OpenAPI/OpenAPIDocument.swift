import JSON

/// An API document in a uniform format: OpenAPI 3.1 in one tree.
package struct OpenAPIDocument: Sendable {
  /// An address of the API in its document.
  package struct Server: Sendable, Hashable {
    /// The host name without port; nil if the document only has a path.
    package let host: String?
    /// The path before that of each operation, without a trailing slash: `/v1`, or empty.
    package let path: String

    /// Creates a server.
    package init(host: String?, path: String) {
      (self.host, self.path) = (host, path)
    }
  }

  /// The short name, such as `shop`.
  package let name: String
  /// The title in the document.
  package let title: String
  /// The document: `openapi` begins with `3.1`, all references have the form `#/…` and are valid, each operation has a
  /// unique `operationId`, parameters and responses of Swagger 2.0 are converted, and schemas are those of draft
  /// 2020-12.
  package let root: JSONValue
  /// The servers in the document's order; one without host and path if it names none.
  package let servers: [Server]
  /// The files in the order of reading, for watching them.
  package let files: [String]
  /// Notes about omitted or repaired parts, a sentence each, with the location.
  package var notes: [String] { unusedActions + repairs }
  /// The notes about actions of the overlay that select nothing, which may be meant for another document of the API.
  let unusedActions: [String]
  /// The other notes.
  let repairs: [String]

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - notes: Those about other things than actions of the overlay that select nothing.
  package init(
    name: String, title: String, root: JSONValue, servers: [Server], files: [String] = [], notes: [String] = [],
    unusedActions: [String] = []
  ) {
    (self.name, self.title, self.root) = (name, title, root)
    (self.servers, self.files, repairs, self.unusedActions) = (servers, files, notes, unusedActions)
  }
}

/// The error of an invalid document, overlay or data file.
package struct DocumentFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's path as it was given.
  package let file: String
  /// The line, from 1; nil when unknown.
  package let line: Int?
  /// The location in the document as a JSON Pointer (RFC 6901); nil when unknown.
  package let pointer: String?
  /// The error, as a sentence without a full stop.
  package let reason: String

  /// Creates a failure.
  package init(file: String, line: Int? = nil, pointer: String? = nil, reason: String) {
    (self.file, self.line, self.pointer, self.reason) = (file, line, pointer, reason)
  }

  /// For instance `shop.yaml:12: #/paths/~1pets/get: the reference leads nowhere`.
  package var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return pointer.map { "\(place): #\($0): \(reason)" } ?? "\(place): \(reason)"
  }
}

/// A defect of a document that the server can still use.
struct DocumentDefect: Sendable {
  static let lastCounts = "the server uses the last one"

  let failure: DocumentFailure
  /// What the server does instead of refusing the document.
  let remedy: String

  /// A warning, as a sentence.
  var sentence: String { "\(failure); \(remedy)." }
}
