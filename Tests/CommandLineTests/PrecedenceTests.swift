import ArgumentParser
import Options
import Testing
import World

@testable import mock_api

@Suite("An option of serve")
struct PrecedenceTests {
  /// Three different values for each option, and what the configuration that follows from them can be told by.
  static let options: [(name: String, values: [String])] = [
    ("port", ["4001", "4002", "4003"]), ("host", ["127.0.0.1", "127.0.0.2", "127.0.0.3"]),
    ("data-dir", ["/a", "/b", "/c"]), ("dataset", ["minimal", "empty", "demo"]), ("rate-limit", ["off", "5/1", "6/2"]),
    ("random-seed", ["2", "3", "4"]), ("access-ttl", ["2", "3", "4"]), ("refresh-ttl", ["2", "3", "4"]),
    ("max-body", ["1K", "2K", "3M"]), ("max-connections", ["1", "2", "3"]),
    ("gzip", ["off", "on", "off"]), ("cors", ["off", "http://a", "any"]), ("cache-max-age", ["1", "2", "3"]),
    ("passkeys", ["strict", "lenient", "strict"]), ("wallets", ["strict", "lenient", "strict"]),
    ("refresh", ["strict", "lenient", "strict"]), ("accounts", ["strict", "lenient", "strict"]),
    ("webhook", ["a=http://a/h", "b=http://b/h,c=https://c/h", "d=http://d/h"]),
    ("socket-io", ["a", "b,c", "d"]),
    ("allow-webhook-host", ["a.example", "*.b.example,c.example", "*"]),
    ("stomp-like", ["spring", "standard", "rabbitmq"]),
    ("stomp-auth", ["required", "handshake", "expiring"]), ("stomp-heart-beat", ["1s", "off", "200ms"]),
    ("stomp-max-body", ["1K", "2K", "3M"]), ("stomp-max-subscriptions", ["1", "2", "3"]),
    ("stomp-max-queue", ["1", "2", "3"]),
    ("wallet-interval", ["1s", "off", "2s"]), ("sensor-interval", ["1s", "off", "2s"]),
    ("sockjs-client", ["http://a/s.js", "http://b/s.js", "http://c/s.js"]),
    ("allow-host", ["a.example", "*.b.example,c.example", "any"]),
    ("app-id", ["A.a", "B.b,C.c", "D.d"]),
    ("android-app", Self.fingerprints.map { "com.example:\($0)" }),
    ("delay", ["1ms", "off", "2s"]),
    ("deprecate", ["v1=2027-01-31", "v2=2027-01-31", "v1=2028-01-31"]), ("log-level", ["error", "trace", "debug"]),
    ("log-format", ["json", "text", "json"]), ("seeds", ["/a", "/b", "/c"]), ("contract", ["off", "strict", "warn"]),
    ("check-answers", ["on", "off", "on"]), ("admin-token", ["a", "b", "c"]), ("max-worlds", ["1", "2", "3"]),
    ("world-ttl", ["1m", "2m", "3m"]), ("heart-beats", ["real", "world", "real"]), ("journal", ["off", "2", "3"]),
    ("journal-bytes", ["1K", "2K", "3K"]), ("faults", ["/a", "/b", "/c"]), ("openapi", ["/a", "/b", "/c"]),
    ("qr", ["on", "off", "auto"]), ("node", ["a", "b1", "C"]),
    ("stomp-relay", ["stomp://a", "stomp://b:61614/v", "stomp://u:p@c"]),
    ("stomp-relay-destinations", ["/topic", "/queue", "/topic,/queue"]),
    ("tls-port", ["3443", "3444", "0"]), ("tls-dir", ["/a", "/b", "/c"]), ("tls-cert", ["/a", "/b", "/c"]),
    ("tls-key", ["/a", "/b", "/c"]),
    ("api", ["a=/a.yaml", "b=/b.yaml,/c.json", "/d.yaml"]), ("overlay", ["a=/a", "b=/b", "/c"]),
    ("documents", ["strict", "lenient", "strict"]), ("data", ["a=/a", "b=/b", "/c"]), ("only", ["a", "a,b", "c"]),
  ]

  static let fingerprints = ["01", "02", "03"].map { Array(repeating: $0, count: 32).joined(separator: ":") }

  /// What else must be given for an option to mean anything.
  static let companions: [String: [String]] = [
    "tls-dir": ["--tls-port", "1"], "tls-cert": ["--tls-port", "1", "--tls-key", "/k"],
    "stomp-relay-destinations": ["--stomp-relay", "stomp://a"],
    "tls-key": ["--tls-port", "1", "--tls-cert", "/k"],
  ]

