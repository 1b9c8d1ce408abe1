import HTTPCore
import JSON
import Records
import Store
import World

/// The form of every response: the headers that json-server sends against caches, and JSONP when a callback is named.
enum ResponseForm {
  /// In every response besides `Cache-Control`, which ``cacheControl`` gives to those that carry a tag.
  static let headers: HeaderFields = ["Cache-Control": cacheControl] + cacheHeaders
  static let cacheControl = "no-cache"
  private static let cacheHeaders: HeaderFields = ["Pragma": "no-cache", "Expires": "-1"]
  private static let scriptType = "text/javascript; charset=utf-8"

  /// Content that is kept until a record changes.
  ///
  /// - Parameters:
  ///   - origin: What the links in the content begin with.
  static func rendered(
    _ json: [UInt8], _ query: QueryParameters, origin: String, headers: HeaderFields = [:]
  ) -> RenderedBody {
    var fields = cacheHeaders + headers
    let plain = LocalLink.collapse(in: json, origin: origin)
    guard let callback = callback(query) else { return RenderedBody(json, headers: fields, tagged: plain) }
    fields.append("X-Content-Type-Options", "nosniff")
    return RenderedBody(
      script(callback, json), mediaType: scriptType, headers: fields, tagged: script(callback, plain))
  }

  /// A response that is not kept.
  static func response(
    _ json: [UInt8], status: Int = 200, _ query: QueryParameters, headers: HeaderFields = [:]
  ) -> Response {
    var response = Response(status: status, headers: Self.headers + headers)
    if let callback = callback(query) {
      response.headers.append("X-Content-Type-Options", "nosniff")
      response.headers.append("Content-Type", scriptType)
      response.content = .bytes(script(callback, json))
    } else {
      response.headers.append("Content-Type", Response.jsonType)
      response.content = .bytes(json)
    }
    return response
  }

  /// 404 with `{}`.
  static func nothing(_ query: QueryParameters) -> Response { response(Array("{}".utf8), status: 404, query) }

  /// The parameter by which a client asks for a slow response, in milliseconds of real time, as upstream has it.
  static let delayParameter = "_delay"
  private static let delayBytes = Array("\(delayParameter)=".utf8)

  /// The response, later by as much as the query says; what is no number is no delay.
  static func delayed(_ response: Response, _ call: Call) throws -> Response {
    // Most queries have none, and are not read once more for that.
    guard call.request.target.rawQuery.firstRange(of: delayBytes) != nil,
      let milliseconds = try call.request.query()[delayParameter].flatMap(JavaScript.parseInteger)
    else { return response }
    var response = response
    response.delay(byMilliseconds: milliseconds)
    return response
  }

  /// The name of the function to call, without what is no part of a JavaScript reference.
  private static func callback(_ query: QueryParameters) -> String? {
    let name = (query["callback"] ?? "").filter { character in
      character.isASCII && (character.isLetter || character.isNumber || "[]_$.".contains(character))
    }
    return name.isEmpty ? nil : name
  }

  /// The comment in front keeps the response from being read as Flash; U+2028 and U+2029 end lines in older JavaScript.
  private static func script(_ callback: String, _ json: [UInt8]) -> [UInt8] {
    let safe = String(decoding: json, as: UTF8.self).replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029")
    return Array("/**/ typeof \(callback) === 'function' && \(callback)(\(safe));".utf8)
  }
}
