import HTTPCore
import Synchronization

/// Content that is given away once, so that nothing but its receiver refers to it any more.
final class SingleUseContent: Sendable {
  private let content: Mutex<BodyBuffer?>

  init(_ content: BodyBuffer) {
    self.content = Mutex(content)
  }

  /// The content; empty when it is gone.
  func take() -> Response.Content {
    content.withLock { content in content.take().map(Response.Content.shared) ?? .empty }
  }
}
