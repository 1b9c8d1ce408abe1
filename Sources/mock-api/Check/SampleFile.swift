import Foundation
import HTTPCore

/// Small files for documents that require one.
enum SampleFile {
  /// A minimal valid file of a media type: a picture has one pixel.
  static func bytes(_ mediaType: String) -> [UInt8] {
    switch mediaType {
    case "image/jpeg", "image/jpg": decoded(jpeg)
    case "image/gif": decoded("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
    case "image/webp": decoded("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=")
    case "image/svg+xml": Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>".utf8)
    case _ where mediaType.hasPrefix("image/"): decoded(png)
    case "application/pdf":
      Array(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n"
          .utf8)
    case "text/csv": Array("id,name\n1,check\n".utf8)
    case "text/html": Array("<!doctype html><title>check</title>".utf8)
    default: Array("check\n".utf8)
    }
  }

  /// A media type in a range such as `image/*`.
  static func mediaType(for range: String) -> String {
    switch range {
    case "image/*": "image/png"
    case "text/*": "text/plain"
    case _ where range.hasSuffix("*"): "application/octet-stream"
    default: range
    }
  }

  /// The file name extension.
  static func ending(_ mediaType: String) -> String {
    switch mediaType {
    case "image/jpeg": "jpg"
    case "image/svg+xml": "svg"
    case "text/plain": "txt"
    case "application/octet-stream": "bin"
    default: mediaType.split(separator: "/").last.map { String($0.prefix { $0.isLetter || $0.isNumber }) } ?? "bin"
    }
  }

  private static func decoded(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }

  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  private static let jpeg =
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP/////////////////////////////////////////////////////////////////////////////////"
    + "/////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA="
}
