import HTTPCore
import World

/// Times in control calls about sensors.
enum ControlTime {
  /// The longest time that a call may name, in seconds: ten years.
  private static let longest = 315_360_000.0

  /// A length of time in milliseconds, at least 1; nil when the field is absent.
  ///
  /// - Parameters:
  ///   - shortest: The least number of seconds.
  static func duration(_ fields: inout FaultFields, _ name: String, atLeast shortest: Double = 0.001) -> Int64? {
    guard fields.value(name) != nil else { return nil }
    return Int64((fields.number(name, in: shortest...longest) * 1000).rounded())
  }

  /// Takes the steps that are due, so that what a call changes counts from now on and not for them.
  static func settle(_ world: World) throws {
    var failure: (any Error)?
    world.settle { _, error in failure = error }
    if let failure { throw failure }
  }

  /// Does what there is to do before a call changes what sensors show: takes the steps that are due, and stores the
  /// past, which would be read by the new script otherwise.
  static func settlePast(_ world: World) throws {
    try settle(world)
    try MessageHistory.begin(world)
  }
}
