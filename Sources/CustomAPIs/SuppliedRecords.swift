import Contract
import HTTPCore
import JSON
import JSONSchema
import OpenAPI
import Platform
import Resources
import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records that a user brought along: `<resource>.json` for each resource, an array of objects.
struct SuppliedRecords {
  let records: [String: [JSONObject]]

  private static let maximumBytes = 64 << 20
  private static let maximumErrors = 20

  /// Reads a folder and checks its records against the schemas.
  ///
  /// - Throws: ``DocumentFailure`` that names each record that is wrong, up to twenty, with the place in it.
  init(_ folder: String, _ document: OpenAPIDocument, _ model: APIModel) throws(DocumentFailure) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
    } catch {
      throw DocumentFailure(file: folder, reason: "the folder cannot be read")
    }
    let library = SchemaLibrary(
      SchemaRegistry(documents: [document.name: document.root], hasIdentifiers: false), assertsFormats: true)
    var records: [String: [JSONObject]] = [:]
    for name in names {
      let (file, resource) = ("\(folder)/\(name)", String(name.dropLast(".json".count)))
      guard let known = model.resource(resource) else {
        let names = KnownNames(model.resources.map(\.name))
        throw DocumentFailure(file: file, reason: "\"\(resource)\" is not a resource\(names.suggestion(for: resource))")
      }
      records[resource] = try Self.objects(file, known, document, library)
    }
    self.records = records
  }

  private static func objects(
    _ file: String, _ resource: ResourceDescription, _ document: OpenAPIDocument, _ library: SchemaLibrary
  ) throws(DocumentFailure) -> [JSONObject] {
    let value: JSONValue
    do {
      value = try JSONParser.parse(try BoundedFile.contents(of: file, limit: maximumBytes))
    } catch let error as JSONSyntaxError {
      throw DocumentFailure(file: file, line: error.line, reason: "is not valid JSON: \(error.message)")
    } catch {
      throw DocumentFailure(file: file, reason: "cannot be read: \(error)")
    }
    // A single resource has one object.
    guard let elements = value.array ?? (resource.isSingleton ? [value] : nil) else {
      throw DocumentFailure(file: file, reason: "must be an array of records, not \(value.typeName)")
    }
    let schema = try? library.schema(uri: document.name, pointer: resource.schema)
    var errors: [String] = []
    var objects: [JSONObject] = []
    for (number, element) in elements.enumerated() {
      guard let object = element.object else {
        errors.append("record \(number): must be an object, not \(element.typeName)")
        continue
      }
      objects.append(object)
      let bytes = element.size.bytes
      if bytes > RecordLimit.maximumBytes {
        errors.append("record \(number): has \(bytes) bytes; a record may have \(RecordLimit.maximumBytes)")
        continue
      }
      for violation in schema?.violations(of: element, limit: 5) ?? [] {
        errors.append("record \(number), \(violation.instance): \(violation.message)")
      }
      guard errors.count < maximumErrors else { break }
    }
    guard errors.isEmpty else {
      throw DocumentFailure(file: file, reason: errors.prefix(maximumErrors).joined(separator: "\n  "))
    }
    return objects
  }
}
