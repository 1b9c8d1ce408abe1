import HTTPCore
import JSON

/// A request made from the examples in a document: those of required parameters and of the content.
package struct ExampleRequest: Sendable {
  package let method: String
  /// Path and query.
  package let target: String
  package let headers: HeaderFields
  package let body: [UInt8]

  /// The request of an operation.
  ///
  /// - Parameters:
  ///   - credential: What to send for a credential; nil leaves it out.
  package init(_ operation: DocumentedOperation, credential: (DocumentedOperation.Credential) -> String?) {
    method = operation.entry.method
    var path = operation.entry.path
    var query: [(String, String)] = []
    var headers = HeaderFields()
    for parameter in operation.parameters where !parameter.isFreeForm {
      guard let example = parameter.example.map(Self.text) else { continue }
      switch parameter.location {
      case .path: path = path.replacing("{\(parameter.name)}", with: PercentEncoding.encode(example))
      case .query where parameter.isRequired: query.append((parameter.name, example))
      case .header where parameter.isRequired: headers.append(parameter.name, example)
      case .query, .header: break
      }
    }
    for wanted in operation.credentials.first ?? [] {
      guard let value = credential(wanted) else { continue }
      switch wanted {
      case .authorization: headers.append("Authorization", "Bearer \(value)")
      case .header(let name): headers.append(name, value)
      case .query(let name): query.append((name, value))
      case .cookie(let name): headers.append("Cookie", "\(name)=\(value)")
      }
    }
    let json = operation.requestContent.first { $0.mediaType == "application/json" }
    if let example = json?.examples.first {
      headers.append("Content-Type", "application/json")
      body = JSONWriter.serialize(example.value, sortedKeys: false)
    } else {
      body = []
    }
    let pairs = query.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
    target = path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    self.headers = headers
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? value.array?.first.map(text) ?? String(decoding: JSONWriter.serialize(value), as: UTF8.self)
  }
}
