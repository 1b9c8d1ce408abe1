// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Packages that depend on this one get the kit alone: they fetch nothing that the server is made of, whose exact versions
// could contradict theirs. SwiftPM reads this file in the repository, at the path "/", to choose versions, and then in its
// folder of checkouts, which is beside its own state.
let folder = URL(fileURLWithPath: Context.packageDirectory)
let checkouts = folder.deletingLastPathComponent()
let state = checkouts.deletingLastPathComponent().appendingPathComponent("workspace-state.json")
let isDependency =
  Context.packageDirectory == "/"
  || checkouts.lastPathComponent == "checkouts" && FileManager.default.fileExists(atPath: state.path)

let package = Package(
  name: "mock-api",
  platforms: isDependency ? [.iOS(.v15), .macOS(.v12)] : [.macOS(.v15)],
  products: [
    .executable(name: "mock-api", targets: ["mock-api"]),
    // The kit for tests in Swift; MockAPIClient is its part for targets that no test framework can be linked into.
    .library(name: "MockAPITesting", targets: ["MockAPITesting"]),
    .library(name: "MockAPIClient", targets: ["MockAPIClient"]),
  ],
  dependencies: [
    // A program's build is the same on every machine and every day, so that each version is named exactly, and none of
    // the packages needs another. Package.resolved is not kept beside them: it names commits, which mirrors of packages
    // number anew.

    // SQL over the system's libsqlite3: statement cache, migrations and backup, kept well for ten years.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // The command line: options, help and completion scripts from one declaration.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // Reads the API documents, which are written in YAML for people.
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    // The logging interface; the handler behind it is ours.
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    // TLS, digests, signatures and certificates; libmicrohttpd and everything that speaks TLS here use the same.
    .systemLibrary(
      name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"]), .brew(["gnutls"])]),
    // epoll(7), which Swift's module of the C library leaves out; nothing is linked.
    .systemLibrary(name: "CEpoll"),
    .systemLibrary(
      name: "CWebSockets", pkgConfig: "libwebsockets",
      providers: [.apt(["libwebsockets-dev"]), .brew(["libwebsockets"])]),
    // What GnuTLS computes with, for the one thing that it does not show: points of P-256 that are compressed.
    .systemLibrary(name: "CGMP", pkgConfig: "gmp", providers: [.apt(["libgmp-dev"]), .brew(["gmp"])]),
    // Ed25519 for passkeys: GnuTLS cannot tell whether bytes are a public key.
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    // The curve of Ethereum's signatures, which neither of them has.
    .systemLibrary(
      name: "CSecp256k1", pkgConfig: "libsecp256k1",
      providers: [.apt(["libsecp256k1-dev"]), .brew(["secp256k1"])]),
    // Regular expressions of clients, with a bound on the work of a search, which Swift's own have not.
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    // Content that is compressed for its way; libpng has it loaded anyway.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Settings of SQLite that GRDB has not; GRDBSQLite links it.
    .systemLibrary(name: "CSQLite"),
    // PNG files of pictures that are drawn on demand.
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    // QR codes that lead a phone's camera to the server; the library needs nothing but the C library.
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),

    // What may import what: a target imports its dependencies here and nothing they depend on (script/lint sees to it).
    // The layers go mock-api -> Server -> {Transport, ControlPlane, Faults, MCP, Media, Realtime, CustomAPIs, APIs} -> World ->
    // {Store, HTTPCore, STOMP, Cryptography}. The targets of a layer do not know each other, except that ControlPlane knows
    // Faults. APIs lists the built-in APIs, each a target that knows none of the others; below them and CustomAPIs are
    // APISupport and Records, which do not know each other. What CustomAPIs is made of goes {Contract, Resources} ->
    // OpenAPI -> {JSONSchema, JSON}, and Synthesis -> {JSONSchema, HTTPCore}; none of it knows a server. Below all are
    // Platform and Locking.

    // Digests, signatures and X.509 as Swift values; nothing else calls the libraries for them.
    .target(name: "Cryptography", dependencies: ["CGMP", "CGnuTLS", "CSodium"]),
    // gzip and deflate; nothing else calls zlib.
    .target(name: "Compression", dependencies: ["CZlib"]),
    // The system's C library, chosen in one place, and what else differs between Linux and macOS.
    .target(name: "Platform"),
    .target(name: "STOMP"),
    // Locks with a place in one order, which debug builds check.
    .target(name: "Locking", dependencies: ["Platform"]),
    // RFC 8259, with errors that say what a person wrote wrong.
    .target(name: "JSON"),
    .target(name: "HTTPCore", dependencies: ["Cryptography", "JSON", "Locking"]),
    .target(
      name: "Store",
      dependencies: [
        "CSQLite", "JSON", "Locking", "Platform", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "World",
      dependencies: ["Locking", "Platform", "Cryptography", "HTTPCore", "JSON", "STOMP", "Store"]),
    // Records of APIs: their storage, queries, numbers, and descriptions from which routes follow.
    .target(name: "Records", dependencies: ["HTTPCore", "JSON", "RegularExpressions", "Store", "World"]),
    .target(name: "Ethereum", dependencies: ["CSecp256k1", "HTTPCore"]),
    .target(name: "WebAuthn", dependencies: ["Cryptography", "HTTPCore", "JSON"]),
    .target(name: "RegularExpressions", dependencies: ["CPCRE2"]),
    .target(name: "JSONSchema", dependencies: ["HTTPCore", "JSON", "RegularExpressions"]),
    // API documents of any form, made OpenAPI 3.1 in one tree.
    .target(
      name: "OpenAPI",
      dependencies: [
        "Cryptography", "JSON", "JSONSchema", "Platform", "RegularExpressions", .product(name: "Yams", package: "Yams"),
      ]),
    // Values that look real and that a schema allows.
    .target(name: "Synthesis", dependencies: ["HTTPCore", "JSON", "JSONSchema"]),
    // What an API document says about resources and what can be done with them.
    .target(name: "Resources", dependencies: ["JSON", "JSONSchema", "OpenAPI", "Platform"]),
    .target(name: "Contract", dependencies: ["HTTPCore", "JSON", "JSONSchema", "OpenAPI"]),
    .target(name: "Reporting", dependencies: ["HTTPCore", "JSON"]),
    // Options declared once, the configuration file, and files that are watched.
    .target(name: "Options", dependencies: ["Platform", "HTTPCore", .product(name: "Yams", package: "Yams")]),
    .target(
      name: "Certificates",
      dependencies: ["Platform", "Cryptography"]),
    .target(name: "Media", dependencies: ["CPNG", "HTTPCore", "World"]),
    .target(name: "Devices", dependencies: ["Platform", "CQREncode", "HTTPCore", "JSON"]),
    // What an API is to the server, and what APIs have in common.
    // A client of other servers: of a running mock-api, and of what receives webhooks.
    .target(name: "Client", dependencies: ["CGnuTLS", "Cryptography", "HTTPCore", "Platform", "World"]),
    .target(name: "APISupport", dependencies: ["HTTPCore", "Options", "Store", "World"]),
    .target(
      name: "AgroBridge",
      dependencies: ["APISupport", "Cryptography", "HTTPCore", "JSON", "Records", "Store", "World"]),
    .target(
      name: "Interspace",
      dependencies: [
        "APISupport", "Cryptography", "Ethereum", "HTTPCore", "JSON", "Options", "Records", "Store", "WebAuthn",
        "World",
      ]),
    .target(
      name: "Invernaderos",
      dependencies: ["APISupport", "HTTPCore", "JSON", "Options", "Platform", "Records", "Store", "World"]),
    .target(
      name: "JSONPlaceholder",
      dependencies: ["APISupport", "HTTPCore", "JSON", "Records", "Store", "Synthesis", "World"]),
    .target(name: "NewsAPI", dependencies: ["APISupport", "HTTPCore", "JSON", "Store", "World"]),
    // The built-in APIs, a line each.
    .target(
      name: "APIs",
      dependencies: [
        "APISupport", "AgroBridge", "Interspace", "Invernaderos", "JSONPlaceholder", "NewsAPI", "Options", "World",
      ]),
    // APIs that are served from their documents.
    .target(
      name: "CustomAPIs",
      dependencies: [
        "APISupport", "Contract", "HTTPCore", "JSON", "JSONSchema", "Locking", "OpenAPI", "Platform", "Records",
        "Resources", "Store", "Synthesis", "World",
      ]),
    // The channels of APIs, from AsyncAPI documents.
    .target(
      name: "LiveAPIs",
      dependencies: [
        "APISupport", "Client", "Cryptography", "CustomAPIs", "HTTPCore", "JSON", "JSONSchema", "Locking", "OpenAPI",
        "Platform", "Resources", "STOMP", "Synthesis", "World",
      ]),
    .target(name: "Faults", dependencies: ["Locking", "World", "HTTPCore", "JSON", "STOMP"]),
    .target(
      name: "ControlPlane",
      dependencies: [
        "Platform", "Contract", "Devices", "Faults", "World", "HTTPCore", "JSON", "OpenAPI", "STOMP",
        "Store", "Synthesis",
        "RegularExpressions",
      ]),
    // The Model Context Protocol for coding agents, whose tools are clients of the control plane. The official Swift SDK
    // would bring two more packages and a second JSON type, for what are a few messages of JSON-RPC here.
    .target(name: "MCP", dependencies: ["Client", "HTTPCore", "JSON", "JSONSchema", "World"]),
    .target(
      name: "Realtime",
      dependencies: [
        "Client", "Locking", "Platform", "World", "HTTPCore", "JSON", "STOMP",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "Transport",
      dependencies: [
        "Platform", "CEpoll", "CGnuTLS", "CMicroHTTPD", "CWebSockets", "Compression", "HTTPCore", "World",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "Server",
      dependencies: [
        "Locking", "Platform", "APIs", "APISupport", "CustomAPIs", "Client", "LiveAPIs", "Certificates", "Compression",
        "Contract",
        "ControlPlane", "Cryptography", "Devices",
        "Faults",
        "MCP",
        "Media",
        "Realtime",
        "Transport",
        "World", "HTTPCore", "JSON", "Store",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "mock-api",
      dependencies: [
        "Platform", "Server", "APIs", "Client", "CustomAPIs", "LiveAPIs", "MCP", "OpenAPI", "Resources", "Certificates",
        "Contract", "ControlPlane",
        "Devices", "Faults", "HTTPCore", "JSON", "Reporting",
        "Options", "STOMP", "Synthesis",
        "Transport", "World",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    // The kit, which knows nothing of the server. Its tests are in a package of their own, clients/swift/Package.swift.
    .target(name: "MockAPIClient", path: "clients/swift/Sources/MockAPIClient"),
    .target(
      name: "MockAPITesting", dependencies: ["MockAPIClient"], path: "clients/swift/Sources/MockAPITesting"),

    .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"]),
    .testTarget(name: "CompressionTests", dependencies: ["Compression"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "ResourcesTests", dependencies: ["Resources", "OpenAPI", "JSON"]),
    .testTarget(name: "HTTPCoreTests", dependencies: ["HTTPCore", "JSON"]),
    .testTarget(name: "LockingTests", dependencies: ["Locking"]),
    .testTarget(name: "STOMPTests", dependencies: ["STOMP"], resources: [.copy("Corpus")]),
    // Run by script/fuzz; no product of its own.
    .executableTarget(name: "stomp-fuzz", dependencies: ["STOMP"], path: "Tests/Fuzz/STOMPFuzz"),
    .testTarget(
      name: "CertificatesTests",
      dependencies: ["Certificates", "Cryptography"]),
    .testTarget(name: "EthereumTests", dependencies: ["Ethereum", "HTTPCore"]),
    .testTarget(
      name: "WebAuthnTests",
      dependencies: ["WebAuthn", "HTTPCore", "Cryptography", "JSON"]),
    .testTarget(name: "RegularExpressionsTests", dependencies: ["RegularExpressions"]),
    .testTarget(name: "JSONSchemaTests", dependencies: ["JSONSchema", "HTTPCore", "JSON"]),
    .testTarget(name: "SynthesisTests", dependencies: ["Synthesis", "JSONSchema", "JSON"]),
    .testTarget(
      name: "CustomAPIsTests", dependencies: ["Contract", "CustomAPIs", "HTTPCore", "JSON", "Synthesis"]),
    .testTarget(name: "LiveAPIsTests", dependencies: ["JSON", "LiveAPIs", "OpenAPI", "Resources", "Synthesis"]),
    .testTarget(name: "OpenAPITests", dependencies: ["Contract", "JSON", "OpenAPI"]),
    .testTarget(name: "ContractTests", dependencies: ["Contract", "Server", "HTTPCore", "JSON"]),
    .testTarget(name: "ReportingTests", dependencies: ["Reporting", "HTTPCore", "JSON"]),
    .testTarget(name: "OptionsTests", dependencies: ["Options", .product(name: "Yams", package: "Yams")]),
    // The program's own sources: the options that it declares and reads.
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "mock-api", "Server", "Options", "World",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "MediaTests", dependencies: ["Media", "CPNG", "World"]),
    .testTarget(name: "DevicesTests", dependencies: ["Devices", "HTTPCore", "JSON"]),
    .testTarget(name: "StoreTests", dependencies: ["Store"]),
    .testTarget(name: "WorldTests", dependencies: ["World", "Store", "HTTPCore", "JSON"]),
    // Servers, clients and requests for the tests of several targets; no product has it.
    .target(
      name: "ServerTestSupport",
      dependencies: [
        "Platform", "APISupport", "Contract", "Interspace", "Invernaderos", "Server", "Transport", "World",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/ServerTestSupport"),
    .testTarget(name: "RealtimeTests", dependencies: ["Realtime", "ServerTestSupport", "STOMP", "World"]),
    .testTarget(
      name: "TransportTests",
      dependencies: [
        "Platform", "Cryptography", "HTTPCore", "Server", "ServerTestSupport", "Transport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "ControlPlaneTests",
      dependencies: [
        "ControlPlane", "CustomAPIs", "HTTPCore", "JSON", "Server", "ServerTestSupport", "Store", "World",
      ]),
    .testTarget(
      name: "FaultsTests",
      dependencies: ["Faults", "ControlPlane", "Realtime", "World", "Store", "HTTPCore", "JSON"]),
    .testTarget(name: "APISupportTests", dependencies: ["APISupport"]),
    .testTarget(name: "RecordsTests", dependencies: ["HTTPCore", "JSON", "Records", "Store", "World"]),
    .testTarget(
      name: "AgroBridgeTests",
      dependencies: ["AgroBridge", "Cryptography", "Server", "ServerTestSupport", "Store", "World"]),
    .testTarget(name: "InterspaceTests", dependencies: ["Server", "ServerTestSupport", "World"]),
    .testTarget(name: "JSONPlaceholderTests", dependencies: ["ServerTestSupport", "World"]),
    .testTarget(name: "NewsAPITests", dependencies: ["ServerTestSupport", "World"]),
    .testTarget(name: "APIsTests", dependencies: ["APIs", "APISupport", "World", "Store", "HTTPCore"]),
    .testTarget(
      name: "InvernaderosTests",
      dependencies: ["HTTPCore", "Invernaderos", "JSON", "Server", "ServerTestSupport", "Store", "World"]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "APISupport", "Contract", "CustomAPIs", "Faults", "HTTPCore", "JSON", "Server", "ServerTestSupport", "Store",
        "World",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The tests are compiled for the program's release build, which is what ships and therefore what they test. They
// themselves need not be fast but compiled soon: without optimization and debug information, and once, since nobody waits
// for their modules but tests.
for target in package.targets where target.isTest || target.name == "ServerTestSupport" {
  target.swiftSettings = [
    .unsafeFlags(["-Onone", "-gnone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]
}

// The program's own target declares commands and options, and what it does once takes no time: it is compiled a third as
// long without optimization. CommandLineTests reads these declarations, which no other target may see.
for target in package.targets where target.name == "mock-api" {
  target.swiftSettings = [.unsafeFlags(["-Onone", "-enable-testing"], .when(configuration: .release))]
}

if isDependency {
  let kit: Set = ["MockAPIClient", "MockAPITesting"]
  package.products.removeAll { !kit.contains($0.name) }
  package.targets.removeAll { !kit.contains($0.name) }
  package.dependencies = []
}
