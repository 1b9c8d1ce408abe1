import HTTPCore
import Testing
import World

@Suite("Redaction")
struct RedactionTests {
  @Test(
    "leaves the scheme and the end of a credential in a header",
    arguments: [
      ("Authorization", "Bearer abcdefghijklmnop1234", "Bearer …1234"), ("authorization", "Bearer short", "Bearer …"),
      ("Authorization", "Basic dXNlcjpwYXNzd29yZDEyMw==", "Basic …"), ("X-Api-Key", "0123456789abcdef", "…cdef"),
      ("X-Mock-Admin-Token", "tiny", "…"), ("X-Mock-Reset-Token", "0123456789abcdef", "…cdef"),
      ("Cookie", "sid=0123456789abcdef; theme=dark", "sid=…cdef; theme=…"),
      ("Set-Cookie", "sid=0123456789abcdef; Path=/; HttpOnly", "sid=…cdef; Path=/; HttpOnly"),
      ("Location", "/x?token=0123456789abcdef&page=2", "/x?token=…cdef&page=2"),
      ("Location", "https://a.test/cb?code=0123456789abcdef&state=1", "https://a.test/cb?code=[redacted]&state=1"),
      ("Accept", "*/*", "*/*"),
    ])
  func headers(name: String, value: String, shown: String) {
    #expect(Redaction.header(name, value) == shown)
  }

  @Test(
    "takes secret parameters out of a query and leaves the others as they came",
    arguments: [
      ("page=2&q=caf%C3%A9", "page=2&q=caf%C3%A9"), ("apiKey=0123456789abcdef", "apiKey=…cdef"),
      ("password=hunter2", "password=[redacted]"), ("p%61ssword=hunter2&x", "p%61ssword=[redacted]&x"),
      ("access_token=a&", "access_token=…&"), ("=&&a", "=&&a"),
      ("code=4%2F0AbC&state=x", "code=[redacted]&state=x"), ("co%64e=1&Code=2", "co%64e=[redacted]&Code=[redacted]"),
      ("country_code=se&decode=1", "country_code=se&decode=1"),
    ])
  func query(raw: String, shown: String) {
    #expect(Redaction.query(Array(raw.utf8)) == shown)
  }

  @Test(
    "knows the names of secrets however they are written",
    arguments: [
      ("password", true), ("newPassword", true), ("current_password", true), ("refresh_token", true), ("idToken", true),
      ("identityToken", true), ("authorizationCode", true), ("client-secret", true), ("X-Mock-Reset-Token", true),
      ("signature", true), ("challenge", true), ("apiKey", true), ("email", false), ("code", false), ("tokens", false),
      ("tokenType", false), ("key", false),
    ])
  func names(name: String, isSecret: Bool) {
    #expect(Redaction.isSecret(name) == isSecret)
  }

  @Test(
    "takes secrets out of bodies",
    arguments: [
      (#"{"email":"a","password":"hunter2","n":1.50}"#, #"{"email":"a","password":"[redacted]","n":1.50}"#),
      (#"{"a":[{"token":{"x":"hunter2"}}],"password":null}"#, #"{"a":[{"token":"[redacted]"}],"password":null}"#),
      (
        #"{"details":{"field":"password","value":"hunter2"}}"#,
        #"{"details":{"field":"password","value":"[redacted]"}}"#
      ),
      (#"{"body":"{\"password\":\"hunter2\"}"}"#, #"{"body":"{\"password\":\"[redacted]\"}"}"#),
      (#"{"url":"/x?password=hunter2"}"#, #"{"url":"/x?password=[redacted]"}"#),
      (#"{"email":"a","password":"hunt"#, #"{"email":"a","password":[redacted]"#),
      (#"{email:'a',password:'hunter2',}"#, "{email:'a',password:[redacted],}"),
      (#"{"pass\u0077ord" : "hunter2","a"#, #"{"pass\u0077ord" : [redacted],"a"#),
      (#"{"it's":1 "password":"hunter2"}"#, #"{"it's":1 "password":[redacted]}"#),
      ("<user><password>hunter2</password></user>", "<user><password>[redacted]</password></user>"),
      ("CONNECT\nlogin:me\npasscode:hunter2\n\n\u{0}", "CONNECT\nlogin:[redacted]\npasscode:[redacted]\n\n\u{0}"),
      (
        "SEND\ndestination:/a\n\n{\"token\":\"hunter2\"}\u{0}",
        "SEND\ndestination:/a\n\n{\"token\":\"[redacted]\"}\u{0}"
      ),
      (#"["CONNECT\npasscode:hunter2\n\n\u0000"]"#, #"["CONNECT\npasscode:[redacted]\n\n\u0000"]"#),
      (#"a["CONNECT\npasscode:hunter2\n\n\u0000"]"#, #"a["CONNECT\npasscode:[redacted]\n\n\u0000"]"#),
      ("plain words", "plain words"), ("", ""),
    ])
  func bodies(raw: String, shown: String) {
    #expect(DisplayedBody(Array(raw.utf8), contentType: nil, isCut: false).text == shown)
  }

  @Test(
    "reads forms by their type",
    arguments: [
      ("application/x-www-form-urlencoded", "user=a&password=hunter2", "user=a&password=[redacted]"),
      ("application/x-www-form-urlencoded", #"{"password":"hunter2"}"#, #"{"password":"[redacted]"}"#),
      (
        "multipart/form-data; boundary=B",
        "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2\r\n--B--",
        "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n[redacted]\r\n--B--"
      ),
    ])
  func forms(type: String, raw: String, shown: String) {
    #expect(DisplayedBody(Array(raw.utf8), contentType: type, isCut: false).text == shown)
  }

  @Test("shows what is no text in base64, but text that was cut inside a character, or is broken, as text")
  func encodings() {
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0xFF, 0xFE]
    let shown = DisplayedBody(picture, contentType: "image/png", isCut: false)
    #expect(shown.encoding == .base64)
    #expect(shown.text == Base64.encode(picture))
    let cut = DisplayedBody(Array("caf".utf8) + [0xC3], contentType: "text/plain", isCut: true)
    #expect((cut.text, cut.encoding) == ("caf", .text))
    let broken = DisplayedBody(Array(#"{"password":"hunter2"#.utf8) + [0xFF], contentType: nil, isCut: false)
    #expect(broken.encoding == .text)
    #expect(!broken.text.contains("hunter2"))
  }

  @Test(
    "takes time in proportion to the body, whatever is in it",
    arguments: [
      "\"", "'", "\\\"", "SEND\n\n", "{", "password:", "\"a", "%", "[\"", "--B\r\n\r\n", "?token=", "&=", ";",
    ])
  func hostile(piece: String) {
    let bytes = Array(String(repeating: piece, count: 32_768 / piece.utf8.count).utf8)
    for type in [nil, "multipart/form-data; boundary=B", "application/x-www-form-urlencoded", "application/json"] {
      #expect(!DisplayedBody(bytes, contentType: type, isCut: true).text.isEmpty)
    }
  }
}
