import HTTPCore

extension Redaction {
  /// A query, or a URL-encoded form, with the values of secret parameters taken out. Names are compared decoded, and
  /// what is not secret stays as it came.
  package static func query(_ bytes: some Collection<UInt8>) -> String {
    let pairs = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair -> String in
      let bytes = Array(pair)
      let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
      let name = String(decoding: PercentEncoding.decode(bytes[..<equals], plus: .space), as: UTF8.self)
      guard equals < bytes.count, isSecretParameter(name) else { return String(decoding: bytes, as: UTF8.self) }
      let value = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
      let shown = isKey(name) ? tail(value) : mark
      return String(decoding: bytes[...equals], as: UTF8.self) + shown
    }
    return pairs.joined(separator: "&")
  }

  /// A text that may hold addresses, with the values of secret parameters of their queries taken out.
  package static func address(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "=")) else { return text }
    var shown = ""
    var piece: [UInt8] = []
    func flush(upTo separator: UInt8?) {
      shown += query(piece)
      piece = []
      if let separator { shown.unicodeScalars.append(Unicode.Scalar(separator)) }
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ";"), 0x20:
        flush(upTo: byte)
      default:
        piece.append(byte)
      }
    }
    flush(upTo: nil)
    return shown
  }

  /// Whether it is a key for which its end is shown: those are told apart by people.
  private static func isKey(_ name: String) -> Bool {
    let plain = name.lowercased()
    return plain.hasSuffix("key") || plain.hasSuffix("token")
  }
}
