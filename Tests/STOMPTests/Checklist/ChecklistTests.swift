import STOMP
import Testing

/// A row of the checklist: a rule of STOMP 1.0, 1.1 or 1.2, and conversations that show it.
struct Row: Sendable, CustomTestStringConvertible {
  let number: Int
  let name: String
  let conversations: [Conversation]

  init(_ number: Int, _ name: String, _ conversations: [Conversation]) {
    self.number = number
    self.name = name
    self.conversations = conversations
  }

  var testDescription: String { "\(number). \(name)" }
}

@Suite("The checklist of STOMP 1.0, 1.1 and 1.2")
struct ChecklistTests {
  static let rows = Row.framing + Row.connecting + Row.messaging + Row.acknowledging + Row.ending

  @Test("holds", arguments: rows)
  func row(_ row: Row) {
    #expect(!row.conversations.isEmpty)
    for (index, conversation) in row.conversations.enumerated() {
      #expect(conversation.run() == conversation.expected, "row \(row.number), conversation \(index)")
    }
  }

  @Test("has all 54 rows")
  func complete() {
    #expect(Self.rows.map(\.number).sorted() == Array(1...54))
  }
}
