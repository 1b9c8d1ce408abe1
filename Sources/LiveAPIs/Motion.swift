import JSON
import Resources
import Synthesis
import World

/// Moves the values of a payload as such values move: a price walks, a position follows a way, a counter counts.
///
/// A step's values follow from the seed and the step's number, so that any step can be computed without those before it.
struct Motion {
  let seed: UInt64
  let step: Int64
  let maker: ValueGenerator
  /// What is known already and stays as it is.
  let known: JSONObject

  private static let maximumDepth = 6
  private static let maximumElements = 50

  /// Numbers that name something rather than measure it.
  private static let steady: Set<String> = [
    "id", "code", "year", "version", "port", "precision", "scale", "depth", "page", "limit", "interval", "status",
  ]
  private static let counters: Set<String> = [
    "sequence", "seq", "sequencenumber", "offset", "counter", "tick", "revision", "updateid", "tradeid", "lastupdateid",
    "eventid",
  ]
  /// Texts that change from time to time.
  private static let states: Set<String> = [
    "status", "state", "presence", "side", "direction", "activity", "mode", "level", "condition", "phase",
  ]

  /// The payload of the step.
  func moved(_ payload: JSONValue, at place: JSONPointer?) -> JSONValue {
    guard let object = payload.object else { return moved(payload, named: "value", place, seed, 0) }
    return .object(moved(object, place, seed, 0, fixed: known))
  }

  private func moved(
    _ object: JSONObject, _ place: JSONPointer?, _ seed: UInt64, _ depth: Int, fixed: JSONObject
  ) -> JSONObject {
    guard depth < Self.maximumDepth else { return object }
    let members = place.map { maker.shape(of: $0).members } ?? [:]
    var result = object
    for (number, member) in object.members.enumerated() {
      let inner = fixed[member.key]
      if let inner, inner.object == nil { continue }
      let own = seed &+ SplitMix64.seed(of: member.key)
      if let child = member.value.object {
        result.replaceValue(
          at: number,
          with: .object(moved(child, members[member.key], own, depth + 1, fixed: inner?.object ?? JSONObject())))
      } else {
        result.replaceValue(at: number, with: moved(member.value, named: member.key, members[member.key], own, depth))
      }
    }
    return related(object, result)
  }

  private func moved(
    _ value: JSONValue, named name: String, _ place: JSONPointer?, _ seed: UInt64, _ depth: Int
  ) -> JSONValue {
    let key = Words.key(name)
    switch value {
    case .number(let number): return .number(moved(number, key, seed))
    case .bool: return .bool(SplitMix64.number(at: UInt64(bitPattern: step / 4), ofSeed: seed) & 1 == 0)
    case .string(let text):
      if Self.states.contains(key), let values = place.flatMap({ maker.shape(of: $0).values }), values.count > 1 {
        return values[Int(SplitMix64.number(at: UInt64(bitPattern: step / 3), ofSeed: seed) % UInt64(values.count))]
      }
      // Exchanges write prices as texts.
      guard text.contains("."), let number = JSONNumber(literal: text) else { return value }
      return .string(moved(number, key, seed).literal)
    case .array(let elements):
      let items = place.flatMap { maker.shape(of: $0).items }
      return .array(
        elements.enumerated().map { index, element in
          guard index < Self.maximumElements else { return element }
          let own = seed &+ UInt64(index) &* 31
          if let object = element.object { return .object(moved(object, items, own, depth + 1, fixed: JSONObject())) }
          return moved(element, named: name, items, own, depth + 1)
        })
    default: return value
    }
  }

  // MARK: Numbers

