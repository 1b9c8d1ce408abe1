import CustomAPIs
import HTTPCore
import Testing

@Suite("XML") struct XMLReaderTests {
  @Test("is read with attributes, children, text and entities")
  func whole() throws {
    let text = """
      <?xml version="1.0"?><!-- c --><a:pet xmlns:a="urn:x" id='1' name="&lt;x&gt;&#65;&#x42;">
        <tag>one</tag><![CDATA[<&>]]><b:tag/><!-- d --></a:pet>
      """
    let pet = try XMLReader.element(Array(text.utf8))
    #expect(pet.name == "pet")
    #expect(pet.attributes.map(\.name) == ["id", "name"])
    #expect(pet.attributes.map(\.value) == ["1", "<x>AB"])
    #expect(pet.children.map(\.name) == ["tag", "tag"])
    #expect(pet.children.first?.text == "one")
    #expect(pet.text.contains("<&>"))
  }

  @Test(
    "is refused when it is none",
    arguments: [
      "", "x", "<a>", "<a></b>", "<a", "<a b></a>", "<a b=c></a>", "<a b='c></a>", "<a>&x;</a>", "<a>&amp</a>",
      "<a>&#0;</a>",
      "<a>&#xD800;</a>", "<a/><b/>", "<!DOCTYPE a><a/>", "<a><!-- </a>", "<a><![CDATA[ </a>", "<?xml", "</a>", "<>",
    ])
  func refusals(_ text: String) {
    #expect(throws: Problem.self) { try XMLReader.element(Array(text.utf8)) }
  }

  @Test("is bounded in depth")
  func depth() {
    let text = String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
    #expect(throws: Problem.self) { try XMLReader.element(Array(text.utf8)) }
  }
}
