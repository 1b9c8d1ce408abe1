import HTTPCore
import Testing

@Suite("The content of a form")
struct FormBodyTests {
  private func request(_ contentType: String?, _ body: String) throws -> Request {
    var headers = HeaderFields()
    if let contentType { headers.append("Content-Type", contentType) }
    return Request(method: .post, target: try RequestTarget(Array("/f".utf8)), headers: headers, body: Array(body.utf8))
  }

  private func pairs(_ contentType: String, _ body: String) throws -> [String]? {
    try FormBody(try request(contentType, body))?.fields.parameters.map { "\($0.name)=\($0.value)" }
  }

  private static let form = "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2\r\n--X--\r\n"

  @Test(
    "is read whatever the parameters of its type",
    arguments: [
      "multipart/form-data; boundary=X", "multipart/form-data; boundary=X;charset=UTF-8",
      "Multipart/Form-Data;charset=\"utf-8\";BOUNDARY=\"X\"", "multipart/form-data ; boundary = X",
    ])
  func contentTypes(contentType: String) throws {
    #expect(try pairs(contentType, Self.form) == ["a=2"])
  }

  @Test("may hold bytes under a name alone, and empty parts, where that is asked for")
  func bytes() throws {
    let head = Array("--X\r\n--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8)
    let request = Request(
      method: .post, target: try RequestTarget(Array("/f".utf8)),
      headers: ["Content-Type": "multipart/form-data; boundary=X"], body: head + [0, 255] + Array("\r\n--X--".utf8))
    let parts = try MultipartForm(request, takesBytes: true).parts
    #expect(parts.map(\.name) == ["a"])
    #expect(parts.first.map { Array($0.bytes) } == [0, 255])
    #expect(throws: Problem.self) { try MultipartForm(request) }
  }

  @Test("keeps repeated names, line ends and empty values; files and preambles are left out")
  func multipart() throws {
    let body = """
      preamble\r
      --b-1\r
      content-disposition: form-data; name="values"\r
      \r
      1\r
      2\r
      --b-1\r
      Content-Disposition: form-data; name="values"\r
      Content-Type: text/plain\r
      \r
      \r
      --b-1\r
      Content-Disposition: form-data; name="photo"; filename="a;b.png"\r
      \r
      PNG\r
      --b-1\r
      Content-Disposition: form-data; name="tilde \\"é\\""\r
      \r
      --b-2\r
      --b-1--\r
      epilogue
      """
    #expect(
      try pairs("multipart/form-data; boundary=b-1", body) == ["values=1\r\n2", "values=", "tilde \"é\"=--b-2"])
  }

  @Test("may be URL-encoded")
  func urlEncoded() throws {
    #expect(
      try pairs("application/x-www-form-urlencoded; charset=utf-8", "a=1+2&b=%C3%A9&a=") == ["a=1 2", "b=é", "a="])
    #expect(try pairs("application/x-www-form-urlencoded", "") == [])
  }

  @Test("is not looked for in a JSON object, whatever it is called", arguments: ["{\"a\":1}", " \r\n\t{"])
  func objects(body: String) throws {
    #expect(try FormBody(try request("application/x-www-form-urlencoded", body)) == nil)
  }

  @Test("is not looked for in other types", arguments: [nil, "application/json", "text/plain", "", "multipart"])
  func others(contentType: String?) throws {
    #expect(try FormBody(try request(contentType, Self.form)) == nil)
  }

  @Test(
    "that is broken is refused",
    arguments: [
      ("multipart/form-data", form), ("multipart/form-data; boundary=", form),
      ("multipart/form-data; boundary=Y", form),
      ("multipart/form-data; boundary=X", ""), ("multipart/form-data; boundary=X", "--X"),
      ("multipart/form-data; boundary=X", "--X\r\n\r\n--X--"),
      ("multipart/form-data; boundary=X", "--X\r\nContent-Disposition: form-data\r\n\r\n2\r\n--X--"),
      ("multipart/form-data; boundary=X", "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2"),
      ("multipart/form-data; boundary=X", "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2\r\n--X"),
      ("application/x-www-form-urlencoded", "a=%ff"), ("application/x-www-form-urlencoded", "a=%00"),
      ("multipart/form-data; boundary=X", String(repeating: "--X\r\n", count: 5000)),
    ])
  func broken(contentType: String, body: String) throws {
    #expect(throws: Problem.self) { try pairs(contentType, body) }
  }

  @Test("cut off anywhere is refused or read, never more", arguments: 0..<form.utf8.count)
  func cutOff(length: Int) throws {
    let body = String(decoding: Array(Self.form.utf8).prefix(length), as: UTF8.self)
    let fields = try? pairs("multipart/form-data; boundary=X", body)
    #expect(fields == nil || fields == ["a=2"])
  }
}
