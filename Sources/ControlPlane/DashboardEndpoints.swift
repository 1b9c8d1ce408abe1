import HTTPCore
import World

/// The live page: `/_mock` for browsers. It holds nothing that is secret, so it is open; what it shows comes by calls that
/// need the token where there is one.
package enum DashboardEndpoints {
  /// The endpoints. The files that the page shares with others have URLs below `/_mock` too, so that its requests do not
  /// show in the journal.
  ///
  /// - Parameters:
  ///   - calls: What programs get in place of the page.
  package static func all(_ pages: PageFiles, calls: Endpoint) -> [Endpoint] {
    [
      Endpoint(.get, "\(calls.pattern)", calls.operationID, .open) { call in
        let isBrowser = call.request.headers["Accept"]?.lowercased().contains("text/html") ?? false
        guard case .answer(let answer) = calls.action else { return .noContent }
        var response = isBrowser ? try pages.response(to: call, "dashboard", "index.html") : try answer(call)
        response.headers.appendElement("Accept", to: "Vary")
        return response
      }.slow(usesDatabase: false),
      Endpoint(.get, "/_mock/page/{folder}/{file}", "getPageFile", .open) {
        try pages.response(to: $0, among: ["dashboard", "shared"])
      },
    ]
  }
}