  private static func configuration(
    _ flags: [String] = [], _ environment: [String: String] = [:], _ file: String? = nil, path: String = "mock-api.yaml"
  ) throws -> ServeConfiguration {
    let lists = Set(ServeOptions.all.filter { $0.traits.contains(.list) }.map(\.name))
    let file = try file.map {
      try ConfigurationFile(Array($0.utf8), path: path, known: ServeOptions.all.map(\.name), lists: lists)
    }
    let source = OptionSource(environment: ["HOME": "/home/me"].merging(environment) { $1 }, file: file)
    return try ServeConfiguration(Self.texts(flags), source)
  }

  /// The texts that are given for all options of `serve`.
  private static func texts(_ flags: [String]) throws -> [String: String] {
    let command = try Serve.parse(flags)
    return command.options.texts.merging(command.watching.texts) { $1 }.merging(command.scaling.texts) { $1 }
  }

  private static func variable(_ name: String) -> String {
    "MOCK_API_" + name.uppercased().replacing("-", with: "_")
  }

  /// The values of all options, wherever they came from.
  private static func meaning(_ configuration: ServeConfiguration) -> [String: String] {
    let pairs = ServeOptions.all.compactMap { option in option.text(in: configuration).map { (option.name, $0) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test("has a flag win over its variable, that over the file, and that over the default", arguments: options)
  func precedence(name: String, values: [String]) throws {
    let (flag, variable) = (["--\(name)", values[0]], [Self.variable(name): values[1]])
    let line = "\(name): \"\(values[2])\""
    let more = Self.companions[name] ?? []
    let alone = ["tls-cert", "tls-key"].contains(name) ? [] : more
    let table: [(ServeConfiguration, value: String?, origin: String?)] = [
      (try Self.configuration(flag + more, variable, line), values[0], "--\(name)"),
      (try Self.configuration(flag + more, [:], line), values[0], "--\(name)"),
      (try Self.configuration(more, variable, line), values[1], Self.variable(name)),
      (try Self.configuration(more, [:], line), values[2], "mock-api.yaml, line 1"),
      (try Self.configuration(alone), nil, nil),
    ]
    for (configuration, value, origin) in table {
      #expect(configuration.given[name]?.text == value)
      #expect(configuration.given[name]?.shortOrigin == origin)
      // Wherever the value came from, it means the same.
      let same = try value.map { try Self.configuration(["--\(name)", $0] + more) } ?? Self.configuration(alone)
      #expect(Self.meaning(configuration) == Self.meaning(same))
    }
    #expect(Self.meaning(table[0].0) != Self.meaning(table[2].0))
  }

  @Test("is among those of this table, but for flags and the file's own name")
  func complete() {
    let known = ServeOptions.all.filter { !$0.isFlag && $0.name != "config" }.map(\.name)
    #expect(known.sorted() == Self.options.map(\.name).sorted())
  }

  @Test(
    "stands in the help with its default, and is taken on the command line", arguments: ServeOptions.all.map(\.name))
  func help(name: String) throws {
    let option = try #require(ServeOptions.all.first { $0.name == name })
    let help = Serve.helpMessage(columns: 2000)
    // What stands before the usage is examples and what all options have in common.
    let lines = Array(help.split(separator: "\n").drop { !$0.hasPrefix("USAGE") }.dropFirst())
    let place = try #require(lines.firstIndex { "\($0) ".contains("--\(name) ") })
    // What is said of a long name stands in the line below it.
    let line = lines[place].contains(option.summary) ? lines[place] : lines[place + 1]
    #expect(line.contains(option.summary))
    if let value = option.shownDefault(in: ServeConfiguration()) { #expect(line.hasSuffix("(default: \(value))")) }
    let flags = option.isFlag ? ["--\(name)"] : ["--\(name)", "x"]
    #expect(try Self.texts(flags) == [name: option.isFlag ? "true" : "x"])
  }

  @Test("is in the short help if it is a common one, and in the whole help in any case")
  func extent() {
    let names = Set(ServeOptions.all.map(\.name))
    #expect(HelpExtent.commonOptions.isSubset(of: names))
    for name in names {
      #expect(HelpExtent.shows(name, for: ["mock-api", "serve", "--help"]) == HelpExtent.commonOptions.contains(name))
      #expect(HelpExtent.shows(name, for: ["mock-api", "help", "serve"]) == HelpExtent.commonOptions.contains(name))
      #expect(HelpExtent.shows(name, for: ["mock-api", "exec", "--", "command", "--help"]))
    }
    #expect(HelpExtent.parserArguments(["serve", "--help-all"]) == ["serve", "--help"])
    let command = ["exec", "--", "command", "--help-all"]
    #expect(HelpExtent.parserArguments(command) == command)
  }

  @Test("has its own name and variable")
  func names() {
    #expect(Set(ServeOptions.all.map(\.name)).count == ServeOptions.all.count)
    #expect(ServeOptions.all.first { $0.name == "rate-limit" }?.variable == "MOCK_API_RATE_LIMIT")
  }

  @Test(
    "that is a flag can be set, and taken back by what has precedence",
    arguments: [
      ([], [:], nil, false), (["--no-admin"], ["MOCK_API_NO_ADMIN": "0"], "no", true),
      ([], ["MOCK_API_NO_ADMIN": "1"], "false", true), ([], ["MOCK_API_NO_ADMIN": "off"], "yes", false),
      ([], [:], "true", true), ([], [:], "off", false), ([], ["MOCK_API_NO_ADMIN": ""], "on", true),
    ] as [([String], [String: String], String?, Bool)])
  func flags(flags: [String], environment: [String: String], line: String?, isSet: Bool) throws {
    let configuration = try Self.configuration(flags, environment, line.map { "no-admin: \($0)" })
    #expect(configuration.server.hasControlPlane == !isSet)
  }

  @Test("that is the port is read from PORT too, which wins over the file")
  func port() throws {
    #expect(try Self.configuration([], ["PORT": "5"], "port: 6").server.port == 5)
    #expect(try Self.configuration([], ["PORT": "5", "MOCK_API_PORT": "7"], "port: 6").server.port == 7)
  }

  @Test(
    "that is wrong in the file is named with its place",
    arguments: [
      ("port: 70000", 7, "0 to 65535"), ("port: true", 7, "whole number"), ("cors: ftp://x", 7, "an origin"),
      ("rate-limit: 0/0", 13, "AUTH/ANON"), ("no-admin: maybe", 11, "true or false"), ("max-body: 1G", 11, "bytes"),
      ("log-level: loud", 12, "one of"),
      ("allow-host: [a.b, 'http://c']", 13, "cannot be read"),
      ("app-id: [a]", 9, "cannot be read"), ("world-ttl: 1ms", 12, "at least 1s"),
      ("random-seed: -1", 14, "whole number"), ("sensor-interval: 9ms", 18, "at least 10ms"),
      ("wallet-interval: 1e400s", 18, "a time such as"), ("journal: 1e3", 10, "whole number"),
      ("port: 99999999999999999999999", 7, "whole number"),
    ])
  func mistakes(line: String, column: Int, rule: String) {
    let error = #expect(throws: OptionError.self) { try Self.configuration([], [:], "# x\n\(line)") }
    #expect(
      error?.description.hasPrefix("mock-api.yaml, line 2, column \(column): ") == true, "\(error?.description ?? "")")
    #expect(error?.description.contains(rule) == true, "\(error?.description ?? "")")
  }

  @Test("that is an empty admin token ends the start, since it would let everybody in")
  func emptyToken() {
    let error = #expect(throws: OptionError.self) { try Self.configuration(["--admin-token", ""]) }
    #expect(error?.description.hasPrefix("--admin-token must not be empty") == true, "\(error?.description ?? "")")
  }

  @Test(
    "that is a path begins from the folder of the file",
    arguments: [
      ("data", "/etc/mock/data"), ("../data", "/etc/mock/../data"), ("/data", "/data"), ("~/data", "/home/me/data"),
      ("~me/data", "/etc/mock/~me/data"),
    ])
  func paths(text: String, path: String) throws {
    let configuration = try Self.configuration([], [:], "data-dir: \(text)", path: "/etc/mock/mock-api.yaml")
    #expect(configuration.server.dataDirectory == path)
  }

  @Test("that is secret is masked where the configuration is shown")
  func secrets() throws {
    let configuration = try Self.configuration([], [:], "admin-token: s3cret")
    let text = ConfigurationListing(ServeOptions.all, given: configuration.given, defaults: ServeConfiguration()).yaml
    #expect(!text.contains("s3cret"))
    let line = text.split(separator: "\n").first { $0.hasPrefix("admin-token: \"********\" ") }
    #expect(line?.hasSuffix(" # mock-api.yaml, line 1") == true)
  }
}
