import Crypto

/// The keys that sign a world's tokens. They follow from the seed, so tokens stay good when the server is started
/// again; they are no secret and guard nothing.
package struct TokenKeys: Sendable, Equatable {
  private let base: [UInt8]
  /// How often all tokens were invalidated.
  package let generation: Int

  /// As many former keys are remembered, to explain why a token is no good any more.
  private static let remembered = 8

  /// The first keys of a world.
  package init(seed: UInt64, world: String) {
    base = Array(SHA256.hash(data: Array("mock-api token key \(seed) \(world)".utf8)))
    generation = 0
  }

  private init(base: [UInt8], generation: Int) {
    self.base = base
    self.generation = generation
  }

  /// The key that signs.
  package var current: [UInt8] { key(generation) }

  /// The keys before it, the newest first.
  var retired: [[UInt8]] {
    (0..<min(generation, Self.remembered)).map { key(generation - 1 - $0) }
  }

  /// The same world's keys after so many invalidations of all its tokens.
  package func after(_ generation: Int) -> TokenKeys {
    TokenKeys(base: base, generation: max(0, generation))
  }

  private func key(_ generation: Int) -> [UInt8] {
    generation == 0 ? base : Array(SHA256.hash(data: base + Array(" \(generation)".utf8)))
  }
}
