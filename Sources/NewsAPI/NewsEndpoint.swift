import HTTPCore
import Store
import World

/// An endpoint of newsapi: its responses need a key, and its refusals are ``NewsFailure``.
enum NewsEndpoint {
  /// The arguments of an endpoint.
  struct Question {
    let call: Call
    let query: QueryParameters
    let key: APIKey
    let archive: NewsArchive

    /// The value of a parameter; nil when it is absent or blank.
    func value(_ name: String) -> String? {
      let text = query[name]?.trimmingBlanks() ?? ""
      return text.isEmpty ? nil : text
    }

    /// The elements of a parameter that is a comma-separated list; nil when it has none.
    func list(_ name: String) -> [String]? {
      let elements = value(name)?.split(separator: ",").map { String($0).trimmingBlanks().lowercased() }
        .filter { !$0.isEmpty }
      return elements.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a parameter with a fixed set of values.
    ///
    /// - Throws: ``NewsFailure`` that lists the values.
    func choice(_ name: String, of choices: [String]) throws(NewsFailure) -> String? {
      guard let value = value(name) else { return nil }
      guard choices.contains(value) else {
        throw NewsFailure(
          .parameterInvalid,
          "\(name) is \"\(value.clipped(to: 60))\"; it must be one of \(choices.joined(separator: ", ")).")
      }
      return value
    }

    /// The requested language, by its name in this server; nil without one.
    ///
    /// - Throws: ``NewsFailure`` that lists the values.
    func language() throws(NewsFailure) -> String? {
      guard let value = value("language")?.lowercased() else { return nil }
      let name = NewsEndpoint.language(value)
      guard NewsEndpoint.languages.contains(name) else { return try choice("language", of: NewsEndpoint.languages) }
      return name
    }

    /// A parameter that is a whole number.
    ///
    /// - Throws: ``NewsFailure`` that names the range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(NewsFailure) -> Int? {
      guard let text = value(name) else { return nil }
      guard let number = Int(text), range.contains(number) else {
        let reason =
          range.upperBound == .max ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
        throw NewsFailure(
          .parameterInvalid, "\(name) is \"\(text.clipped(to: 60))\"; it must be a whole number, \(reason).")
      }
      return number
    }
  }

  /// Other names of newsapi's languages, from its older versions and from clients, and their names in this server.
  private static let languageAliases = ["se": "sv", "cn": "zh", "ur": "ud"]
  private static let languages = ["ar", "de", "en", "es", "fr", "he", "it", "nl", "no", "pt", "ru", "sv", "ud", "zh"]
  /// In every response, so that clients do not cache it. newsapi.org sends the same, and whether the response is from
  /// its own cache; this server has no such cache.
  private static let cacheFields: HeaderFields = [
    "Cache-Control": "no-cache", "Pragma": "no-cache", "Expires": "-1", "X-Cached-Result": "false",
  ]

  /// A response that clients must request again each time.
  static func response(_ content: RenderedBody, to request: Request) -> Response {
    uncached(content.response(to: request, cacheControl: "no-cache"))
  }

  /// The name of a language in this server.
  static func language(_ name: String) -> String { languageAliases[name] ?? name }

  /// A response with the headers that prevent caching.
  static func uncached(_ response: Response) -> Response {
    var response = response
    for field in cacheFields.fields { response.headers[field.name] = field.value }
    return response
  }

  static func make(
    _ path: String, _ operationID: String, _ archive: NewsArchive,
    respond: @escaping @Sendable (Question) throws -> Response
  ) -> Endpoint {
    Endpoint(.get, NewsAPI.base + path, operationID, .open) { call in
      do {
        let query = try call.request.query()
        return try respond(Question(call: call, query: query, key: try APIKey(call.request, query), archive: archive))
      } catch let failure as NewsFailure {
        return uncached(failure.response)
      }
    }
  }
}
