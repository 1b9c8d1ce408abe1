import Foundation
import ServerTestSupport
import Testing
import World

@Suite("JSONPlaceholder's records")
struct RecordModelTests {
  private func database(_ dataset: Dataset = .demo) throws -> JSONPlaceholderModels.Database {
    let server = try TestServer { $0.dataset = dataset }
    return try JSONDecoder().decode(JSONPlaceholderModels.Database.self, from: server.send("GET", "/db").data)
  }

  @Test("are as many as upstream's and belong to each other")
  func relations() throws {
    let database = try database()
    #expect(database.users.map(\.id) == Array(1...10))
    #expect(database.posts.map(\.id) == Array(1...100))
    #expect(database.comments.map(\.id) == Array(1...500))
    #expect(database.albums.map(\.id) == Array(1...100))
    #expect(database.photos.map(\.id) == Array(1...5000))
    #expect(database.todos.map(\.id) == Array(1...200))
    #expect(database.posts.map(\.userId) == (0..<100).map { $0 / 10 + 1 })
    #expect(database.albums.map(\.userId) == (0..<100).map { $0 / 10 + 1 })
    #expect(database.todos.map(\.userId) == (0..<200).map { $0 / 20 + 1 })
    #expect(database.comments.map(\.postId) == (0..<500).map { $0 / 5 + 1 })
    #expect(database.photos.map(\.albumId) == (0..<5000).map { $0 / 50 + 1 })
  }

  @Test("begin with those of the documents", arguments: [Dataset.demo, .minimal])
  func documented(dataset: Dataset) throws {
    let database = try database(dataset)
    let user = try #require(database.users.first)
    #expect(user.name == "Leanne Graham" && user.username == "Bret" && user.email == "Sincere@april.biz")
    #expect(user.address.street == "Kulas Light" && user.address.suite == "Apt. 556")
    #expect(user.address.city == "Gwenborough" && user.address.zipcode == "92998-3874")
    #expect(user.address.geo == .init(lat: "-37.3159", lng: "81.1496"))
    #expect(user.phone == "1-770-736-8031 x56442" && user.website == "hildegard.org")
    #expect(
      user.company
        == .init(
          name: "Romaguera-Crona", catchPhrase: "Multi-layered client-server neural-net",
          bs: "harness real-time e-markets"))
    let posts = database.posts.prefix(2)
    #expect(
      posts.map(\.title) == [
        "sunt aut facere repellat provident occaecati excepturi optio reprehenderit", "qui est esse",
      ])
    #expect(posts.first?.body.hasPrefix("quia et suscipit\nsuscipit recusandae") == true)
    #expect(posts.last?.body.hasSuffix("aperiam non debitis possimus qui neque nisi nulla") == true)
  }

  @Test("are only those in the smaller data sets", arguments: [(Dataset.minimal, [1, 2, 0]), (.empty, [0, 0, 0])])
  func small(dataset: Dataset, counts: [Int]) throws {
    let database = try database(dataset)
    #expect([database.users.count, database.posts.count, database.comments.count] == counts)
    #expect(database.albums.isEmpty && database.photos.isEmpty && database.todos.isEmpty)
    let server = try TestServer { $0.dataset = dataset }
    let created = try server.send("POST", "/posts", body: "{}")
    #expect(created.json["id"] as? Int == counts[1] + 1)
  }

  @Test("decode one by one, and as the lists of their parents")
  func decode() throws {
    let server = try TestServer()
    let decoder = JSONDecoder()
    func read<Model: Decodable>(_ path: String, as type: Model.Type) throws -> Model {
      try decoder.decode(type, from: server.send("GET", path).data)
    }
    #expect(try read("/users/2", as: JSONPlaceholderModels.User.self).id == 2)
    #expect(try read("/posts/1/comments", as: [JSONPlaceholderModels.Comment].self).map(\.postId) == [1, 1, 1, 1, 1])
    #expect(try read("/albums/100/photos", as: [JSONPlaceholderModels.Photo].self).count == 50)
    #expect(try read("/users/10/todos", as: [JSONPlaceholderModels.Todo].self).count == 20)
    #expect(try read("/users/3/posts", as: [JSONPlaceholderModels.Post].self).map(\.id) == Array(21...30))
    #expect(try read("/users/3/albums", as: [JSONPlaceholderModels.Album].self).map(\.id) == Array(21...30))
  }

  @Test("suit the documented clients, which cast what they get")
  func castingClients() throws {
    let server = try TestServer()
    for path in ["/users", "/posts?userId=1", "/posts?userId=0"] {
      let response = try server.send("GET", path)
      #expect(response.header("Content-Type")?.hasPrefix("application/json") == true)
      let list = try JSONSerialization.jsonObject(with: response.data) as? [[String: Any]]
      #expect(list?.allSatisfy { $0["id"] is Int } == true, "\(path)")
    }
  }
}
