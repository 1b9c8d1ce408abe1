/// What is known about an option from its declaration on the command line.
package struct OptionDescription: Sendable, Equatable {
  /// The name without dashes, such as `rate-limit`.
  package let name: String
  /// What it does, in a sentence.
  package let summary: String
  /// What it is set to when nobody sets it; nil when that is nothing, or nothing that could be written.
  package let defaultValue: String?
  /// What happens when nobody sets it, if that is no value: `as each API documents`.
  package let defaultNote: String?

  /// Reads the help of an option, at whose end its default stands in brackets: `(default: 3000)`. One of several words
  /// is no value but tells what happens.
  ///
  /// - Parameters:
  ///   - isFlag: Whether the option is a flag, whose default is false.
  package init(name: String, help: String, isFlag: Bool) {
    self.name = name
    let marker = " (default: "
    guard help.hasSuffix(")"), let start = help.firstRange(of: marker) else {
      (summary, defaultValue, defaultNote) = (help, isFlag ? "false" : nil, nil)
      return
    }
    summary = String(help[..<start.lowerBound])
    let text = String(help[start.upperBound...].dropLast())
    (defaultValue, defaultNote) = text.contains(" ") ? (nil, text) : (text, nil)
  }
}
