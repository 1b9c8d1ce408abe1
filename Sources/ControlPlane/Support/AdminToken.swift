import HTTPCore

/// The token that calls of the control plane must show.
package struct AdminToken: Sendable {
  /// The header that carries it; `Authorization: Bearer` does as well.
  package static let header = "X-Mock-Admin-Token"

  private let token: [UInt8]

  /// A token of at least one byte; an empty one is never shown.
  package init(_ token: String) {
    self.token = Array(token.utf8)
  }

  /// - Throws: ``Problem`` of kind `unauthenticated` for a request that does not show it.
  package func check(_ request: Request) throws(Problem) {
    let shown = request.headers[Self.header]?.trimmingBlanks() ?? request.bearerToken ?? ""
    guard !token.isEmpty, isSame(Array(shown.utf8)) else {
      throw Problem(
        .unauthenticated, "the control plane of this server needs its token: \(Self.header), or Authorization: Bearer")
    }
  }

  /// In the same time wherever they differ.
  private func isSame(_ shown: [UInt8]) -> Bool {
    guard shown.count == token.count else { return false }
    return zip(shown, token).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
