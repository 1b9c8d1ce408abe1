import HTTPCore
import World

/// The journal as a file for other tools.
package enum HAREndpoints {
  /// The same file under two names: that of the format, and that under which a browser saves it.
  ///
  /// - Parameters:
  ///   - version: The server's, for the file's creator.
  package static func all(version: String) -> [Endpoint] {
    ["/_mock/har": "exportHAR", "/_mock/requests.har": "downloadHAR"].sorted { $0.key < $1.key }.map { path, name in
      Endpoint(.get, path, name, .open) { try export($0, version: version) }.slow(usesDatabase: false)
    }
  }

  private static func export(_ call: Call, version: String) throws(Problem) -> Response {
    let selection = try JournalRequest.Selection(call, defaultLimit: JournalRequest.maximumLimit)
    let views = call.world.journal.contents().entries.map(JournalView.init).filter { view in
      view.exchange != nil && selection.query.matches(view)
    }
    let chosen = Array(views.suffix(selection.limit))
    return .json(HARFile.write(selection.isNewestFirst ? chosen.reversed() : chosen, version: version))
  }
}
