import Options
import Testing

@Suite("The value of an option")
struct OptionKindTests {
  private struct Values {
    var number = 3
    var bytes = 1 << 20
    var time: Int64 = 1
    var seconds = 1800
    var journal = 2000
    var seed: UInt64 = 1
    var switched = false
    var flag = false
    var words: [String] = []
  }

  private static let options: [OptionDeclaration<Values>] = [
    OptionDeclaration("number", \.number, .integer(in: 0...65_535), "A number."),
    OptionDeclaration("bytes", \.bytes, .bytes(in: 1...(256 << 20)), "Bytes."),
    OptionDeclaration("time", \.time, .time(atLeast: "10ms").off(0), "A time."),
    OptionDeclaration("seconds", \.seconds, .seconds(atLeast: "1s"), "Seconds."),
    OptionDeclaration("journal", \.journal, .integer(in: 0...1_000_000).off(0), "A number or off."),
    OptionDeclaration("seed", \.seed, .integer, "A seed."),
    OptionDeclaration("switched", \.switched, .either("off", "on"), "A word."),
    OptionDeclaration("flag", \.flag, .flag, "A flag."),
  ]

  /// What programs and people write who mean a number, and what is none.
  private static let hostile = [
    "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e400", "1e3", "NaN", "nan", "inf",
    "-inf", "0x10", "1_000", "1,000", "1.5", " ", " 1", "1 ", "", "\u{0}", "\u{661}", "--", "-", "+",
    "9223372036854775807h",
    "9223372036854775807M", "99999999999999999999K", "ms", "K", "-1K", "-5s", "1ss", "1w", "h1", "1m1h", "1h1h", "1.h",
    ".5h", "1.5.5h", "1h30", "0.0000000001ms", "1٫5h", "0d0h", "1 h", "366d",
    String(repeating: "9", count: 10 << 20),
    String(repeating: "9", count: 10 << 20) + "ms", String(repeating: "0", count: 1 << 20) + "K\u{301}",
  ]

  @Test(
    "is refused by a short message that names the option, whatever is written in its place",
    arguments: options.map(\.name))
  func hostile(name: String) throws {
    let option = try #require(Self.options.first { $0.name == name })
    // A seed may have 64 bits.
    for text in Self.hostile where name != "seed" || UInt64(text) == nil {
      var values = Values()
      do throws(OptionError) {
        try option.apply(OptionValue(text: text, origin: "--\(name)"), to: &values)
        Issue.record("\(name) takes \(text.prefix(40))")
      } catch {
        #expect(error.description.hasPrefix("--\(name) "))
        #expect(error.description.utf8.count < 400)
      }
    }
  }

  @Test(
    "is read, and written as it can be read again",
    arguments: [
      ("number", "65535", "65535"), ("number", "-0", "0"), ("number", "007", "7"), ("bytes", "1024K", "1M"),
      ("bytes", "1000", "1000"), ("bytes", "2k", "2K"), ("time", "60000ms", "1m"), ("time", "off", "off"),
      ("time", "10ms", "10ms"), ("time", "8760h", "8760h"),
      ("time", "1d", "24h"), ("time", "1h30m", "90m"), ("time", "1.5h", "90m"), ("time", "1d0.5s10ms", "86400510ms"),
      ("seconds", "90s", "90s"), ("seconds", "1500ms", "1s"),
      ("journal", "off", "off"), ("journal", "0", "off"), ("seed", "18446744073709551615", "18446744073709551615"),
      ("switched", "on", "on"), ("flag", "YES", "true"), ("flag", "0", "false"),
    ])
  func texts(name: String, text: String, written: String) throws {
    let option = try #require(Self.options.first { $0.name == name })
    var values = Values()
    try option.apply(OptionValue(text: text, origin: "x"), to: &values)
    #expect(option.text(in: values) == written)
    var again = Values()
    try option.apply(OptionValue(text: written, origin: "x"), to: &again)
    #expect("\(again)" == "\(values)")
  }
}
