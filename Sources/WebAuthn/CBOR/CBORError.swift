/// Why bytes are not an item that `CBORReader` reads, and where.
package struct CBORError: Error, Sendable, Equatable {
  /// The faults that are told apart.
  package enum Kind: String, Sendable, CaseIterable {
    /// The input ends inside an item.
    case truncated
    /// A head that no CBOR has: reserved additional information, or a simple value in the long form that has
    /// a short one (RFC 8949 §3, appendix F).
    case notWellFormed
    /// An item of indefinite length (RFC 8949 §3.2), which CTAP2 forbids in what authenticators send.
    case indefiniteLength
    /// A break where no item of indefinite length is open.
    case unexpectedBreak
    /// Well-formed, but of no use here: a tag, a floating-point number, `undefined`, another simple value.
    case unsupportedType
    /// A text string that is not UTF-8.
    case invalidUTF8
    /// A key used twice in one map (RFC 8949 §5.6).
    case duplicateKey
    /// Arrays and maps deeper inside one another than `CBORLimits.maximumDepth`.
    case tooDeep
    /// More items than `CBORLimits.maximumItems`.
    case tooManyItems
    /// Bytes after the item where it should be the last.
    case trailingBytes
  }

  /// The fault.
  package let kind: Kind
  /// The first byte of the item concerned, counted from the start of the input.
  package let offset: Int
  /// What was found and what was expected, in one sentence without a full stop.
  package let reason: String

  init(_ kind: Kind, at offset: Int, _ reason: String) {
    self.kind = kind
    self.offset = offset
    self.reason = reason
  }
}

extension CBORError: CustomStringConvertible {
  /// For instance `at byte 12: a text string of 7 bytes, of which 3 are there`.
  package var description: String { "at byte \(offset): \(reason)" }
}

/// How much `CBORReader` reads of one input, whatever it claims to hold.
package struct CBORLimits: Sendable, Equatable {
  /// 8 levels, 512 items: an attestation object of any format in use has 3 levels and some 30 items.
  package static let `default` = CBORLimits(maximumDepth: 8, maximumItems: 512)

  /// How many arrays and maps may stand inside one another; the reader recurses once a level.
  package let maximumDepth: Int
  /// How many items there may be, keys and values counted each.
  package let maximumItems: Int

  /// Limits as given.
  package init(maximumDepth: Int, maximumItems: Int) {
    self.maximumDepth = maximumDepth
    self.maximumItems = maximumItems
  }
}
