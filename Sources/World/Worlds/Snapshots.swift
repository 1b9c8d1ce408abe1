import Synchronization

/// The named images of one world.
package final class Snapshots: Sendable {
  /// As many images are kept at most: each takes the memory of a database.
  package static let capacity = 32

  private let images = Mutex<[String: Snapshot]>([:])

  /// No images.
  package init() {}

  /// The image of a name.
  package subscript(name: String) -> Snapshot? { images.withLock { $0[name] } }

  /// All images by their names, sorted.
  package var all: [(name: String, image: Snapshot)] {
    images.withLock { $0.map { ($0.key, $0.value) } }.sorted { $0.name < $1.name }
  }

  /// Keeps an image, instead of one of the same name.
  ///
  /// - Returns: Whether the name is new; nil when there are too many already.
  package func keep(_ image: Snapshot, as name: String) -> Bool? {
    images.withLock { images in
      let isNew = images[name] == nil
      guard !isNew || images.count < Self.capacity else { return nil }
      images[name] = image
      return isNew
    }
  }

  /// Forgets an image.
  ///
  /// - Returns: false when there is none of that name.
  package func remove(_ name: String) -> Bool {
    images.withLock { $0.removeValue(forKey: name) != nil }
  }

  /// Forgets all images.
  package func removeAll() { images.withLock { $0.removeAll() } }
}
