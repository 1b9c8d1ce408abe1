import HTTPCore
import JSON

/// Shortens values that are too long for a model's context: long texts, and the ends of long arrays and objects.
enum OutputLimit {
  /// The largest result of a tool in bytes of JSON.
  static let toolBytes = 24 << 10

  private struct Step {
    let text: Int
    let elements: Int
    let members: Int
  }

  /// Each step is tried until the result is short enough.
  private static let steps = [
    Step(text: 8000, elements: 200, members: 200), Step(text: 2000, elements: 60, members: 80),
    Step(text: 600, elements: 25, members: 50), Step(text: 300, elements: 10, members: 40),
    Step(text: 120, elements: 4, members: 30), Step(text: 60, elements: 1, members: 16),
  ]
  private static let maximumDepth = 24

  /// The value, shortened if it has more than a number of bytes.
  static func fit(_ value: JSONValue, bytes limit: Int) -> (value: JSONValue, isCut: Bool) {
    guard size(value) > limit else { return (value, false) }
    for step in steps {
      let shorter = shorten(value, step, depth: 0)
      if size(shorter) <= limit { return (shorter, true) }
    }
    return (shorten(value, Step(text: 40, elements: 0, members: 12), depth: maximumDepth - 2), true)
  }

  static func size(_ value: JSONValue) -> Int { JSONWriter.serialize(value, sortedKeys: false).count }

  private static func shorten(_ value: JSONValue, _ step: Step, depth: Int) -> JSONValue {
    guard depth < maximumDepth else {
      return switch value {
      case .object: .object(JSONObject())
      case .array: .array([])
      case .string(let text): .string(text.clipped(to: step.text))
      case .null, .bool, .number: value
      }
    }
    switch value {
    case .string(let text): return .string(text.clipped(to: step.text))
    case .array(let elements):
      return .array(elements.prefix(step.elements).map { shorten($0, step, depth: depth + 1) })
    case .object(let object):
      return .object(
        JSONObject(object.members.prefix(step.members).map { ($0.key, shorten($0.value, step, depth: depth + 1)) }))
    case .null, .bool, .number: return value
    }
  }
}
