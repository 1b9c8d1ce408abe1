import HTTPCore
import JSON
import Testing
import WebAuthn

@Suite("Client data")
struct ClientDataTests {
  static let json = #"{"type":"webauthn.get", "challenge":"AQID","origin":"https://example.org","crossOrigin":false}"#

  @Test(
    "are read from JSON and from any base64 of it, byte for byte",
    arguments: [
      json, Base64.encode(Array(json.utf8)), Base64URL.encode(Array(json.utf8)),
      Base64.encode(Array(json.utf8)).prefix(40) + "\n" + Base64.encode(Array(json.utf8)).dropFirst(40),
    ])
  func reads(text: String) throws {
    let data = try ClientData(text: text)
    #expect(data.bytes == Array(Self.json.utf8))
    #expect(data.type == "webauthn.get")
    #expect(data.challenge == "AQID")
    #expect(data.challengeBytes == [1, 2, 3])
    #expect(data.origin == "https://example.org")
    #expect(!data.crossOrigin)
    #expect(data.topOrigin == nil)
  }

  @Test("keep white space and a byte order mark in their bytes")
  func exactBytes() throws {
    let text = " \n" + Self.json + "\n"
    #expect(try ClientData(text: text).bytes == Array(text.utf8))
    let marked = [0xEF, 0xBB, 0xBF] + Array(Self.json.utf8)
    #expect(try ClientData(bytes: marked).bytes == marked)
    #expect(try ClientData(text: Base64.encode(marked)).origin == "https://example.org")
  }

  @Test("may have members that are not known")
  func extraMembers() throws {
    let vector = SpecificationVector.topOrigin
    let data = try ClientData(bytes: vector.assertionClientData)
    #expect(data.crossOrigin)
    #expect(data.topOrigin == "https://example.com")
    #expect(data.challengeBytes == vector.assertionChallenge)
  }

