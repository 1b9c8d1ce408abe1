import ArgumentParser
import Foundation
import HTTPCore
import JSON
import Options

/// Converts inputs of users to values of the control plane.
enum ControlInput {
  /// A body: `-` reads standard input, `@FILE` a file, anything else is the text itself.
  ///
  /// - Throws: `ValidationError` that names an unreadable file.
  static func bytes(_ text: String) throws -> [UInt8] {
    if text == "-" { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
    return text.hasPrefix("@") ? try file(String(text.dropFirst())) : Array(text.utf8)
  }

  /// A file's content; `-` reads standard input.
  ///
  /// - Throws: `ValidationError`.
  static func file(_ path: String) throws -> [UInt8] {
    if path == "-" { return try bytes(path) }
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ValidationError("\(path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// A body that must be JSON.
  ///
  /// - Throws: `ValidationError` with the line and column of the mistake.
  static func json(_ text: String) throws -> JSONValue {
    do {
      return try JSONParser.parse(try bytes(text))
    } catch let error as JSONSyntaxError {
      throw ValidationError("this is not valid JSON: \(error)")
    }
  }

  /// A value: JSON if it is valid JSON, otherwise the text.
  static func value(_ text: String) -> JSONValue {
    (try? JSONParser.parse(Array(text.utf8))) ?? .string(text)
  }

  /// An object from `name=value` pairs, with values parsed by ``value(_:)``.
  ///
  /// - Throws: `ValidationError` for a pair without an equals sign.
  static func object(_ pairs: [String]) throws -> JSONObject {
    JSONObject(try pairs.map { (try split($0, at: "=").name, value(try split($0, at: "=").value)) })
  }

  /// The two sides of a pair.
  ///
  /// - Throws: `ValidationError` for a pair without its separator.
  static func split(_ pair: String, at separator: Character) throws -> (name: String, value: String) {
    guard let place = pair.firstIndex(of: separator), place != pair.startIndex else {
      throw ValidationError("\"\(pair)\" must be a name and a value, such as name\(separator)value")
    }
    return (String(pair[..<place]), String(pair[pair.index(after: place)...]))
  }

  /// A duration of ISO 8601, from `PT15M` or `15m`.
  ///
  /// - Throws: `ValidationError`.
  static func duration(_ text: String, _ origin: String) throws -> JSONValue {
    if text.hasPrefix("P") { return .string(text) }
    let nanoseconds = try OptionKind<Int64>.time().value(of: OptionValue(text: text, origin: origin))
    let fraction = String(nanoseconds % 1_000_000_000 + 1_000_000_000).dropFirst()
    return .string("PT\(nanoseconds / 1_000_000_000).\(fraction)S")
  }

  /// Whole seconds, at least one, from `30s`, `5m` or `30`.
  ///
  /// - Throws: `ValidationError`.
  static func seconds(_ text: String, _ origin: String) throws -> JSONValue {
    if let seconds = Int(text) { return .number(JSONNumber(seconds)) }
    let nanoseconds = try OptionKind<Int64>.time(atLeast: "1s").value(of: OptionValue(text: text, origin: origin))
    return .number(JSONNumber(Int(nanoseconds / 1_000_000_000)))
  }
}
