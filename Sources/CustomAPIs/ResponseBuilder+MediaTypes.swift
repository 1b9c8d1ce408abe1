import HTTPCore

extension ResponseBuilder {
  /// The media type of a response whose document names a type or a range of types.
  static func mediaType(_ essence: String) -> String {
    switch essence {
    case "application/json", "*/*", "application/*": Response.jsonType
    case "text/*": "text/plain; charset=utf-8"
    case "image/*": "image/png"
    case let range where range.hasSuffix("/*"): "application/octet-stream"
    case "text/plain", "text/html", "text/csv": "\(essence); charset=utf-8"
    default: essence
    }
  }
}