  static let broken: [(String, String)] = [
    ("client_data_json", "it is not JSON: line 1"), ("", "it is not JSON: line 1"), ("{", "it is not JSON: line 1"),
    ("not base64!", "neither JSON nor base64: \"not base64!\""), ("WzFd", "of type array instead of object"),
    (#"{"type":"a","type":"b"}"#, "line 1, column 13"), (#"{"challenge":"AQID","origin":"a"}"#, "\"type\" is missing"),
    (#"{"type":"a","origin":"a"}"#, "\"challenge\" is missing"),
    (#"{"type":"a","challenge":"a"}"#, "\"origin\" is missing"),
    (#"{"type":1,"challenge":"a","origin":"a"}"#, "\"type\" is of type number instead of string"),
    (#"{"type":"a","challenge":null,"origin":"a"}"#, "\"challenge\" is of type null"),
    (#"{"type":"a","challenge":"a","origin":[]}"#, "\"origin\" is of type array"),
    (#"{"type":"a","challenge":"a","origin":"a","crossOrigin":"no"}"#, "\"crossOrigin\" is of type string"),
    (#"{"type":"a","challenge":"a","origin":"a","topOrigin":true}"#, "\"topOrigin\" is of type boolean"),
  ]

  @Test("say what is wrong with them", arguments: broken)
  func faults(text: String, reason: String) throws {
    guard case .malformed(.clientData, let found) = failure({ try ClientData(text: text) }) else {
      Issue.record("another failure")
      return
    }
    #expect(found.contains(reason), "\(found)")
  }

  static let answers: [(String, String, Bool)] = [
    ("AQID", "AQID", true), ("AQID", "AQIE", false), ("AQIDBA", "AQIDBA==", true), ("-_8", "+/8=", true),
    ("-_8", "-_8", true), ("server_challenge", "server_challenge", true), ("", "", false), ("AQID", "", false),
    // The client took the text for the bytes.
    ("AQID", "QVFJRA", true), ("server_challenge", "c2VydmVyX2NoYWxsZW5nZQ", true),
    ("not base64!", "not base64!", true), ("not base64!", "bm90IGJhc2U2NCE", true),
    ("not base64!", "bm90IGJhc2U2NA", false), ("AQID", "aqid", false), ("\u{E9}", "e\u{301}", false),
  ]

  @Test("answer a challenge in any of its spellings", arguments: answers)
  func challenges(given: String, answered: String, isAnswer: Bool) throws {
    let fields: JSONValue = ["type": "webauthn.get", "challenge": .string(answered), "origin": "https://a.example"]
    let data = try ClientData(bytes: JSONWriter.serialize(fields))
    #expect(Challenge(text: given).isAnswered(by: data) == isAnswer)
    if isAnswer {
      let isFound = data.challengeSpellings.contains(given)
      #expect(isFound || FlexibleBase64.decode(given) == data.challengeBytes)
    }
  }

  @Test("name the texts under which a challenge may be stored")
  func spellings() throws {
    let padded = try ClientData(text: Self.json.replacing("AQID", with: "c2VydmVyX2NoYWxsZW5nZQ=="))
    let encoded = "c2VydmVyX2NoYWxsZW5nZQ"
    #expect(padded.challengeSpellings == [encoded + "==", encoded, "server_challenge"])
    #expect(try ClientData(text: Self.json.replacing("AQID", with: "a b")).challengeSpellings == ["a b"])
    #expect(Challenge(bytes: [1, 2, 3]) == Challenge(text: "AQID"))
  }
}

@Suite("An origin rule")
struct OriginRuleTests {
  static let allowed: [(OriginRule, String)] = [
    (.exactly("https://example.org"), "https://example.org"), (.exactly("ios:bundle-id:x"), "ios:bundle-id:x"),
    (.loopback, "http://localhost"), (.loopback, "http://localhost:8080"), (.loopback, "https://localhost:1"),
    (.loopback, "HTTP://LOCALHOST"), (.loopback, "http://127.0.0.1:8080"), (.loopback, "http://[::1]"),
    (.loopback, "http://[::1]:8080"), (.loopback, "http://app.localhost:3000"),
    (.host("mock.example:8080"), "http://mock.example:8080"), (.host("mock.example:8080"), "https://mock.example"),
    (.host("Mock.Example"), "https://mock.example:1"), (.host("[::1]:8080"), "http://[::1]"),
    (.androidApp, "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"),
  ]

  @Test("takes its origins", arguments: allowed)
  func takes(rule: OriginRule, origin: String) {
    #expect(rule.allows(origin))
    #expect([.exactly("x"), rule].allows(origin))
  }

  static let refused: [(OriginRule, String)] = [
    (.exactly("https://example.org"), "https://example.org/"), (.exactly("https://example.org"), "http://example.org"),
    (.exactly("https://\u{E9}.example"), "https://e\u{301}.example"), (.loopback, ""), (.loopback, "localhost"),
    (.loopback, "http://"), (.loopback, "http://localhost/"), (.loopback, "http://localhost:"),
    (.loopback, "http://localhost:80a"), (.loopback, "http://localhost:123456"), (.loopback, "ftp://localhost"),
    (.loopback, "http://localhost.example"), (.loopback, "http://evil@localhost"), (.loopback, "http://notlocalhost"),
    (.loopback, "http://localhost:80:80"), (.loopback, " http://localhost"), (.loopback, "http://localhost\u{301}"),
    (.host("mock.example"), "https://other.example"), (.host("mock.example"), "https://sub.mock.example"),
    (.host(""), "https://"), (.host("a b"), "https://a b"), (.host("mock.example"), "mock.example"),
    (.androidApp, "android:apk-key-hash:AQID"), (.androidApp, "android:apk-key-hash:"),
    (.androidApp, "https://android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"),
  ]

  @Test("takes no others", arguments: refused)
  func refuses(rule: OriginRule, origin: String) {
    #expect(!rule.allows(origin))
    #expect(![rule].allows(origin))
  }
}

@Suite("Base64 from clients")
struct FlexibleBase64Tests {
  /// RFC 4648 §10, and bytes whose spelling differs between the alphabets.
  static let vectors: [(String, [UInt8])] = [
    ("", []), ("Zg==", Array("f".utf8)), ("Zg", Array("f".utf8)), ("Zm8=", Array("fo".utf8)), ("Zm8", Array("fo".utf8)),
    ("Zm9v", Array("foo".utf8)), ("Zm9vYg==", Array("foob".utf8)), ("Zm9vYmE=", Array("fooba".utf8)),
    ("Zm9vYmFy", Array("foobar".utf8)), ("++//", [0xFB, 0xEF, 0xFF]), ("--__", [0xFB, 0xEF, 0xFF]),
    ("A+z/4ME=", [3, 236, 255, 224, 193]), ("A-z_4ME", [3, 236, 255, 224, 193]), ("A-z_4ME=", [3, 236, 255, 224, 193]),
  ]

  @Test("is read in either alphabet, padded or not", arguments: vectors)
  func reads(text: String, bytes: [UInt8]) {
    #expect(FlexibleBase64.decode(text) == bytes)
  }

  static let others: [String] = [
    "A", "=", "==", "===", "Zg=", "Zg===", "Zg====", "Zm8==", "Zm9v=", "Zm9v==", "Zm9v====", "Z=g=", "=Zg", "Zg==Zg",
    "Zh", "Zm9=", "+_", "-/Aa", "+A-a", "Zm 9v", " Zm9v", "Zm9v\n", "Zm9vY", "Zm.v", "é", "Zg\u{0}", "Zg=\u{0}",
  ]

  @Test("is refused when anything is amiss", arguments: others)
  func refuses(text: String) {
    #expect(FlexibleBase64.decode(text) == nil)
  }

  @Test("may have line breaks where these are asked for")
  func lineBreaks() {
    #expect(FlexibleBase64.decodeWrapped("Zm9v\r\nYmFy\n") == Array("foobar".utf8))
    #expect(FlexibleBase64.decodeWrapped("Zm9v YmFy") == nil)
  }
}
