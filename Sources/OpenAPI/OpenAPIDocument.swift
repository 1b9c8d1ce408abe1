import JSON

/// An API document in one form, whatever it was written in: OpenAPI 3.1 in one tree.
package struct OpenAPIDocument: Sendable {
  /// Where the API is said to be served.
  package struct Server: Sendable, Hashable {
    /// The host name without port; nil where the document gives a path alone.
    package let host: String?
    /// The path before that of each operation, without a slash at its end: `/v1`, or nothing.
    package let path: String

    /// A server from its parts.
    package init(host: String?, path: String) {
      (self.host, self.path) = (host, path)
    }
  }

  /// The short name, such as `shop`.
  package let name: String
  /// The title, as its makers write it.
  package let title: String
  /// The document: `openapi` begins with `3.1`, all references are of the form `#/…` and lead somewhere, each operation
  /// has an `operationId` of its own, parameters and answers of Swagger 2.0 are in their new places, and schemas are
  /// those of draft 2020-12.
  package let root: JSONValue
  /// The servers in the document's order; one without host and path when it names none.
  package let servers: [Server]
  /// The files that were read, in the order of reading, for those who watch them.
  package let files: [String]
  /// What was left out or repaired, a sentence each, with its place.
  package let notes: [String]

  /// A document from its parts.
  package init(
    name: String, title: String, root: JSONValue, servers: [Server], files: [String] = [], notes: [String] = []
  ) {
    (self.name, self.title, self.root) = (name, title, root)
    (self.servers, self.files, self.notes) = (servers, files, notes)
  }
}

/// A document, overlay or data file that cannot be used.
package struct DocumentFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's path, as it was given.
  package let file: String
  /// The line, from 1; nil where none is known.
  package let line: Int?
  /// The place in the document as a JSON Pointer (RFC 6901); nil where none is known.
  package let pointer: String?
  /// What is wrong, in a sentence without a full stop.
  package let reason: String

  /// A failure from its parts.
  package init(file: String, line: Int? = nil, pointer: String? = nil, reason: String) {
    (self.file, self.line, self.pointer, self.reason) = (file, line, pointer, reason)
  }

  /// For instance `shop.yaml:12: #/paths/~1pets/get: the reference leads nowhere`.
  package var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return pointer.map { "\(place): #\($0): \(reason)" } ?? "\(place): \(reason)"
  }
}
