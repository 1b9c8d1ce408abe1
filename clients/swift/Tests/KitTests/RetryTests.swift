import Foundation
import MockAPITesting
import SampleApp
import Testing

/// What URLSession repeats by itself when a connection breaks, as docs/http-client-retries.md says.
@Suite struct RetryTests {
  #if os(Linux)
    @Test(.mockAPI(), arguments: [("GET", "reset", 1...2), ("GET", "empty", 2...2), ("GET", "truncate", 1...1)])
    func requestsOnAKeptConnection(method: String, cut: String, requests: ClosedRange<Int>) async throws {
      let world = try MockWorld.current
      let app = APIClient(try world.url(.jsonplaceholder))
      let send = {
        if method == "GET" { return _ = try await app.send("GET", "posts/1") }
        let _: JSONPlaceholder.Post = try await app.post("posts", JSONPlaceholder.Post(userId: 1, title: "", body: ""))
      }
      // The connection is kept after the first request, as in an app that runs for a while.
      try await send()
      try await world.requests.clear()
      try await world.faults.add(Fault(type: cut), match: "/posts/**", times: 1)
      let isAnswered = (try? await send()) != nil
      let entries = try await world.requests.list("/posts/**")
      #expect(requests.contains(entries.count) && entries.first?.faults?.count == 1)
      #expect(isAnswered == (entries.count == 2))
    }
  #endif
}
