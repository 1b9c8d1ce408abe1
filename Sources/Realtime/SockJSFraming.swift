import HTTPCore
import JSON
import World

/// How a transport writes frames into a response.
struct SockJSFraming: Sendable {
  /// The size of frames after which a streamed response ends, so that clients need not keep more.
  private static let streamBytes = 128 << 10

  let contentType: String
  /// The bytes before the first frame.
  let prelude: [UInt8]
  /// The size of frames after which the response ends; 0 to end after the first frame.
  let limit: Int
  let wrap: @Sendable ([UInt8]) -> [UInt8]

  /// One frame and a line end.
  static let polling = SockJSFraming(
    contentType: "application/javascript; charset=UTF-8", prelude: [], limit: 0, wrap: line)

  /// One frame per line, after 2 KiB that some browsers buffer.
  static let streaming = SockJSFraming(
    contentType: "application/javascript; charset=UTF-8",
    prelude: Array(repeating: UInt8(ascii: "h"), count: 2048) + [UInt8(ascii: "\n")], limit: streamBytes, wrap: line)

  /// Server-sent events (WHATWG HTML §9.2).
  static let events = SockJSFraming(
    contentType: "text/event-stream; charset=UTF-8", prelude: Array("\r\n".utf8), limit: streamBytes
  ) { Array("data: ".utf8) + $0 + Array("\r\n\r\n".utf8) }

  /// A page with one script per frame, for old browsers that render pages incrementally.
  ///
  /// - Parameters:
  ///   - callback: The name of an object of the parent page.
  @Sendable static func page(_ callback: String) -> SockJSFraming {
    let head = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="UTF-8"><title>SockJS</title></head><body>
      <script>
        document.domain = document.domain;
        var receiver = parent.\(callback);
        receiver.start();
        function p(frame) { receiver.message(frame); }
        window.onload = receiver.stop;
      </script>

      """
    let filler = String(repeating: " ", count: max(0, 1024 - head.utf8.count)) + "\r\n\r\n"
    return SockJSFraming(
      contentType: "text/html; charset=UTF-8", prelude: Array((head + filler).utf8), limit: streamBytes
    ) { Array("<script>\np(".utf8) + literal($0) + Array(");\n</script>\r\n".utf8) }
  }

  /// A script that calls a function with one frame. The comment before prevents its interpretation as another type of
  /// file.
  ///
  /// - Parameters:
  ///   - callback: The name of the function.
  @Sendable static func scripts(_ callback: String) -> SockJSFraming {
    SockJSFraming(contentType: "application/javascript; charset=UTF-8", prelude: [], limit: 0) {
      Array("/**/\(callback)(".utf8) + literal($0) + Array(");\r\n".utf8)
    }
  }

  private static let line: @Sendable ([UInt8]) -> [UInt8] = { $0 + [UInt8(ascii: "\n")] }

  /// A frame as a JavaScript string that is safe in a page.
  private static func literal(_ frame: [UInt8]) -> [UInt8] {
    let text = JSONWriter.serialize(.string(String(decoding: frame, as: UTF8.self)))
    var result = ""
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "<": result += "\\u003c"
      case "\u{2028}": result += "\\u2028"
      case "\u{2029}": result += "\\u2029"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return Array(result.utf8)
  }
}
