import HTTPCore
import JSON

extension Compiler {
  /// The schema that the `$ref` of a schema means.
  mutating func target(
    of reference: String, in place: SchemaPlace, _ value: JSONValue
  ) throws(SchemaError) -> (place: SchemaPlace, value: JSONValue) {
    let keyword = place.appending("$ref")
    let base = index.base(of: place, value)
    var uri = URIReference(reference).resolved(against: URIReference(base))
    guard let fragment = uri.decodedFragment else {
      throw SchemaError(keyword, "\"\(reference)\" has a fragment that is not percent-encoded UTF-8")
    }
    uri.fragment = nil
    guard let resource = index.resource(uri.description) else {
      throw SchemaError(keyword, "no document or `$id` is registered as \"\(uri)\"")
    }
    if index.ambiguous.contains(uri.description) {
      throw SchemaError(keyword, "two schemas have the identifier \"\(uri)\"")
    }
    let place = try self.place(of: fragment, in: resource, uri.description, for: keyword)
    guard let value = registry.value(at: place) else {
      throw SchemaError(keyword, "\"\(reference)\" refers to nothing")
    }
    return (place, value)
  }

  /// The place that a fragment, a pointer or an anchor, means in a document or a schema with an `$id`.
  private func place(
    of fragment: String, in resource: SchemaPlace, _ uri: String, for keyword: SchemaPlace
  ) throws(SchemaError) -> SchemaPlace {
    if fragment.isEmpty { return resource }
    if fragment.hasPrefix("/") {
      guard let pointer = JSONPointer(parsing: fragment) else {
        throw SchemaError(keyword, "\"\(fragment)\" is no JSON Pointer")
      }
      return SchemaPlace(document: resource.document, pointer: resource.pointer.text + pointer.description)
    }
    guard let place = index.anchor(uri, fragment) else {
      throw SchemaError(keyword, "no schema of \"\(uri)\" has the anchor \"\(fragment)\"")
    }
    if index.ambiguous.contains("\(uri)#\(fragment)") {
      throw SchemaError(keyword, "two schemas have the anchor \"\(fragment)\"")
    }
    return place
  }
}
