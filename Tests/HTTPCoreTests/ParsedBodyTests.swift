import HTTPCore
import JSON
import Testing

@Suite("The body of a request is parsed once")
struct ParsedBodyTests {
  private func request(_ contentType: String, _ body: [UInt8]) throws -> Request {
    Request(
      method: .post, target: try RequestTarget(Array("/f".utf8)), headers: ["Content-Type": contentType], body: body)
  }

  @Test("as JSON, whoever asks, for all copies of the request")
  func json() throws {
    let request = try request("application/json", Array(#"{"a":1}"#.utf8))
    var copy = request
    copy.headers["X-Other"] = "1"
    #expect(try request.json() == ["a": 1])
    #expect(try copy.jsonObject() == ["a": 1])
    #expect(request.parsedBody.parseCount == 1)
    copy.body = Array("[]".utf8)
    #expect(try copy.json() == [])
    #expect(try request.json() == ["a": 1])
    #expect(request.parsedBody.parseCount == 1)
  }

  @Test("as JSON that it is not, with the same refusal each time")
  func broken() throws {
    let request = try request("application/json", Array("{".utf8))
    let refusals = (0..<2).compactMap { _ -> String? in
      do throws(Problem) {
        _ = try request.json()
        return nil
      } catch {
        return error.message
      }
    }
    #expect(refusals.count == 2 && refusals[0] == refusals[1])
    #expect(request.parsedBody.parseCount == 1)
  }

  @Test("as a form, with files or without")
  func forms() throws {
    let form = Array("--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2\r\n--X--\r\n".utf8)
    let multipart = try request("multipart/form-data; boundary=X", form)
    #expect(try MultipartForm(multipart, takesBytes: true).parts.map(\.text) == ["2"])
    #expect(try FormBody(multipart)?.fields["a"] == "2")
    #expect(multipart.parsedBody.parseCount == 1)
    let encoded = try request("application/x-www-form-urlencoded", Array("a=2".utf8))
    for _ in 0..<2 { #expect(try FormBody(encoded)?.fields["a"] == "2") }
    #expect(encoded.parsedBody.parseCount == 1)
  }

  @Test("once more as a form of texts alone when a field of it is none")
  func bytes() throws {
    let head = Array("--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8)
    let request = try request("multipart/form-data; boundary=X", head + [0, 255] + Array("\r\n--X--".utf8))
    for _ in 0..<2 {
      #expect(throws: Problem.self) { try FormBody(request) }
      #expect(try MultipartForm(request, takesBytes: true).parts.map(\.name) == ["a"])
    }
    #expect(request.parsedBody.parseCount == 2)
  }

  @Test("under the boundary that its headers name when it is asked for")
  func boundary() throws {
    let form = "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2\r\n--X--\r\n"
    var request = try request("multipart/form-data; boundary=Y", Array(form.utf8))
    #expect(throws: Problem.self) { try MultipartForm(request) }
    request.headers["Content-Type"] = "multipart/form-data; boundary=X"
    #expect(try MultipartForm(request).parts.map(\.text) == ["2"])
  }

  @Test("and again after its values were released")
  func released() throws {
    let request = try request("application/json", Array("[1]".utf8))
    _ = try request.json()
    request.parsedBody.release()
    #expect(try request.json() == [1])
    #expect(request.parsedBody.parseCount == 2)
  }
}
