import APIs
import ArgumentParser
import Contract
import Foundation
import HTTPCore
import JSON
import Options
import Reporting
import Server

/// The credentials of `check` if the examples of the documents are not valid, as with a real backend.
struct CheckCredentials: ParsableArguments {
  @Option(help: "A header for every request, NAME:VALUE; repeat it for several.")
  var header: [String] = []

  @Option(help: "The bearer token to use instead of signing in. (or MOCK_API_TOKEN)")
  var token: String?

  @Option(help: "The API key, where a document requires one in a header or the query. (or MOCK_API_API_KEY)")
  var apiKey: String?

  @Option(help: "The account to sign in with, NAME:PASSWORD, instead of the document's example. (or MOCK_API_USER)")
  var user: String?

  func validate() throws {
    _ = try headers()
    _ = try Self.pair(user, "--user")
  }

  /// The credentials, including those from environment variables.
  ///
  /// - Throws: `ValidationError`.
  func given(_ source: OptionSource) throws -> Given {
    Given(
      headers: try headers(), token: source.value(token, "token")?.text, key: source.value(apiKey, "api-key")?.text,
      user: try Self.pair(source.value(user, "user")?.text, "--user"))
  }

  private func headers() throws -> HeaderFields {
    var fields = HeaderFields()
    for text in header {
      guard let pair = try Self.pair(text, "--header"), !text.utf8.contains(where: { $0 < 0x20 }) else {
        throw ValidationError("--header must be NAME:VALUE on one line")
      }
      fields.append(pair.name, pair.value.trimmingBlanks())
    }
    return fields
  }

  /// - Throws: `ValidationError` without the text, which may be a secret.
  private static func pair(_ text: String?, _ option: String) throws -> (name: String, value: String)? {
    guard let text else { return nil }
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
      throw ValidationError("\(option) must have a name and a colon before its value")
    }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  /// The given credentials.
  struct Given {
    let headers: HeaderFields
    let token: String?
    let key: String?
    let user: (name: String, value: String)?

    /// A documented sign-in with the user's name and password instead of the example's.
    func signIn(_ example: [UInt8]) -> [UInt8] {
      guard let user, var body = (try? JSONParser.parse(example))?.object else { return example }
      for name in ["email", "username"] where body[name] != nil { body[name] = .string(user.name) }
      if body["password"] != nil { body["password"] = .string(user.value) }
      return JSONWriter.serialize(.object(body), sortedKeys: false)
    }
  }
}
