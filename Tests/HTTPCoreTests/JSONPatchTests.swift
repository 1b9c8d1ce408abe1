import HTTPCore
import JSON
import Testing

/// RFC 6902; the cases follow those of its appendix A.
@Suite struct JSONPatchTests {
  /// A value, a patch, and what comes of it; nil for a refusal.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: String
    let patch: String
    let result: String?

    init(_ name: String, _ value: String, _ patch: String, _ result: String?) {
      (testDescription, self.value, self.patch, self.result) = (name, value, patch, result)
    }
  }

  static let cases = [
    Case("adds a member", #"{"a":1}"#, #"[{"op":"add","path":"/b","value":2}]"#, #"{"a":1,"b":2}"#),
    Case("adds an element", #"{"a":[1,3]}"#, #"[{"op":"add","path":"/a/1","value":2}]"#, #"{"a":[1,2,3]}"#),
    Case("removes a member", #"{"a":1,"b":2}"#, #"[{"op":"remove","path":"/b"}]"#, #"{"a":1}"#),
    Case("removes an element", #"{"a":[1,2,3]}"#, #"[{"op":"remove","path":"/a/1"}]"#, #"{"a":[1,3]}"#),
    Case("replaces", #"{"a":1}"#, #"[{"op":"replace","path":"/a","value":"x"}]"#, #"{"a":"x"}"#),
    Case(
      "moves a member", #"{"a":{"x":1,"y":2},"b":{}}"#, #"[{"op":"move","from":"/a/y","path":"/b/z"}]"#,
      #"{"a":{"x":1},"b":{"z":2}}"#),
    Case("moves an element", #"{"a":[1,2,3,4]}"#, #"[{"op":"move","from":"/a/1","path":"/a/3"}]"#, #"{"a":[1,3,4,2]}"#),
    Case("copies", #"{"a":{"x":1}}"#, #"[{"op":"copy","from":"/a","path":"/b"}]"#, #"{"a":{"x":1},"b":{"x":1}}"#),
    Case("a test that holds", #"{"a":["x",2]}"#, #"[{"op":"test","path":"/a/1","value":2}]"#, #"{"a":["x",2]}"#),
    Case("a test that fails", #"{"a":"x"}"#, #"[{"op":"test","path":"/a","value":"y"}]"#, nil),
    Case("a text is no number", #"{"a":10}"#, #"[{"op":"test","path":"/a","value":"10"}]"#, nil),
    Case("adds an object", #"{"a":1}"#, #"[{"op":"add","path":"/b","value":{"c":{}}}]"#, #"{"a":1,"b":{"c":{}}}"#),
    Case("other members mean nothing", "{}", #"[{"op":"add","path":"/a","value":1,"x":2}]"#, #"{"a":1}"#),
    Case("a parent must be there", #"{"a":1}"#, #"[{"op":"add","path":"/b/c","value":1}]"#, nil),
    Case("an unknown operation", #"{"a":1}"#, #"[{"op":"spam","path":"/a"}]"#, nil),
    Case(
      "escapes", #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10},{"op":"remove","path":"/~1"}]"#,
      #"{"~1":10}"#),
    Case("adds an array at the end", #"{"a":[1]}"#, #"[{"op":"add","path":"/a/-","value":[2]}]"#, #"{"a":[1,[2]]}"#),
    Case("null is a value", #"{"a":1}"#, #"[{"op":"replace","path":"/a","value":null}]"#, #"{"a":null}"#),
    Case("replaces the whole", #"{"a":1}"#, #"[{"op":"replace","path":"","value":{"b":2}}]"#, #"{"b":2}"#),
    Case("nothing to remove", #"{"a":1}"#, #"[{"op":"remove","path":"/b"}]"#, nil),
    Case("nothing to replace", #"{"a":1}"#, #"[{"op":"replace","path":"/b","value":1}]"#, nil),
    Case("beyond the end", #"{"a":[1]}"#, #"[{"op":"add","path":"/a/3","value":1}]"#, nil),
    Case("an index with a zero before it", #"{"a":[1,2]}"#, #"[{"op":"remove","path":"/a/01"}]"#, nil),
    Case("an index with a sign", #"{"a":[1,2]}"#, #"[{"op":"remove","path":"/a/+1"}]"#, nil),
    Case("into itself", #"{"a":{"b":{}}}"#, #"[{"op":"move","from":"/a","path":"/a/b/c"}]"#, nil),
    Case("no array", "{}", #"{"op":"add","path":"/a","value":1}"#, nil),
  ]

  @Test(arguments: cases)
  func holds(_ example: Case) throws {
    let (value, patch) = (try parsed(example.value), try parsed(example.patch))
    guard let result = example.result else {
      #expect(throws: Problem.self) { try JSONPatch(patch).applied(to: value, maximumBytes: 4 << 20) }
      return
    }
    #expect(try JSONPatch(patch).applied(to: value, maximumBytes: 4 << 20) == parsed(result))
  }

  @Test func copiesOfCopiesAreBounded() throws {
    let copies = (0..<100).map { #"{"op":"copy","from":"","path":"/a\#($0)"}"# }
    let patch = try parsed("[\(copies.joined(separator: ","))]")
    #expect(throws: Problem.self) { try JSONPatch(patch).applied(to: parsed(#"{"a":1}"#), maximumBytes: 1000) }
  }

  @Test("The result is bounded in bytes while operations are applied: a text that is copied counts each time")
  func bytesAreBounded() throws {
    let text = String(repeating: "x", count: 100_000)
    func patch(_ count: Int) throws -> JSONPatch {
      try JSONPatch(
        parsed("[\((0..<count).map { #"{"op":"copy","from":"/a","path":"/b\#($0)"}"# }.joined(separator: ","))]"))
    }
    let value: JSONValue = ["a": .string(text)]
    #expect(try patch(8).applied(to: value, maximumBytes: 1_000_000).object?.count == 9)
    for count in [10, 200, 900] {
      let problem = #expect(throws: Problem.self) { try patch(count).applied(to: value, maximumBytes: 1_000_000) }
      #expect(problem?.kind == .contentTooLarge)
    }
  }

  @Test("What is replaced or removed makes room, and what is moved takes none")
  func roomIsGivenBack() throws {
    let text = String(repeating: "x", count: 600)
    let operations = (0..<20).map { number in
      #"{"op":"replace","path":"/a","value":"\#(text)"},{"op":"move","from":"/a","path":"/b"},"#
        + #"{"op":"move","from":"/b","path":"/a"},{"op":"copy","from":"/a","path":"/c\#(number)"},"#
        + #"{"op":"remove","path":"/c\#(number)"}"#
    }
    let patch = try JSONPatch(parsed("[\(operations.joined(separator: ","))]"))
    #expect(try patch.applied(to: ["a": 1], maximumBytes: 2_000) == ["a": .string(text)])
  }

  @Test("The result is bounded in depth: a value that is copied into itself doubles its own")
  func depthIsBounded() throws {
    var operations: [String] = []
    for step in 0..<10 {
      let path = String(repeating: "/a", count: (1 << step) + 1)
      operations.append(#"{"op":"copy","from":"/a","path":"\#(path)"}"#)
    }
    let patch = try JSONPatch(parsed("[\(operations.joined(separator: ","))]"))
    let problem = #expect(throws: Problem.self) { try patch.applied(to: ["a": ["b": 1]], maximumBytes: 4 << 20) }
    #expect(problem?.message.contains("deeper") == true)
  }

  @Test("The work is bounded: members behind one that is removed move up")
  func workIsBounded() throws {
    let large = JSONValue.object(JSONObject((0..<100_000).map { ("m\($0)", 1 as JSONValue) }))
    let operations = (0..<900).map { #"{"op":"remove","path":"/m\#($0)"}"# }
    let patch = try JSONPatch(parsed("[\(operations.joined(separator: ","))]"))
    let problem = #expect(throws: Problem.self) { try patch.applied(to: large, maximumBytes: 4 << 20) }
    #expect(problem?.kind == .contentTooLarge)
  }

  private func parsed(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }
}