  private func moved(_ number: JSONNumber, _ key: String, _ seed: UInt64) -> JSONNumber {
    if Self.counters.contains(key), let start = Int(number.literal) {
      return JSONNumber(Int(clamping: Int64(start).saturatingAdd(step)))
    }
    guard !Self.steady.contains(key), !key.hasSuffix("id"), let base = Double(number.literal), base.isFinite else {
      return number
    }
    let isWhole = !number.literal.contains(".") && !number.literal.lowercased().contains("e")
    let (slow, quick) = (wave(seed, every: 12), wave(seed &+ 1, every: 3))
    if ["lat", "latitude", "lng", "lon", "long", "longitude"].contains(key) {
      return Self.rounded(base + 0.004 * slow + 0.0004 * quick, decimals: 6) ?? number
    }
    if isWhole {
      guard abs(base) < 1e15 else { return number }
      let range = max(1, abs(base) * 0.1)
      return JSONNumber(Int((base + range * slow).rounded()))
    }
    let decimals = number.literal.split(separator: ".").last.map { min(8, max(1, $0.count)) } ?? 2
    return Self.rounded(base * (1 + 0.04 * slow + 0.004 * quick), decimals: decimals) ?? number
  }

  /// A smooth walk between -1 and 1.
  private func wave(_ seed: UInt64, every steps: Int64) -> Double {
    let noise = ValueNoise(seed: seed, lattice: .scattered)
    let fraction = Double(step % steps) / Double(steps)
    return noise.value(at: step / steps, and: fraction) * 2 - 1
  }

  private static func rounded(_ value: Double, decimals: Int) -> JSONNumber? {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    return JSONNumber((value * factor).rounded() / factor)
  }

  // MARK: What belongs together

  /// Prices of one thing, which are close to each other: how far each is from the last one.
  private static let prices: [String: Double] = [
    "last": 0, "price": 0, "lastprice": 0, "close": 0, "mark": 0, "markprice": 0, "mid": 0, "bid": -0.0002,
    "bestbid": -0.0002, "bidprice": -0.0002, "ask": 0.0002, "bestask": 0.0002, "askprice": 0.0002,
    "bestbidprice": -0.0002, "bestaskprice": 0.0002,
    "indexprice": 0.0001,
    "vwap": -0.0005,
  ]
  private static let bounds: [String: Double] = [
    "open": -0.01, "high": 0.05, "low": -0.05, "highprice": 0.05, "lowprice": -0.05, "openprice": -0.01,
  ]

  /// Prices near each other, and the smaller one of two bounds first.
  private func related(_ before: JSONObject, _ object: JSONObject) -> JSONObject {
    var result = object
    let own = object.members.enumerated().compactMap { place, member -> (place: Int, key: String, value: Double)? in
      let key = Words.key(member.key)
      guard Self.prices[key] != nil || Self.bounds[key] != nil, let value = Self.number(member.value) else {
        return nil
      }
      return (place, key, value)
    }
    guard
      let leading = own.first(where: { Self.prices[$0.key] == 0 }) ?? own.first(where: { Self.prices[$0.key] != nil })
    else { return Self.ordered(result) }
    let base = Self.number(before.members[leading.place].value) ?? leading.value
    for (place, key, _) in own where place != leading.place {
      // Bounds of a day stay while the price moves between them.
      let value = Self.prices[key].map { leading.value * (1 + $0) } ?? base * (1 + (Self.bounds[key] ?? 0))
      result.replaceValue(at: place, with: Self.written(value, like: before.members[place].value))
    }
    return Self.ordered(result)
  }

  /// A number written as another value is: as a number or a text, with as many decimals.
  private static func written(_ value: Double, like other: JSONValue) -> JSONValue {
    let literal = other.text ?? ""
    let decimals = literal.contains(".") ? literal.split(separator: ".").last.map { min(8, max(2, $0.count)) } ?? 2 : 2
    guard let number = rounded(value, decimals: decimals) else { return other }
    return other.string == nil ? .number(number) : .string(number.literal)
  }

  /// The smaller one of two bounds first.
  private static func ordered(_ object: JSONObject) -> JSONObject {
    var result = object
    for (low, high) in [("bid", "ask"), ("low", "high"), ("min", "max")] {
      guard let first = object[low], let second = object[high], let less = number(first), let more = number(second),
        less > more
      else { continue }
      (result[low], result[high]) = (second, first)
    }
    return result
  }

  private static func number(_ value: JSONValue) -> Double? { value.text.flatMap(Double.init) }
}
