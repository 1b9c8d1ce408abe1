import Foundation
import HTTPCore
import JSON
import JSONSchema
import Synchronization
import Testing

@Suite("The work on a value")
struct BoundsTests {
  @Test("is bounded in depth; the deepest value that the parser gives is checked")
  func deepValues() throws {
    let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    let tree = try schema(##"{"type": "array", "items": {"$ref": "#"}}"##)
    #expect(try tree.isValid(json(deep)))
    let pairs = try schema(##"{"allOf": [{"items": {"$ref": "#"}}], "type": "array"}"##)
    #expect(try pairs.isValid(json(deep)))
    let triples = try schema(##"{"allOf": [{"anyOf": [{"items": {"$ref": "#"}}]}], "type": "array"}"##)
    let violations = try triples.violations(of: json(deep))
    #expect(try !triples.isValid(json(deep)))
    #expect(violations.map(\.expected) == ["must need at most 256 schemas inside one another"])
    #expect(violations.map(\.found) == ["is nested deeper"])
  }

  @Test(
    "keeps within a stack of 512 KiB, as threads have on some systems",
    arguments: [
      "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items", "contains",
      "unevaluatedItems",
    ], ["allOf", "anyOf", "oneOf", "not", "if"])
  func stack(descent: String, application: String) throws {
    let isMap = ["properties", "patternProperties"].contains(descent)
    let isList = ["allOf", "anyOf", "oneOf"].contains(application)
    let reference = isMap ? ##"{"a": {"$ref": "#"}}"## : ##"{"$ref": "#"}"##
    let deeper = "{\"\(descent)\": \(reference)}"
    let branch = "\"\(application)\": \(isList ? "[\(deeper), false]" : deeper)"
    let compiled = try schema("{\(branch), \"unevaluatedItems\": true, \"unevaluatedProperties\": true}")
    let bare = try schema("{\(branch)}")
    let opening = descent.hasSuffix("roperties") ? "{\"a\":" : "["
    let closing = opening == "[" ? "]" : "}"
    let value = try json(String(repeating: opening, count: 128) + "1" + String(repeating: closing, count: 128))
    for schema in [compiled, bare] {
      // The answers are compared, so that the work cannot be left out.
      let isEmpty = onSmallStack { schema.violations(of: value).isEmpty }
      #expect(onSmallStack { schema.isValid(value) } == isEmpty)
    }
  }

  /// Does work on a thread of its own, whose stack is small, and waits for it.
  private func onSmallStack(_ work: @escaping @Sendable () -> Bool) -> Bool {
    let answer = Answer()
    let thread = Thread {
      answer.value.withLock { $0 = work() }
      answer.isThere.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    answer.isThere.wait()
    return answer.value.withLock(\.self)
  }

  private final class Answer: Sendable {
    let value = Mutex(false)
    let isThere = DispatchSemaphore(value: 0)
  }

  /// Schemas that each apply the next one twice to the same value: there are 2^40 ways to the last.
  private func doubling(_ keyword: String, last: JSONValue, around root: JSONObject) throws -> CompiledSchema {
    let links = (0..<40).map { index in
      let next = JSONValue.object(["$ref": .string("#/$defs/s\(index + 1)")])
      return ("s\(index)", JSONValue.object([keyword: [next, next]]))
    }
    var root = root
    root["$defs"] = .object(JSONObject(links + [("s40", last)]))
    return try CompiledSchema(.object(root))
  }

  @Test("is that of the schemas, not of the ways that lead to them", .timeLimit(.minutes(1)))
  func doubling() throws {
    let reference: JSONValue = ["$ref": "#/$defs/s0"]
    for keyword in ["allOf", "anyOf"] {
      let plain = try doubling(keyword, last: ["type": "null"], around: ["items": reference])
      #expect(plain.isValid([.null]))
      #expect(plain.violations(of: [.null, 1]).map(\.instance.description).contains("/1"))
      #expect(plain.violations(of: [.null, 1]).allSatisfy { $0.keyword == "type" || $0.keyword == keyword })
      let negated = try doubling(keyword, last: ["type": "null"], around: ["not": reference])
      #expect(negated.isValid(1))
      #expect(negated.violations(of: .null).map(\.keyword) == ["not"])
    }
    // Two equal schemas are never one.
    let exclusive = try doubling("oneOf", last: ["type": "null"], around: ["not": reference])
    #expect(exclusive.isValid(1))
    #expect(exclusive.isValid(.null))
  }

  @Test("counts what schemas have evaluated, whichever way led to them", .timeLimit(.minutes(1)))
  func doublingEvaluated() throws {
    let root: JSONObject = ["$ref": "#/$defs/s0", "unevaluatedProperties": false]
    for keyword in ["allOf", "anyOf"] {
      let compiled = try doubling(keyword, last: ["properties": ["a": ["type": "integer"]]], around: root)
      #expect(compiled.isValid(["a": 1]))
      #expect(!compiled.isValid(["a": "1"]))
      #expect(compiled.violations(of: ["a": 1, "b": 1]).map(\.keyword) == ["unevaluatedProperties"])
    }
  }

  @Test("tells the parts of a value apart, however they are reached", .timeLimit(.minutes(1)))
  func doublingParts() throws {
    let names = try doubling("allOf", last: ["maxLength": 3], around: ["propertyNames": ["$ref": "#/$defs/s0"]])
    #expect(names.isValid(["abc": "abcd", "de": 1]))
    #expect(names.violations(of: ["abc": 1, "abcd": 1]).count == 1)
    let both: JSONObject = [
      "allOf": [["prefixItems": [["$ref": "#/$defs/s0"]]], ["contains": ["$ref": "#/$defs/s0"], "maxContains": 1]]
    ]
    let elements = try doubling("allOf", last: ["type": "integer"], around: both)
    #expect(elements.isValid([1, "a"]))
    #expect(elements.violations(of: [1, "a", 2]).map(\.keyword) == ["maxContains"])
    #expect(!elements.isValid(["a", 1]))
  }

  @Test("ends at a regular expression that takes too many steps, even below `not`")
  func expression() throws {
    let text = JSONValue.string(String(repeating: "a", count: 60) + "!")
    for pattern in [#"{"pattern": "(a+)+$"}"#, #"{"not": {"pattern": "(a+)+$"}}"#] {
      let compiled = try schema(pattern)
      #expect(!compiled.isValid(text))
      #expect(compiled.violations(of: text).last?.found == "has one that takes too many steps")
    }
    let names = try schema(#"{"patternProperties": {"(a+)+$": true}}"#)
    #expect(!names.isValid(.object([text.string ?? "": 1])))
  }

  @Test("grows with the size of the value only", .timeLimit(.minutes(1)))
  func largeValues() throws {
    let members = (0..<20_000).map { ("name\($0)", JSONValue.number(JSONNumber($0))) }
    let closed = try CompiledSchema([
      "properties": .object(JSONObject(members.map { ($0.0, ["type": "integer"]) })), "additionalProperties": false,
    ])
    #expect(closed.isValid(.object(JSONObject(members.reversed()))))
    let unique = try schema(#"{"uniqueItems": true, "unevaluatedItems": {"type": "integer"}}"#)
    #expect(unique.isValid(.array(members.map(\.1))))
    #expect(!unique.isValid(.array(members.map(\.1) + [0])))
  }
}
