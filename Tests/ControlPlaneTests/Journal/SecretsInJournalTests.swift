import HTTPCore
import Testing
import World

@Suite("Secrets in the journal")
struct SecretsInJournalTests {
  private static let secret = "Zx9SecretQ7"
  private static let names = [
    "password", "newPassword", "current_password", "token", "refreshToken", "access_token", "identityToken",
    "authorizationCode", "clientSecret", "signature", "challenge",
  ]

  /// Bodies with a secret, well formed and otherwise, with the `Content-Type` they come with.
  private static func bodies(_ name: String) -> [(type: String?, text: String)] {
    let json = #"{"email":"ana@example.com","\#(name)":"\#(secret)","n":1}"#
    let escaped = json.replacing("\"", with: "\\\"")
    let form = "email=ana&\(name)=\(secret)&n=1"
    let part = "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(secret)\r\n--B--\r\n"
    return [
      ("application/json", json), (nil, json), ("application/x-www-form-urlencoded", json), ("text/plain", json),
      (nil, "[[\(json)]]"), (nil, #"{"requests":[{"body":\#(json)},{"body":"\#(escaped)"}]}"#),
      ("application/json", String(json.dropLast(8))), ("application/json", json + "}"),
      (nil, json.replacing("\"", with: "'")),
      (nil, #"{"\#(name)":{"inner":["\#(secret)"]}}"#),
      (nil, #"{"details":{"field":"\#(name)","value":"\#(secret)"}}"#),
      (nil, String(repeating: "[", count: 200) + json), (nil, "{\(name):\(secret)}"), (nil, "\u{FEFF}" + json),
      ("application/x-www-form-urlencoded", form), (nil, form), ("multipart/form-data; boundary=B", part),
      ("multipart/form-data", part), ("application/xml", "<a><\(name)>\(secret)</\(name)></a>"),
      (nil, "CONNECT\nAuthorization:Bearer \(secret)\npasscode:\(secret)\nlogin:\(secret)\n\n\u{0}"),
      (nil, "SEND\ndestination:/x\n\(name):\(secret)\n\n\(json)\u{0}"),
      (nil, #"["SEND\npasscode:\#(secret)\n\n\u0000"]"#), (nil, #"a["SEND\nlogin:\#(secret)\n\n\#(escaped)\u0000"]"#),
      (nil, #"{"url":"http://h/x?\#(name)=\#(secret)"}"#), (nil, #"{"headers":{"Authorization":"Bearer \#(secret)"}}"#),
      (nil, json + String(repeating: " ", count: 40_000)), (nil, String(json.dropLast(1)) + #","x":""# + longText),
    ]
  }

  private static let longText = String(repeating: "é", count: 20_000)

  @Test("come out in no rendering, wherever they stood", arguments: names)
  func nowhere(name: String) throws {
    for (type, text) in Self.bodies(name) {
      let client = try JournalClient()
      var headers: HeaderFields = [
        "Authorization": "Basic \(Self.secret)", "Cookie": "sid=\(Self.secret)", "X-Api-Key": Self.secret,
        "X-Mock-Admin-Token": Self.secret, "X-Mock-Reset-Token": Self.secret,
        "Referer": "http://h/?\(name)=\(Self.secret)",
      ]
      if let type { headers["Content-Type"] = type }
      var answer = Response(
        status: 200, headers: ["Set-Cookie": "sid=\(Self.secret); Path=/", "Location": "/x?\(name)=\(Self.secret)"],
        content: .bytes(Array(text.utf8)))
      if let type { answer.headers["Content-Type"] = type }
      for operation in ["signIn", nil] {
        try client.record(
          "POST", "/v1/auth/login?\(name)=\(Self.secret)&apiKey=\(Self.secret)", operationID: operation,
          headers: headers, bytes: Array(text.utf8), answer: answer)
      }
      client.recordFrame(text)
      for rendering in try client.renderings() {
        #expect(!rendering.contains(Self.secret), "\(type ?? "no type"): \(text.prefix(100))")
        #expect(rendering.count > 30)
      }
    }
  }

  @Test("are not told by failed verifications either")
  func verification() throws {
    let client = try JournalClient()
    try client.record(
      "POST", "/v1/auth/login", headers: ["Authorization": "Bearer \(Self.secret)"],
      bytes: Array(#"{"password":"\#(Self.secret)"}"#.utf8))
    let match = #"{"match":{"body":{"password":"other"},"header":{"Authorization":"Bearer x"}}}"#
    let text = String(decoding: try client.call("POST", "/_mock/requests/verify", match).allBytes, as: UTF8.self)
    #expect(text.contains("which is not shown"))
    #expect(!text.contains(Self.secret))
  }
}
