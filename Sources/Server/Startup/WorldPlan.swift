import Synchronization
import World

/// What new worlds are made from; it may change while the server runs.
final class WorldPlan: Sendable {
  /// The rows of the data set.
  let template: SeedTemplate
  private let current: Mutex<World.Configuration>

  init(_ parts: World.Configuration, _ template: SeedTemplate) {
    self.template = template
    current = Mutex(parts)
  }

  /// What a new world is made of, besides its rows.
  var parts: World.Configuration {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
