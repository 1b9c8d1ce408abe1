import HTTPCore
import JSON

/// A world of the server under check, in which its own operations are called: they stop clocks and reset everything,
/// which nobody else who uses the server shall notice.
struct CheckedWorld {
  /// The header that has a request belong to it.
  static let header = "X-Mock-World"

  let id: String
  private let base: String

  /// Makes a world.
  ///
  /// - Returns: nil when the backend is no mock-api, or lets nobody make worlds.
  init?(at base: String) {
    guard let health = try? Curl.send("GET", "\(base)/_mock/health"), health.status == 200,
      let about = try? JSONParser.parse(health.content.bytes), about["status"] == "ok", about["world"] != nil,
      let made = try? Curl.send("POST", "\(base)/_mock/worlds"), made.status == 201,
      let id = (try? JSONParser.parse(made.content.bytes))?["id"]?.string
    else { return nil }
    (self.id, self.base) = (id, base)
  }

  /// Deletes it again.
  func delete() {
    // One that is left over goes by itself after some time.
    _ = try? Curl.send("DELETE", "\(base)/_mock/worlds/\(id)")
  }
}
