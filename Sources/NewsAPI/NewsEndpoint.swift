import HTTPCore
import Store
import World

/// An endpoint of newsapi: its answers need a key, and its refusals are ``NewsFailure``.
enum NewsEndpoint {
  /// What an endpoint gets to work with.
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

    /// The elements of a parameter that is a comma-separated list; nil when there are none.
    func list(_ name: String) -> [String]? {
      let elements = value(name)?.split(separator: ",").map { String($0).trimmingBlanks().lowercased() }
        .filter { !$0.isEmpty }
      return elements.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A parameter that is one of a fixed set.
    ///
    /// - Throws: ``NewsFailure`` that lists the choices.
    func choice(_ name: String, of choices: [String]) throws(NewsFailure) -> String? {
      guard let value = value(name) else { return nil }
      guard choices.contains(value) else {
        throw NewsFailure(
          .parameterInvalid,
          "\(name) is \"\(value.clipped(to: 60))\"; it must be one of \(choices.joined(separator: ", ")).")
      }
      return value
    }

    /// The language asked for, by its name in this server; nil when none is.
    ///
    /// - Throws: ``NewsFailure`` that lists the choices.
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

  /// Other names of newsapi's languages, used by its older versions and by clients, and their names in this server.
  private static let languageAliases = ["se": "sv", "cn": "zh", "ur": "ud"]
  private static let languages = ["ar", "de", "en", "es", "fr", "he", "it", "nl", "no", "pt", "ru", "sv", "ud", "zh"]
  /// Sent with every answer, so that no client keeps one: newsapi.org sends the same, and says whether it answered
  /// from its own cache, of which there is none here.
  private static let cacheFields: HeaderFields = [
    "Cache-Control": "no-cache", "Pragma": "no-cache", "Expires": "-1", "X-Cached-Result": "false",
  ]

  /// An answer that clients must ask for again each time.
  static func response(_ content: RenderedBody, to request: Request) -> Response {
    uncached(content.response(to: request, cacheControl: "no-cache"))
  }

  /// The name of a language in this server.
  static func language(_ name: String) -> String { languageAliases[name] ?? name }

  /// An answer with the fields that keep it out of caches.
  static func uncached(_ response: Response) -> Response {
    var response = response
    for field in cacheFields.fields { response.headers[field.name] = field.value }
    return response
  }

  static func make(
    _ path: String, _ operationID: String, _ archive: NewsArchive,
    answer: @escaping @Sendable (Question) throws -> Response
  ) -> Endpoint {
    Endpoint(.get, NewsAPI.base + path, operationID, .open) { call in
      do {
        let query = try call.request.query()
        return try answer(Question(call: call, query: query, key: try APIKey(call.request, query), archive: archive))
      } catch let failure as NewsFailure {
        return uncached(failure.response)
      }
    }
  }
}
