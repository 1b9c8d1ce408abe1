import Contract
import CustomAPIs
import Foundation
import HTTPCore
import JSON
import Synthesis

/// The body of a request: a value in a media type.
struct GeneratedBody {
  /// The value of `Content-Type`.
  let type: String
  let bytes: [UInt8]

  private static let boundary = "mock-api-check-boundary"

  /// Creates a body of a documented media type.
  ///
  /// - Parameters:
  ///   - value: The value; nil if the document does not specify one, or for a file.
  init(
    _ content: DocumentedOperation.Content, _ value: JSONValue?, _ document: ContractDocument, _ maker: ValueGenerator
  ) {
    let mediaType = content.mediaType
    switch mediaType {
    case "application/x-www-form-urlencoded":
      type = mediaType
      let pairs = value.map { Self.fields($0, name: "") } ?? []
      bytes = Array(
        pairs.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
          .joined(separator: "&").utf8)
    case _ where mediaType.hasPrefix("multipart/"):
      type = "\(mediaType); boundary=\(Self.boundary)"
      bytes = Self.multipart(value, content, document, maker)
    case _ where mediaType.hasSuffix("json") || mediaType == "*/*" && value != nil:
      type = mediaType == "*/*" ? "application/json" : mediaType
      bytes = JSONWriter.serialize(value ?? .object(JSONObject()), sortedKeys: false)
    case _ where mediaType.hasSuffix("/xml") || mediaType.hasSuffix("+xml") && !mediaType.hasPrefix("image/"):
      type = mediaType
      bytes = XMLBody(maker, root: document.root).bytes(value ?? .object(JSONObject()), content.place)
    case _ where mediaType.hasPrefix("text/"):
      type = SampleFile.mediaType(for: mediaType)
      bytes = value?.string.map { Array($0.utf8) } ?? SampleFile.bytes(type)
    default:
      type = SampleFile.mediaType(for: mediaType)
      bytes = SampleFile.bytes(type)
    }
  }

  /// Whether a body of a media type contains a value instead of a file.
  static func isValue(_ mediaType: String) -> Bool {
    mediaType == "*/*" || mediaType.hasSuffix("json") || mediaType.hasSuffix("urlencoded")
      || mediaType.hasPrefix("multipart/") || mediaType.hasPrefix("text/")
      || mediaType.hasSuffix("xml") && !mediaType.hasPrefix("image/")
  }

  /// The fields of a form (OpenAPI 3.1 §4.8.14.4): an array is a repeated field, a property of an object `a[b]`.
  private static func fields(_ value: JSONValue, name: String) -> [(name: String, value: String)] {
    switch value {
    case .object(let object):
      object.members.flatMap { fields($0.value, name: name.isEmpty ? $0.key : "\(name)[\($0.key)]") }
    case .array(let elements):
      elements.enumerated().flatMap { index, element in
        fields(element, name: element.object == nil ? name : "\(name)[\(index)]")
      }
    case .null: []
    case .bool, .number, .string: [(name, text(value))]
    }
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
  }

  // MARK: Multipart

  private static func multipart(
    _ value: JSONValue?, _ content: DocumentedOperation.Content, _ document: ContractDocument, _ maker: ValueGenerator
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    let shape = maker.shape(of: content.place)
    let encoding = document.root[JSONPointer(content.place.tokens.dropLast())]?["encoding"]
    for member in value?.object?.members ?? JSONObject([("file", .null)]).members {
      let place = shape.members[member.key]
      let wanted = encoding?[member.key]?["contentType"]?.string?.split(separator: ",").first.map {
        SampleFile.mediaType(for: String($0).trimmingBlanks())
      }
      for element in member.value.array ?? [member.value] {
        let isOfArray = member.value.array != nil
        let schema = isOfArray ? place.flatMap { maker.shape(of: $0).items } : place
        let type = fileType(schema, document) ?? (value == nil ? "application/octet-stream" : nil)
        bytes += Array("--\(boundary)\r\n".utf8)
        if let type = type.map({ wanted ?? $0 }) {
          let name = "check.\(SampleFile.ending(type))"
          let head =
            "Content-Disposition: form-data; name=\"\(member.key)\"; filename=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n"
          bytes += Array(head.utf8) + SampleFile.bytes(type)
        } else {
          let isData = element.object != nil || element.array != nil
          let type = wanted ?? (isData ? "application/json" : nil)
          bytes += Array("Content-Disposition: form-data; name=\"\(member.key)\"\r\n".utf8)
          if let type { bytes += Array("Content-Type: \(type)\r\n".utf8) }
          bytes += Array("\r\n\(text(element))".utf8)
        }
        bytes += [13, 10]
      }
    }
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }

  /// The media type of the file that a schema describes; nil for none. In OpenAPI 3.0 files have the format `binary`,
  /// in 3.1 a `contentMediaType` without a `contentEncoding`.
  private static func fileType(_ place: JSONPointer?, _ document: ContractDocument) -> String? {
    guard let place, var schema = document.root[place] else { return nil }
    for _ in 0..<16 {
      guard let target = schema["$ref"]?.string, let pointer = JSONPointer(parsing: String(target.dropFirst())),
        let next = document.root[pointer]
      else { break }
      schema = next
    }
    if let type = schema["contentMediaType"]?.string, schema["contentEncoding"] == nil {
      return SampleFile.mediaType(for: type)
    }
    return schema["format"] == "binary" ? "application/octet-stream" : nil
  }
}
