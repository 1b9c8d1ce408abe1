import JSON
import Platform

/// One file of a document.
struct SourceFile: Sendable {
  /// The path as it was given, or relative to that of the file that refers to it.
  let path: String
  let bytes: [UInt8]
  let isJSON: Bool
  var value: JSONValue
  /// The defects of its text.
  var defects: [DocumentDefect] = []

  /// Reads JSON or YAML, depending on the content.
  ///
  /// - Parameters:
  ///   - isStrict: Whether a defect of the text is an error.
  /// - Throws: ``DocumentFailure`` when the file is missing, too large, or in neither format.
  static func read(_ path: String, isStrict: Bool) throws(DocumentFailure) -> SourceFile {
    let bytes = try bytes(path)
    do throws(DocumentFailure) {
      return try parse(bytes, path, isStrict: isStrict)
    } catch {
      let isWide = bytes.first == 0xFE || bytes.first == 0xFF
      guard !isStrict, !isWide, String(validating: bytes, as: UTF8.self) == nil else { throw error }
      var file = try parse(Array(String(decoding: bytes, as: UTF8.self).utf8), path, isStrict: false)
      file.defects.append(
        DocumentDefect(failure: error, remedy: "the server replaces the bytes that are not UTF-8"))
      return file
    }
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
  private static func parse(
    _ content: [UInt8], _ path: String, isStrict: Bool
  ) throws(DocumentFailure) -> SourceFile {
    let bytes = withoutMark(content)
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard let first else { throw DocumentFailure(file: path, line: 1, reason: "the file is empty") }
    if let zero = bytes.firstIndex(of: 0), bytes.first != 0xFE, bytes.first != 0xFF {
      let line = bytes[..<zero].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
      throw DocumentFailure(file: path, line: line, reason: "a NUL byte; this is not text")
    }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      let (value, defects) = try YAMLReader.read(bytes, file: path, allowsDefects: !isStrict)
      return SourceFile(path: path, bytes: bytes, isJSON: false, value: value, defects: defects)
    }
    try JSONSize.check(bytes, path)
    do throws(JSONSyntaxError) {
      return SourceFile(
        path: path, bytes: bytes, isJSON: true, value: try JSONParser.parse(bytes, limits: limits))
    } catch {
      return try parse(bytes, path, isStrict: isStrict, notJSON: error)
    }
  }

  private static let limits = JSONLimits(maximumDepth: DocumentLimits.depth)

  /// The value of a text that begins like JSON, but is not valid JSON.
  private static func parse(
    _ bytes: [UInt8], _ path: String, isStrict: Bool, notJSON error: JSONSyntaxError
  ) throws(DocumentFailure) -> SourceFile {
    let failure = DocumentFailure(file: path, line: error.line, pointer: error.path, reason: error.message)
    let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    if error.kind == .duplicateKey, !isStrict,
      let (value, repeated) = try? JSONParser.parseAllowingRepeatedKeys(bytes, limits: limits)
    {
      let defects = repeated.map { fault in
        DocumentDefect(
          failure: DocumentFailure(file: path, line: fault.line, reason: fault.message),
          remedy: DocumentDefect.lastCounts)
      }
      return SourceFile(path: path, bytes: bytes, isJSON: true, value: value, defects: defects)
    }
    // YAML also has braces, with keys that need no quotes and commas at the end.
    guard isYAML || !isStrict, error.kind != .duplicateKey || !isStrict, error.kind != .tooDeep,
      let (value, found) = try? YAMLReader.read(bytes, file: path, allowsDefects: !isStrict)
    else { throw failure }
    var defects = found
    if !isYAML { defects.append(DocumentDefect(failure: failure, remedy: "the server reads the file as YAML")) }
    return SourceFile(path: path, bytes: bytes, isJSON: false, value: value, defects: defects)
  }

  /// A failure at a location in the file, with its line.
  func failure(_ pointer: [String], _ reason: String) -> DocumentFailure {
    let text = JSONPointer(pointer).description
    return DocumentFailure(file: path, line: line(of: pointer), pointer: text, reason: reason)
  }

  /// The line of a location, otherwise that of the innermost value around it, from 1.
  func line(of pointer: [String]) -> Int? {
    isJSON ? JSONLines.line(of: pointer, in: bytes) : YAMLLines.line(of: pointer, in: bytes)
  }
}

/// Counts the values of a JSON text before parsing it.
enum JSONSize {
  /// - Throws: ``DocumentFailure`` when there are more than ``DocumentLimits/values``.
  static func check(_ bytes: [UInt8], _ path: String) throws(DocumentFailure) {
    // Each value except the first of its object or array follows a comma.
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
