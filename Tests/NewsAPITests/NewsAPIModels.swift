import ServerTestSupport

/// The models of the documented app, written from what the document shows; only what the app dereferences is required.
enum NewsAPIModels {
  struct Articles: Codable, Equatable {
    let status: String
    let totalResults: Int
    let articles: [Article]
  }

  struct Article: Codable, Equatable {
    struct Source: Codable, Equatable {
      let id: String?
      let name: String
    }
    let source: Source
    let author: String?
    let title: String
    let description: String?
    let url: String
    let urlToImage: String?
    let publishedAt: String
    let content: String?
  }

  struct Sources: Codable {
    struct Source: Codable {
      let id: String
      let name: String
      let description: String
      let url: String
      let category: String
      let language: String
      let country: String
    }
    let status: String
    let sources: [Source]
  }

  struct Failure: Codable {
    let status: String
    let code: String
    let message: String
  }
}

extension TestServer {
  /// What newsapi answers to a path and query below `/v2`, with a key.
  func news<Model: Decodable>(_ path: String, as type: Model.Type) throws -> Model {
    let response = try send("GET", "/v2/\(path)", headers: [("X-Api-Key", "any")])
    return try response.decoded(as: type)
  }
}
