import HTTPCore

/// What a client prefers of an answer (RFC 7240), in the words that users of Prism know: `Prefer: code=404`,
/// `Prefer: example=cat`, `Prefer: dynamic=true`.
struct PreferHeader {
  /// The status to answer with.
  var status: Int?
  /// The name of the example to answer with.
  var example: String?
  /// Whether the answer is to be generated, whatever is stored.
  var isDynamic = false

  /// Whether nothing is preferred.
  var isEmpty: Bool { status == nil && example == nil && !isDynamic }

  /// Reads the preferences of a request; those that are not known are ignored, as the RFC has it.
  init(_ request: Request) {
    guard request.headers["Prefer"] != nil else { return }
    for value in request.headers.values("Prefer") {
      for part in value.split(whereSeparator: { $0 == "," || $0 == ";" }) {
        let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmingBlanks() }
        guard pair.count == 2 else { continue }
        let text = pair[1].hasPrefix("\"") && pair[1].hasSuffix("\"") ? String(pair[1].dropFirst().dropLast()) : pair[1]
        switch pair[0].lowercased() {
        case "code": status = Int(text).flatMap { (100...599).contains($0) ? $0 : nil }
        case "example": example = text
        case "dynamic": isDynamic = text == "true"
        default: break
        }
      }
    }
  }
}
