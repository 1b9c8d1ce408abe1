/// Numbers that stand for texts of the program and of API documents in a hash table: a fraction of the work that a `Hasher`
/// has with the bytes of a text. Texts of clients need that of a `Hasher`, which no client can foresee.
package enum TextDigest {
  /// Odd, and another one in each process, as a `Hasher` is.
  private static let factor = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

  /// Mixes the UTF-8 bytes of a text into a number, eight at a time.
  package static func mix(_ text: String, into digest: inout UInt64) {
    var contiguous = text
    contiguous.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      var at = 0
      while at + 8 <= bytes.count {
        mix(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self), into: &digest)
        at += 8
      }
      var rest = UInt64(bytes.count) << 56
      while at < bytes.count {
        rest = rest << 8 ^ UInt64(bytes[at])
        at += 1
      }
      mix(rest, into: &digest)
    }
  }

  private static func mix(_ word: UInt64, into digest: inout UInt64) {
    digest = (digest ^ word) &* factor
    digest ^= digest >> 29
  }
}
