// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

// The calls of the control plane.
extension MockServer {
  /// Say what this server is, which APIs it has, and where to go on.
  public func welcome() async throws -> Welcome {
    try await link.call("welcome", "GET", "/")
  }

  /// List the calls of the control plane; browsers get the live page.
  public func calls() async throws -> [ControlCall] {
    try await link.call("listCalls", "GET", "/_mock", unwrap: "calls")
  }

  /// List the API documents.
  public func documents() async throws -> DocumentList {
    try await link.call("listDocuments", "GET", "/openapi")
  }

  /// Get the AsyncAPI 3 document of the sockets as YAML.
  public func socketsDocumentYaml() async throws -> String {
    try await link.text("getSocketsAsYAML", "GET", "/asyncapi.yaml")
  }

  /// Get the AsyncAPI 3 document of the sockets as JSON.
  public func socketsDocument() async throws -> JSONValue {
    try await link.call("getSocketsAsJSON", "GET", "/asyncapi.json")
  }

  /// Ask whether the server serves.
  public func health() async throws -> Health {
    try await link.call("health", "GET", "/_mock/health")
  }

  /// Get the CA's certificate as PEM.
  public func authorityPem() async throws -> String {
    try await link.text("getAuthorityPEM", "GET", "/_mock/ca.pem")
  }

  /// List the calls of the control plane that changed something.
  public func activity(after: Int? = nil, limit: Int? = nil) async throws -> [Activity] {
    try await link.call(
      "listActivity", "GET", "/_mock/activity", query: .filled(["after": after, "limit": limit]), unwrap: "activity")
  }

  /// Get the addresses by which devices reach the server.
  public func connectAddresses() async throws -> ConnectAddresses {
    try await link.call("connectAddresses", "GET", "/_mock/connect.json")
  }

  /// Get what the server did, in numbers.
  public func metrics() async throws -> String {
    try await link.text("metrics", "GET", "/_mock/metrics")
  }
}

/// The server, its APIs and its options.
public struct Welcome: Sendable, Hashable, Codable {
  public var name: String
  public var version: String
  public var apis: [ServedAPI]
  /// Paths to go on from, by what is there.
  public var links: [String: String]
}

/// An API that the server serves.
public struct ServedAPI: Sendable, Hashable, Codable {
  /// The API's short name.
  public var name: API
  public var title: String
  /// What the paths of its routes begin with.
  public var basePath: String
  /// Where its document is.
  public var document: String
  /// Who can sign in, a name and a password each.
  public var accounts: [String]
}

/// A call of the control plane.
public struct ControlCall: Sendable, Hashable, Codable {
  public var method: String
  public var path: String
  public var operationId: String
  public var about: String
}

/// Where the documents are.
public struct DocumentList: Sendable, Hashable, Codable {
  /// `documents` of `DocumentList`.
  public struct Document: Sendable, Hashable, Codable {
    /// The API's short name.
    public var name: API
    public var title: String
    /// Where it is as JSON.
    public var url: String
    /// Where it is as it is written.
    public var yaml: String
  }

  public var documents: [DocumentList.Document]
  /// Where the document of the sockets is.
  public var sockets: String
}

/// The health of the server. `full` when the last change could not be stored.
public struct Health: Sendable, Hashable, Codable {
  /// `full` when the last change could not be stored.
  public var status: String
  /// What to do about it.
  public var message: String?
  public var version: String
  /// Real time.
  public var uptimeSeconds: Int
  /// Their number.
  public var worlds: Int
  /// The world of the request.
  public var world: String
  /// The server's name among several behind a load balancer.
  public var node: String?
  /// The connection to the broker of `--stomp-relay`.
  public var stompRelay: StompRelay?
}

/// The connection to the broker of `--stomp-relay`.
public struct StompRelay: Sendable, Hashable, Codable {
  /// Host and port of the broker.
  public var address: String
  /// Whether the server's own connection is open.
  public var connected: Bool
  /// Why it is not.
  public var message: String?
}

/// A call of the control plane that changed something. `time` is by the world's clock, `at` is real.
public struct Activity: Sendable, Hashable, Codable {
  public var id: Int
  /// By the world's clock.
  public var time: Date
  /// The real time.
  public var at: Date
  public var world: String
  public var operationId: String
  public var method: String
  public var path: String
  public var status: Int
  /// The body of the request, if it was short.
  public var body: JSONValue?
}

/// By which addresses devices and emulators reach the server.
public struct ConnectAddresses: Sendable, Hashable, Codable {
  /// `urls` of `ConnectAddresses`.
  public struct Url: Sendable, Hashable, Codable {
    public var url: String
    public var tlsUrl: String?
    /// The address in it.
    public var host: String
    public var interface: String
    public var kind: String
  }

  /// `tls` of `ConnectAddresses`.
  public struct Tls: Sendable, Hashable, Codable {
    /// Where the certificate of the server's own authority is; null when it has none.
    public struct Authority: Sendable, Hashable, Codable {
      public var pem: String
      public var der: String
      public var mobileconfig: String
    }

    public var port: Int
    /// Where the certificate of the server's own authority is; null when it has none.
    public var authority: ConnectAddresses.Tls.Authority?
  }

  /// Whether other machines reach the server.
  public var lan: Bool
  /// The address of the page for a phone in the network.
  public var page: String?
  /// Base URLs for devices in the network, the likeliest first.
  public var urls: [ConnectAddresses.Url]
  /// By the machine's name in the network.
  public var name: ConnectPlace?
  /// For programs on the machine itself.
  public var local: ConnectPlace?
  /// For the Android emulator.
  public var emulator: ConnectPlace?
  /// Commands that give an Android device on a cable the server as its own localhost.
  public var adb: [String]
  public var tls: ConnectAddresses.Tls?
}

/// `name` of `ConnectAddresses`.
public struct ConnectPlace: Sendable, Hashable, Codable {
  public var url: String
  public var tlsUrl: String?
}
