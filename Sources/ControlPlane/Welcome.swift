import Contract
import HTTPCore
import JSON
import OpenAPI
import World

/// The start page of the server: its name, its APIs, and links.
package struct Welcome: Sendable {
  /// An API on the start page.
  package struct API: Sendable {
    let name: String
    let title: String
    /// The base path of its routes; empty for the root.
    let basePath: String
    /// The accounts for signing in, as `user / password`.
    let accounts: [String]

    /// Creates the description of an API for its users.
    package init(name: String, title: String, basePath: String, accounts: [String]) {
      (self.name, self.title, self.basePath, self.accounts) = (name, title, basePath, accounts)
    }

    fileprivate var path: String { basePath.isEmpty ? "/" : basePath }
  }

  private let version: String
  private let apis: [API]
  /// Whether to link to the control plane.
  private let hasControlPlane: Bool

  /// - Parameters:
  ///   - version: The program's version.
  package init(version: String, apis: [API], hasControlPlane: Bool) {
    (self.version, self.apis, self.hasControlPlane) = (version, apis, hasControlPlane)
  }

  /// `GET /`: a page for browsers, JSON for programs.
  package var endpoints: [Endpoint] {
    let (page, json) = (RenderedBody(Array(html.utf8), mediaType: HTMLText.mediaType), RenderedBody(data))
    return [
      Endpoint(.get, "/", "welcome", .open) { call in
        let isBrowser = call.request.headers["Accept"]?.lowercased().contains("text/html") ?? false
        var response = (isBrowser ? page : json).response(to: call.request, cacheControl: "no-cache")
        response.headers.appendElement("Accept", to: "Vary")
        return response
      }
    ]
  }

  private var links: [(name: String, path: String, about: String)] {
    let always = [
      ("docs", "/docs", "every operation, to read and to try"),
      ("documents", "/openapi", "the OpenAPI documents as files"),
    ]
    guard hasControlPlane else { return always }
    return always + [
      ("connect", "/_mock/connect", "addresses for phones, simulators and emulators"),
      ("control", "/_mock", "the live page: requests of apps and controls; for programs the list of calls"),
      ("worlds", "/_mock/worlds", "the worlds of the server, one for each test"),
    ]
  }

  private var data: [UInt8] {
    let apis = apis.map { api -> JSONValue in
      [
        "name": .string(api.name), "title": .string(api.title), "basePath": .string(api.path),
        "document": .string("/openapi/\(api.name).json"), "accounts": .array(api.accounts.map(JSONValue.string)),
      ]
    }
    let links = JSONObject(links.map { ($0.name, .string($0.path)) })
    return JSONWriter.serialize(
      ["name": "mock-api", "version": .string(version), "apis": .array(apis), "links": .object(links)],
      sortedKeys: false)
  }

  private var html: String {
    let items = apis.map { api in
      let accounts = api.accounts.map { "<br>\(code($0))" }.joined()
      return "<li><strong>\(HTMLText.escape(api.title))</strong> at \(code(api.path))\(accounts)</li>"
    }
    let ways = links.map { "<li><a href=\"\($0.path)\">\($0.path)</a>: \($0.about)</li>" }
    return """
      <!doctype html>
      <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src data:">
        <title>mock-api</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="/docs/shared/theme.css">
        <link rel="stylesheet" href="/docs/shared/frame.css">
        <link rel="stylesheet" href="/docs/docs/connect.css">
      </head>
      <body>
        <header class="top-bar">
          <a class="brand" href="/" aria-current="page">mock-api</a>
          <nav class="pages" aria-label="Pages"><ul>\(pages)</ul></nav>
        </header>
        <main>
          <h1>A mock server with state</h1>
          <p class="text">Version \(HTMLText.escape(version)). It responds to apps that use these APIs, and stores what they write.</p>
          <h2>APIs</h2>
          <ul class="card">\(items.joined())</ul>
          <h2>Next steps</h2>
          <ul class="card">\(ways.joined())</ul>
        </main>
      </body>
      </html>

      """
  }

  /// The links of the frame, which the files of the pages have, too.
  private var pages: String {
    let all = [("Live", "/_mock/"), ("Documents", "/docs"), ("Connect", "/_mock/connect")]
    return all.filter { hasControlPlane || !$0.1.hasPrefix("/_mock") }
      .map { "<li><a href=\"\($0.1)\">\($0.0)</a></li>" }.joined()
  }

  private func code(_ text: String) -> String { "<code>\(HTMLText.escape(text))</code>" }
}
