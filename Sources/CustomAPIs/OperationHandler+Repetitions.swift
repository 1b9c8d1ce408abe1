import Contract
import HTTPCore
import JSON
import Resources

// What a request must say twice.

extension OperationHandler {
  /// - Throws: ``Problem`` when a text and its repetition differ, such as `pin` and `confirm_pin`, and the document refuses
  ///   wrong content. Those of passwords are compared with the account's.
  func requireRepetitions(_ sent: RequestBody, _ documented: DocumentedOperation) throws(Problem) {
    guard let content = sent.record(operation.requestEnvelope),
      documented.answers.contains(where: { ["400", "422"].contains($0.status) })
    else { return }
    for member in content.members.prefix(100) {
      guard let repeated = member.value.string, let key = Self.repeatedKey(member.key),
        let first = content.members.first(where: { Words.key($0.key) == key }), let text = first.value.string,
        text != repeated
      else { continue }
      let name = member.key.clipped(to: 60)
      throw Problem(.validation, "\(name) must be the same as \(first.key.clipped(to: 60))", field: name)
    }
  }

  /// What a property repeats by its name, as ``Words/key(_:)`` has it: `pin` for `confirm_pin` and `pinConfirmation`; nil for a
  /// name that says nothing of that.
  private static func repeatedKey(_ name: String) -> String? {
    guard mayRepeat(name) else { return nil }
    var words = Words.split(name)
    guard words.count > 1 else { return nil }
    if let first = words.first, ["confirm", "confirmed", "repeat", "repeated", "retype", "retyped"].contains(first) {
      words.removeFirst()
    } else if let last = words.last, ["confirm", "confirmation", "repeat", "again"].contains(last) {
      words.removeLast()
    } else {
      return nil
    }
    return words.joined()
  }

  /// Whether a name has the beginning of one of those words, or letters that are no ASCII.
  private static func mayRepeat(_ name: String) -> Bool {
    var last: UInt32 = 0
    for byte in name.utf8 {
      if byte >= 0x80 { return true }
      last = (last << 8 | UInt32(byte | 0x20)) & 0xFFFFFF
      // `con`, `rep`, `ret` and `aga`
      if last == 0x636F6E || last == 0x726570 || last == 0x726574 || last == 0x616761 { return true }
    }
    return false
  }
}
