import HTTPCore
import JSON
import Store
import World

/// The pages that articles and sources link to, so that an app that opens them needs no network (CONTRACT D7).
enum PageEndpoints {
  static func all(_ archive: NewsArchive) -> [Endpoint] {
    [
      Endpoint(.get, "\(LocalLink.path)/news/{country}/{category}/{place}", "articlePage", .open) {
        try article($0, archive)
      },
      Endpoint(.get, "\(LocalLink.path)/sources/{id}", "sourcePage", .open) { try source($0, archive) },
    ]
  }

  private static func article(_ call: Call, _ archive: NewsArchive) throws -> Response {
    let (country, category) = (call.parameters["country"], call.parameters["category"])
    let now = call.world.clock.now.seconds
    try Editions.require(country, at: now, in: call.world, archive)
    let text = call.parameters["place"]
    let place = Int64(text).flatMap { String($0) == text ? $0 : nil }
    let row = try call.world.store.read { connection in
      try place.flatMap { place in
        try NewsSQL.article(connection, country: country, category: category, place: place, now: now)
      }
    }
    let old = try place.flatMap { place in
      try row == nil
        ? Editions.article(country: country, category: category, place: place, at: now, in: call.world, archive) : nil
    }
    guard let row = row ?? old?.pageRow else { return missing(call) }
    let picture =
      "\(call.request.origin)\(LocalLink.path)/pictures/1200x675/\(country)-\(category)-\(call.parameters["place"]).png"
    return page(call, ArticlePage(row, picture: picture).page)
  }

  private static func source(_ call: Call, _ archive: NewsArchive) throws -> Response {
    let id = call.parameters["id"]
    try Editions.requireLists(call.world, archive)
    guard let row = try call.world.store.read({ try NewsSQL.source($0, id: id) }) else { return missing(call) }
    let now = call.world.clock.now.seconds
    let headlines: [[SQLValue]]
    if let corpus = try archive.corpus(at: now, in: call.world) {
      headlines = try corpus.headlines(ofSource: id, now: now, limit: NewsSQL.headlinesOfSource)
        .map { [.text($0.title), .text($0.pagePath)] }
    } else {
      try Editions.require(nil, at: now, in: call.world, archive)
      headlines = try call.world.store.read { try NewsSQL.headlines($0, ofSource: id, now: now) }
    }
    return page(call, SourcePage(row, headlines: headlines).page)
  }

  private static func page(_ call: Call, _ page: NewsPage) -> Response {
    let origin = call.request.origin
    let html = LocalLink.collapse(in: page.html, origin: origin)
    let content = RenderedBody(html, mediaType: HTMLText.mediaType).linked(to: origin)
    return NewsEndpoint.response(content, to: call.request)
  }

  private static func missing(_ call: Call) -> Response {
    let page = NewsPage(
      language: "en", title: "No such page",
      content:
        "<h1>No such page</h1><p>There is nothing at \(HTMLText.escape(call.request.target.rawPath.clipped(to: 200))).</p>"
    )
    return Response(status: 404, headers: ["Content-Type": HTMLText.mediaType], content: .bytes(page.html))
  }
}
