import HTTPCore
import World

/// The live page: `/_mock` for browsers. It contains no secrets, so it is open to all; its data come from calls that
/// require the token if there is one.
package enum DashboardEndpoints {
  /// The endpoints. The files that the page shares with others also have URLs below `/_mock`, so that requests for them
  /// do not appear in the journal.
  ///
  /// - Parameters:
  ///   - calls: The response for programs.
  package static func all(_ pages: PageFiles, calls: Endpoint) -> [Endpoint] {
    [
      Endpoint(.get, "\(calls.pattern)", calls.operationID, .open) { call in
        let isBrowser = call.request.headers["Accept"]?.lowercased().contains("text/html") ?? false
        guard case .respond(let respond) = calls.action else { return .noContent }
        var response = isBrowser ? try pages.response(to: call, "dashboard", "index.html") : try respond(call)
        response.headers.appendElement("Accept", to: "Vary")
        return response
      }.slow(usesDatabase: false),
      Endpoint(.get, "/_mock/page/{folder}/{file}", "getPageFile", .open) {
        try pages.response(to: $0, among: ["dashboard", "shared"])
      },
    ]
  }
}
