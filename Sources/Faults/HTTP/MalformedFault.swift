import HTTPCore
import World

/// Makes the content something that no JSON parser takes.
struct MalformedFault: Fault {
  static let name = "malformed"
  static let about = "spoils the end of the content, so that it is not JSON"
  static let fields: [FaultField] = []

  init(_ fields: inout FaultFields) {}

  func change(_ response: inout Response, _ context: FaultContext) {
    if case .stream = response.content { return }
    var bytes = response.content.bytes
    while let last = bytes.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { bytes.removeLast() }
    // Without its last byte an object, an array or a text is not at its end, and nothing goes on with "{]".
    bytes = bytes.dropLast() + Array("{]".utf8)
    response.content = .bytes(bytes)
    // What was said about the bytes is not true any more.
    response.headers["ETag"] = nil
  }
}
