import Contract
import HTTPCore
import JSON
import OpenAPI
import World

/// `GET /_mock`: the list of calls.
package enum CallList {
  private static let methods = ["get", "post", "put", "patch", "delete"]

  /// The endpoint; the list is that of the control plane's own document.
  package static func all(_ library: ContractLibrary) -> [Endpoint] {
    [
      Endpoint(.get, "/_mock", "listCalls", .open) { _ in
        guard
          let document = try? library.text("mock.yaml").map({ try YAMLReader.read(Array($0.utf8), file: "mock.yaml") })
        else {
          throw Problem(.notFound, "the document of these calls is missing; see --openapi")
        }
        return .json(["calls": .array(calls(document))])
      }.slow(usesDatabase: false)
    ]
  }

  private static func calls(_ document: JSONValue) -> [JSONValue] {
    (document["paths"]?.object?.members ?? []).filter { $0.key.hasPrefix("/_mock") }.flatMap { path in
      methods.compactMap { method in
        guard let operation = path.value[method] else { return nil }
        return [
          "method": .string(method.uppercased()), "path": .string(path.key),
          "operationId": operation["operationId"] ?? .null, "about": operation["summary"] ?? .null,
        ]
      }
    }
  }
}
