import JSON
import Platform

/// One file of a document as it was read.
struct SourceFile: Sendable {
  /// The path as it was given, or made from that of the file that refers to it.
  let path: String
  let bytes: [UInt8]
  let isJSON: Bool
  var value: JSONValue

  /// Reads JSON or YAML, whichever the content is.
  ///
  /// - Throws: ``DocumentFailure`` when there is no such file, it is too large, or it is neither.
  static func read(_ path: String) throws(DocumentFailure) -> SourceFile {
    try parse(try bytes(path), path)
  }

  /// The bytes of a file.
  static func bytes(_ path: String) throws(DocumentFailure) -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try BoundedFile.contents(of: path, limit: DocumentLimits.fileSize)
    } catch {
      throw DocumentFailure(file: path, reason: error.description)
    }
  }

  /// The bytes without a byte order mark.
  static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The value of a text that is JSON or YAML.
  static func parse(_ content: [UInt8], _ path: String) throws(DocumentFailure) -> SourceFile {
    let bytes = withoutMark(content)
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard let first else { throw DocumentFailure(file: path, line: 1, reason: "the file is empty") }
    if let zero = bytes.firstIndex(of: 0), bytes.first != 0xFE, bytes.first != 0xFF {
      let line = bytes[..<zero].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
      throw DocumentFailure(file: path, line: line, reason: "a NUL byte; this is no text")
    }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      let value = try YAMLReader.read(bytes, file: path)
      return SourceFile(path: path, bytes: bytes, isJSON: false, value: value)
    }
    try JSONSize.check(bytes, path)
    do throws(JSONSyntaxError) {
      let value = try JSONParser.parse(bytes, limits: JSONLimits(maximumDepth: DocumentLimits.depth))
      return SourceFile(path: path, bytes: bytes, isJSON: true, value: value)
    } catch {
      let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
      // YAML has braces as well, with keys that need no quotes.
      if isYAML, error.kind != .duplicateKey, error.kind != .tooDeep,
        let value = try? YAMLReader.read(bytes, file: path)
      {
        return SourceFile(path: path, bytes: bytes, isJSON: false, value: value)
      }
      throw DocumentFailure(file: path, line: error.line, pointer: error.path, reason: error.message)
    }
  }

  /// A failure at a place in the file, with its line.
  func failure(_ pointer: [String], _ reason: String) -> DocumentFailure {
    let text = JSONPointer(pointer).description
    return DocumentFailure(file: path, line: line(of: pointer), pointer: text, reason: reason)
  }

  /// The line of a place, else that of the innermost value around it, from 1.
  func line(of pointer: [String]) -> Int? {
    isJSON ? JSONLines.line(of: pointer, in: bytes) : YAMLLines.line(of: pointer, in: bytes)
  }
}

/// Counts the values of a JSON text before any is made.
enum JSONSize {
  /// - Throws: ``DocumentFailure`` when there are more than ``DocumentLimits/values``.
  static func check(_ bytes: [UInt8], _ path: String) throws(DocumentFailure) {
    // Each value but the first of its object or array comes after a comma.
    guard bytes.count > DocumentLimits.values else { return }
    var (count, line, isString, isEscaped) = (1, 1, false, false)
    for byte in bytes {
      if byte == 0x0A { line += 1 }
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"):
        count += 1
        guard count <= DocumentLimits.values else {
          throw DocumentFailure(file: path, line: line, reason: "there are more than \(DocumentLimits.values) values")
        }
      default: break
      }
    }
  }
}
