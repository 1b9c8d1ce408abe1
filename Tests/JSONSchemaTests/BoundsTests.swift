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

  @Test("is bounded in steps, also for schemas that double at each reference", .timeLimit(.minutes(1)))
  func doubling() throws {
    let links = (0..<40).map { index in
      let next = JSONValue.object(["$ref": .string("#/$defs/s\(index + 1)")])
      return ("s\(index)", JSONValue.object(["allOf": [next, next]]))
    }
    let definitions = JSONValue.object(JSONObject(links + [("s40", ["type": "null"])]))
    let compiled = try CompiledSchema(["not": ["$ref": "#/$defs/s0"], "$defs": definitions])
    #expect(compiled.violations(of: .null).last?.found == "needs more")
    #expect(compiled.isValid(1))
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
