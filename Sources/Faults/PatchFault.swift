import HTTPCore
import JSON
import World

/// Changes the endpoint's own JSON response: a stub for one case that keeps everything else as the state has it.
struct PatchFault: Fault {
  static let name = "patch"
  static let about = "changes the JSON body of the response, which must still be as the API's document says"

  private let patch: Patch?
  private let status: Int?
  private let headers: HeaderFields
  private let isUndocumentedAllowed: Bool

  private enum Patch: Sendable {
    /// RFC 7396.
    case merge(JSONValue)
    /// RFC 6902.
    case operations(JSONPatch)
  }

  /// The largest body that is changed, and the largest result of operations; a merge adds no more than the patch has.
  private static let maximumBytes = 16 << 20

  init(_ fields: inout FaultFields) {
    patch = Self.read(&fields)
    status = fields.optionalInteger(
      "status", in: 200...599, "another status code", absent: "the response keeps its own")
    headers = AddedHeaders.read("headers", "an object of headers by name, to add or to replace", &fields)
    isUndocumentedAllowed = fields.flag(
      "undocumented", "true to allow a response that the API's document does not have")
    if patch == nil, status == nil, headers.fields.isEmpty {
      fields.reject("patch", "is required: an object to merge into the body, or an array of JSON Patch operations")
    }
  }

  private static func read(_ fields: inout FaultFields) -> Patch? {
    let value = fields.anything(
      "patch", "a JSON Merge Patch (an object, RFC 7396) or a JSON Patch (an array, RFC 6902) of the body")
    switch value {
    case nil: return nil
    case .object?: return value.map(Patch.merge)
    default:
      do throws(Problem) {
        return .operations(try JSONPatch(value))
      } catch {
        fields.reject("patch", "must be an object or an array of operations; \(error.message)")
        return nil
      }
    }
  }

  var staysDocumented: Bool { !isUndocumentedAllowed }
  var needsBody: Bool { patch != nil }

  /// With a patch, a response without JSON, such as 204 or a picture, is left alone, and so is one that continues.
  func change(_ response: inout Response, _ context: FaultContext) throws(Problem) -> Bool {
    var changed = response
    if let patch {
      guard let body = Self.json(of: response) else { return false }
      let bytes = JSONWriter.serialize(try Self.applied(patch, to: body))
      changed.content = .bytes(bytes)
      if changed.headers["ETag"] != nil { changed.headers["ETag"] = EntityTag(of: bytes).text }
    }
    if let status { changed.status = status }
    changed.replaceHeaders(with: headers)
    response = changed
    return true
  }

  private static func applied(_ patch: Patch, to body: JSONValue) throws(Problem) -> JSONValue {
    switch patch {
    case .merge(let changes): body.merged(withPatch: changes)
    case .operations(let operations): try operations.applied(to: body, maximumBytes: maximumBytes)
    }
  }

  private static func json(of response: Response) -> JSONValue? {
    if case .stream = response.content { return nil }
    guard let type = response.headers["Content-Type"].flatMap(MediaType.init)?.essence, type.hasSuffix("json"),
      response.content.count <= maximumBytes
    else { return nil }
    return try? JSONParser.parse(
      response.content.bytes, limits: JSONLimits(maximumDepth: JSONLimits.greatestDepth))
  }
}
