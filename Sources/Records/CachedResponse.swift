import HTTPCore
import Store
import World

/// Answers with content that is rendered once for each state of the tables it is made from.
package enum CachedResponse {
  /// 200 with an `ETag`, or 304.
  ///
  /// - Parameters:
  ///   - key: Names the content among all of the world's.
  ///   - cacheControl: The `Cache-Control` of the answer.
  ///   - render: Makes the content, or nil when there is no such record.
  /// - Returns: nil when there is no such record.
  package static func answer(
    _ call: Call, key: String, cacheControl: String,
    render: (Connection) throws -> RenderedBody?
  ) throws -> Response? {
    let store = call.world.store
    let content = try call.world.rendered.content(key) { try store.read(render) }
    return content?.response(to: call.request, cacheControl: cacheControl)
  }
}
