import CPCRE2

/// A client's regular expression, in the syntax of JavaScript (ECMA-262 §22.2) as far as PCRE2 supports it. The work of
/// a search is limited, so every search ends soon.
package final class RegularExpression: Sendable {
  /// Why a pattern cannot be used.
  package struct SyntaxError: Error, Equatable, CustomStringConvertible {
    /// The 0-based byte of the pattern after which the error is.
    package let offset: Int
    /// The reason, as PCRE2 words it.
    package let reason: String

    package var description: String { "\(reason) at offset \(offset)" }
  }

  /// A search needs more steps than ``stepLimit``, as `(a+)+$` does on a row of a's.
  package struct TooExpensive: Error, Equatable {}

  /// The longest pattern in bytes.
  package static let maximumLength = 1000
  /// The steps of one search, including backtracking.
  package static let stepLimit: UInt32 = 100_000

  // Unchecked since PCRE2 only reads a compiled pattern and a match context when it matches (pcre2api, "Multithreading"),
  // and neither is set after `init`.
  private nonisolated(unsafe) let code: OpaquePointer
  private nonisolated(unsafe) let context: OpaquePointer

  /// Compiles a pattern.
  ///
  /// - Throws: ``SyntaxError`` when it is not a regular expression or too long.
  package init(_ pattern: String, ignoringCase: Bool = false) throws(SyntaxError) {
    guard pattern.utf8.count <= Self.maximumLength else {
      throw SyntaxError(offset: Self.maximumLength, reason: "the pattern is longer than \(Self.maximumLength) bytes")
    }
    // As in JavaScript: `$` is the very end, `\u0041` and `\x41` are characters, `[]` matches nothing.
    var options =
      PCRE2_UTF | PCRE2_ALT_BSUX | PCRE2_DOLLAR_ENDONLY | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF
      | PCRE2_NEVER_BACKSLASH_C
    if ignoringCase { options |= PCRE2_CASELESS }
    var error: Int32 = 0
    var offset = 0
    let bytes = Array(pattern.utf8)
    guard let code = pcre2_compile_8(bytes, bytes.count, options, &error, &offset, nil) else {
      throw SyntaxError(offset: offset, reason: Self.message(error))
    }
    guard let context = pcre2_match_context_create_8(nil) else {
      pcre2_code_free_8(code)
      throw SyntaxError(offset: 0, reason: "no memory to match with")
    }
    pcre2_set_match_limit_8(context, Self.stepLimit)
    pcre2_set_depth_limit_8(context, Self.stepLimit)
    (self.code, self.context) = (code, context)
  }

  deinit {
    pcre2_match_context_free_8(context)
    pcre2_code_free_8(code)
  }

  /// Whether the pattern matches anywhere in the text.
  ///
  /// - Throws: ``TooExpensive``.
  package func matches(_ text: String) throws(TooExpensive) -> Bool {
    guard let match = pcre2_match_data_create_8(1, nil) else { throw TooExpensive() }
    defer { pcre2_match_data_free_8(match) }
    var text = text
    // A Swift string is valid UTF-8, so the check can be skipped.
    let result = text.withUTF8 { pcre2_match_8(code, $0.baseAddress, $0.count, 0, PCRE2_NO_UTF_CHECK, match, context) }
    switch result {
    case 0...: return true
    case PCRE2_ERROR_NOMATCH: return false
    default: throw TooExpensive()
    }
  }

  private static func message(_ error: Int32) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
      let length = pcre2_get_error_message_8(error, buffer.baseAddress, buffer.count)
      guard length > 0 else { return "the pattern cannot be read" }
      return String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
    }
  }
}
