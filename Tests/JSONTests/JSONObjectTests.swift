import JSON
import Testing

@Suite struct JSONObjectTests {
  /// Counts on both sides of the one at which an object begins to keep an index.
  static let counts = [0, 1, 2, 15, 16, 17, 18, 40, 1_000]

  private func object(_ indexes: some Sequence<Int>) -> JSONObject {
    JSONObject(indexes.map { ("key\($0)", .number(JSONNumber($0))) })
  }

  @Test(arguments: counts)
  func findsEachMemberAndNoOther(count: Int) {
    let object = object(0..<count)
    #expect(object.count == count)
    #expect(object.isEmpty == (count == 0))
    #expect(object.keys == (0..<count).map { "key\($0)" })
    #expect((0..<count).allSatisfy { object["key\($0)"] == .number(JSONNumber($0)) })
    #expect(object["key\(count)"] == nil)
    #expect(!object.contains("KEY0"))
  }

  @Test(arguments: counts)
  func isEqualInAnyOrder(count: Int) {
    #expect(object(0..<count) == object((0..<count).reversed()))
  }

  @Test(arguments: counts.dropFirst())
  func differsByOneKeyOrOneValue(count: Int) {
    let original = object(0..<count)
    var renamed = original
    renamed["key0"] = nil
    renamed["other"] = 0
    #expect(renamed.count == count)
    #expect(renamed != original)
    var changed = original
    changed["key\(count - 1)"] = "other"
    #expect(changed != original)
    #expect(object(0...count) != original)
  }

  @Test(arguments: counts.dropFirst())
  func removalKeepsTheOthersInOrder(count: Int) {
    var object = object(0..<count)
    object["key0"] = nil
    #expect(object.keys == (1..<count).map { "key\($0)" })
    #expect((1..<count).allSatisfy { object["key\($0)"]?.number?.integer == $0 })
    object["absent"] = nil
    #expect(object.count == count - 1)
    object["key0"] = "back"
    #expect(object.keys.last == "key0")
    #expect(object["key0"] == "back")
  }

  @Test(arguments: counts.dropFirst())
  func anAssignmentReplacesTheValueInItsPlace(count: Int) {
    var object = object(0..<count)
    object["key0"] = .null
    #expect(object.members.first?.key == "key0")
    #expect(object["key0"] == .some(.null))
    #expect(object.count == count)
  }

  @Test func keysAreComparedByTheirBytes() {
    let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2, "": 3]
    #expect(object.count == 3)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(object[""] == 3)
  }

  @Test func keysAreComparedByTheirBytesInAnIndexToo() {
    var object = object(0..<20)
    object["\u{E9}"] = 1
    object["e\u{301}"] = 2
    #expect(object.count == 22)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test(.timeLimit(.minutes(1))) func manyKeysTakeLinearTime() throws {
    let members = (0..<50_000).map { "\"key\($0)\":\($0)" }
    let text = "{" + members.joined(separator: ",") + "}"
    let object = try #require(try JSONParser.parse(Array(text.utf8)).object)
    #expect(object.count == 50_000)
    #expect(object["key49999"] == 49_999)
    let reversed = "{" + members.reversed().joined(separator: ",") + "}"
    #expect(try JSONParser.parse(Array(reversed.utf8)) == .object(object))
    let repeated = text.dropLast() + ",\"key123\":0}"
    let error = try #require(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(repeated.utf8)) }
    #expect(error.kind == .duplicateKey)
    #expect(error.offset == text.utf8.count)
    #expect(error.path == "/key123")
  }
}
