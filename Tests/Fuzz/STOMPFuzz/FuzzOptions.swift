/// The command line.
struct FuzzOptions {
  /// What is wrong with the command line.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  var iterations = 1_000_000
  var seed: UInt64 = 1
  /// A folder of inputs to begin with.
  var corpus: String?
  /// Whether inputs that do something new are added to the corpus.
  var grows = false
  /// Where the input in hand is kept.
  var current = ".build/stomp-fuzz-input.bin"

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let name = rest.popFirst() {
      if name == "--grow" {
        grows = true
        continue
      }
      guard let value = rest.popFirst() else { throw UsageError(description: "\(name) needs a value") }
      switch name {
      case "--iterations": iterations = try Self.number(value, name)
      case "--seed": seed = UInt64(try Self.number(value, name))
      case "--corpus": corpus = value
      case "--current": current = value
      default:
        throw UsageError(
          description: "unknown option \(name); there are --iterations, --seed, --corpus, --current and --grow")
      }
    }
  }

  private static func number(_ text: String, _ name: String) throws -> Int {
    guard let number = Int(text), number >= 0 else {
      throw UsageError(description: "\(name) takes a whole number from 0 on, not \(text)")
    }
    return number
  }
}
