import Foundation
import MockAPITesting
import SampleApp
import Testing

@Suite(.mockAPI())
struct JSONPlaceholderTests {
  let world: MockWorld
  let app: APIClient

  init() throws {
    world = try MockWorld.current
    app = APIClient(try world.url(.jsonplaceholder))
  }

  @Test("17: the posts of one user")
  func postsOfUser() async throws {
    let posts: [JSONPlaceholder.Post] = try await app.get("posts", ["userId": "1"])
    #expect(posts.count == 10)
    #expect(posts.allSatisfy { $0.userId == 1 })
  }

  @Test("18: a created post has the next number and is read back")
  func createdPost() async throws {
    let created: JSONPlaceholder.Post = try await app.post(
      "posts", JSONPlaceholder.Post(userId: 1, title: "a title", body: "a text"))
    #expect(created.id == 101)
    #expect(try await app.get("posts/101") == created)
  }

  @Test("19: pages have a Link and a total count")
  func pages() async throws {
    let (data, headers) = try await app.send("GET", "posts", ["_page": "2", "_limit": "7"])
    #expect(try JSONDecoder().decode([JSONPlaceholder.Post].self, from: data).map(\.id) == Array(8...14))
    #expect(headers["x-total-count"] == "100")
    let link = try #require(headers["link"])
    let next = link.split(separator: ",").first { $0.contains("rel=\"next\"") }
    #expect(next?.contains("\(world.baseURL)/posts?") == true)
    #expect(next?.contains("_page=3") == true)
  }

  @Test("20: the math service adds")
  func sum() async throws {
    let (data, _) = try await app.send("GET", "math/sum", ["a": "19", "b": "23"])
    #expect(String(decoding: data, as: UTF8.self) == "42")
  }

  @Test("21: a client with a short time-out fails while answers are late")
  func lateResponse() async throws {
    let hasty = APIClient(app.baseURL, timeout: 1)
    let fault = try await world.faults.add(.delay(milliseconds: 30_000), match: FaultMatch("GET", "/posts/1"))
    await #expect(throws: URLError.self) {
      try await hasty.get("posts/1", as: JSONPlaceholder.Post.self)
    }
    try await world.faults.remove(fault.id)
    let post: JSONPlaceholder.Post = try await app.get("posts/1")
    #expect(post.id == 1)
  }
}

@Suite(.mockAPI())
struct NewsTests {
  let app: APIClient

  init() throws {
    app = APIClient(try MockWorld.current.url(.newsapi))
  }

  @Test("22: any key gets the headlines of a country", arguments: ["us", "de"])
  func headlines(of country: String) async throws {
    let page: News.Page = try await app.get("top-headlines", ["country": country, "apiKey": "any"])
    #expect(page.status == "ok")
    #expect(!page.articles.isEmpty)
  }

  @Test("23: no key is refused")
  func missingKey() async throws {
    let failure = try await #require(throws: APIClient.Failure.self) {
      try await app.get("top-headlines", ["country": "us"], as: News.Page.self)
    }
    #expect(failure.status == 401)
    #expect(try failure.decoded(as: News.Problem.self).code == "apiKeyMissing")
  }

  @Test("24: in a frozen world no article is from later", .mockAPI(frozenAt: "2026-06-01T08:00:00Z"))
  func frozen() async throws {
    let page: News.Page = try await app.get(
      "everything", ["q": "the", "sortBy": "publishedAt", "pageSize": "50", "apiKey": "any"])
    #expect(!page.articles.isEmpty)
    #expect(page.articles.allSatisfy { $0.publishedAt <= "2026-06-01T08:00:00Z" })
  }
}

@Suite struct SnapshotTests {
  @Test("25: a restored snapshot undoes a change, which another world never saw", .mockAPI())
  func snapshot() async throws {
    let world = try MockWorld.current
    let app = APIClient(try world.url(.jsonplaceholder))
    try await world.snapshots.take("before")
    let post = JSONPlaceholder.Post(userId: 1, title: "a title", body: "a text")
    _ = try await app.post("posts", post, as: JSONPlaceholder.Post.self)
    try await withMockWorld(named: "the other world") { other in
      let other = APIClient(try other.url(.jsonplaceholder))
      #expect(try await other.get("posts", as: [JSONPlaceholder.Post].self).count == 100)
    }
    #expect(try await app.get("posts", as: [JSONPlaceholder.Post].self).count == 101)
    try await world.snapshots.restore("before")
    #expect(try await app.get("posts", as: [JSONPlaceholder.Post].self).count == 100)
    try await world.snapshots.delete("before")
  }
}
