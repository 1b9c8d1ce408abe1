import Cryptography
import Foundation
import HTTPCore
import ServerTestSupport
import Testing
import Transport

/// The transport with a TLS port, called by OpenSSL's and curl's clients.
@Suite("The front of a TLS port")
struct TLSFrontTests {
  /// This system's way to wait, and the one that every system has.
  static let methods = [ReadinessMethod.ofSystem, .poll]

  private let credentials: TLSCredentials

  init() throws { credentials = try Self.makeCredentials() }

  private static func makeCredentials() throws -> TLSCredentials {
    let (authorityKey, key) = (try PrivateKey.p256(), try PrivateKey.p256())
    let (begin, end) = (Int64(Date().timeIntervalSince1970) - 3600, Int64(Date().timeIntervalSince1970) + 86_400)
    let authority = try CertificateTemplate(
      organization: "maker", commonName: "CA", notBefore: begin, notAfter: end,
      role: .authority(of: [.domain("localhost")])
    ).selfSigned(by: authorityKey)
    let certificate = try CertificateTemplate(
      organization: "maker", commonName: "server", notBefore: begin, notAfter: end,
      role: .server(named: [.domain("localhost")])
    ).signed(by: authority, authorityKey, for: key)
    return TLSCredentials(certificate: try certificate.pem(), key: key.pem, advice: "trust it")
  }

  /// Sends back what it gets.
  private func echo(_ waiting: ReadinessMethod, _ limits: HTTPLimits = HTTPLimits()) throws -> TestTransport {
    try TestTransport(limits, tls: credentials, waiting: waiting) { request in
      var response = Response(status: 200)
      response.content = .bytes(request.body.isEmpty ? Array("hello".utf8) : request.body)
      return .respond(response)
    }
  }

  @Test("answers on both ports", arguments: methods)
  func bothPorts(waiting: ReadinessMethod) throws {
    let transport = try echo(waiting)
    for _ in 0..<3 {
      let plain = try RawClient(port: transport.port)
      try plain.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try plain.readResponse().status == 200)
      let curl = try ClientProgram("curl", ["-sSk", "--max-time", "20", "https://localhost:\(transport.securePort)/"])
      #expect(try curl.readToEnd() == Array("hello".utf8))
    }
  }

  @Test("ends a handshake that a client does not finish, long before an idle connection", arguments: methods)
  func halfOpen(waiting: ReadinessMethod) throws {
    var limits = HTTPLimits()
    (limits.handshakeTimeoutSeconds, limits.idleTimeoutSeconds) = (1, 3600)
    let transport = try echo(waiting, limits)
    for beginning in [[], [0x16], [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03]] as [[UInt8]] {
      let client = try RawClient(port: transport.securePort)
      try client.write(beginning)
      // Waits until the server closes the connection, and fails if that takes longer than the client's own patience.
      _ = try client.readToEnd()
    }
  }

  @Test("carries long content both ways", arguments: methods)
  func longContent(waiting: ReadinessMethod) throws {
    let transport = try echo(waiting)
    let content = (0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("content-\(UUID().uuidString)")
    try Data(content).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    // Slowly enough that the server must wait until the client takes more.
    let options = ["-sSk", "--max-time", "20", "--limit-rate", "2M", "--data-binary", "@\(file.path)"]
    let curl = try ClientProgram("curl", options + ["https://localhost:\(transport.securePort)/"])
    let isSame = try curl.readToEnd() == content
    #expect(isSame)
  }

  @Test("tells a client that speaks TLS to the plain port, also one that says nothing at first", arguments: methods)
  func tlsToPlainPort(waiting: ReadinessMethod) throws {
    let transport = try echo(waiting)
    for isHesitant in [false, true] {
      let client = try RawClient(port: transport.port)
      // The next connection is answered, so this one was accepted by now and is waited for.
      if isHesitant {
        let other = try RawClient(port: transport.port)
        try other.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try other.readResponse().status == 200)
      }
      try client.write([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00] + [UInt8](repeating: 0, count: 400))
      #expect(try client.readResponse().status == 400)
    }
  }

  @Test("presents another certificate to new connections, while those that are open keep on", arguments: methods)
  func renewal(waiting: ReadinessMethod) throws {
    let transport = try echo(waiting)
    let target = ["-connect", "127.0.0.1:\(transport.securePort)"]
    let open = try ClientProgram("openssl", ["s_client", "-quiet"] + target)
    let request = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    try open.write(request)
    #expect(try open.read(until: "hello"))
    let next = try Self.makeCredentials()
    try transport.server.present(next)
    try open.write(request)
    #expect(try open.read(until: "hello"), "a connection that was open before")
    let shown = String(decoding: try ClientProgram("openssl", ["s_client"] + target).readToEnd(), as: UTF8.self)
    let wanted = next.certificate.split(separator: "\n").dropFirst().first.map(String.init) ?? "?"
    #expect(shown.contains(wanted))
    open.end()
  }

  @Test("keeps the old certificate when another one is of no use")
  func uselessCredentials() throws {
    let transport = try echo(.ofSystem)
    #expect(throws: ListeningSocket.Failure.self) {
      try transport.server.present(TLSCredentials(certificate: "none", key: "none", advice: ""))
    }
    let curl = try ClientProgram("curl", ["-sSk", "--max-time", "20", "https://localhost:\(transport.securePort)/"])
    #expect(try curl.readToEnd() == Array("hello".utf8))
  }

  @Test("stops with connections of every kind open", arguments: methods)
  func stopping(waiting: ReadinessMethod) throws {
    let transport = try echo(waiting)
    let silent = try (0..<4).map { try RawClient(port: $0 % 2 == 0 ? transport.port : transport.securePort) }
    let open = try ClientProgram("openssl", ["s_client", "-quiet", "-connect", "127.0.0.1:\(transport.securePort)"])
    try open.write(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    #expect(try open.read(until: "hello"))
    let taken = secondsTaken { transport.server.stop(graceMilliseconds: 200) }
    #expect(taken < 5)
    withExtendedLifetime(silent) {}
    open.end()
  }
}

/// A program that runs beside a test, and what goes into it and comes out.
private final class ClientProgram {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var seen: [UInt8] = []

  init(_ name: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { end() }

  func write(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

  /// Reads until a text has come; false at the end of the output.
  func read(until text: String) throws -> Bool {
    let wanted = Array(text.utf8)
    while seen.firstRange(of: wanted) == nil {
      let piece = output.fileHandleForReading.availableData
      guard !piece.isEmpty else { return false }
      seen += piece
    }
    seen = []
    return true
  }

  /// Closes its input, and reads all that it says.
  func readToEnd() throws -> [UInt8] {
    try input.fileHandleForWriting.close()
    return Array(try output.fileHandleForReading.readToEnd() ?? Data())
  }

  func end() {
    if process.isRunning { process.terminate() }
  }
}
