import Options
import Testing
import Yams

@Suite("A configuration that is shown")
struct ConfigurationListingTests {
  @Test(
    "can be read again, whatever the values are",
    arguments: [
      "4000", "off", "a b", "", "a: b", "#x", " x ", "null", "~", "[a]", "{a}", "\"q\\\"", "é\u{1F600}", "a\nb\tc", "*",
      "http://localhost:5173", "x:", "- a", "it's", "/tmp/a", "a,b", "%", "@", "\u{1B}[0m", "2027-01-31", "1e3",
    ])
  func roundTrip(value: String) throws {
    let text = ConfigurationListing([.init(name: "host", value: value, origin: "--host")]).yaml
    let file = try ConfigurationFile(Array(text.utf8), path: "x", known: ["host"], lists: [])
    #expect(file.entries.map(\.value) == [.text(value)])
    #expect(try Yams.compose(yaml: text)?.mapping?.values.first?.scalar?.string == value)
  }

  @Test("has the origins below each other")
  func layout() {
    let text = ConfigurationListing([
      .init(name: "port", value: "1", origin: "--port"), .init(name: "rate-limit", value: nil, origin: "default"),
    ]).yaml
    #expect(text == "port: 1      # --port\nrate-limit:  # default\n")
  }
}
