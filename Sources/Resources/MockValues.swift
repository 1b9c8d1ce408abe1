import JSON
import JSONSchema

/// The values that schemas say records shall have, `x-mock-value` and `x-mock-values`.
enum MockValues {
  private static let maximumNotes = 50

  /// Those that their own schemas do not allow, a sentence each, with their places.
  static func refused(in root: JSONValue) -> [String] {
    var places: [JSONPointer] = []
    var path: [String] = []
    find(root, &path, &places)
    guard !places.isEmpty else { return [] }
    let library = SchemaLibrary(
      SchemaRegistry(documents: ["": root], hasIdentifiers: false), assertsFormats: true)
    var notes: [String] = []
    for place in places where notes.count < maximumNotes {
      guard let object = root[place]?.object,
        let schema = try? library.schema(uri: "", pointer: place)
      else { continue }
      let isList = object["x-mock-values"] != nil
      if isList, object["x-mock-values"]?.array == nil {
        notes.append("#\(place.appending("x-mock-values")): an array of values is expected")
      }
      let values = object["x-mock-values"]?.array ?? object["x-mock-value"].map { [$0] } ?? []
      for (number, value) in values.enumerated() {
        guard let violation = schema.violations(of: value, limit: 1).first else { continue }
        let inner = isList ? place.appending("x-mock-values").appending(number) : place.appending("x-mock-value")
        notes.append("#\(inner): the schema does not allow this value: \(violation.message)")
      }
    }
    return notes
  }

  private static func find(_ value: JSONValue, _ path: inout [String], _ places: inout [JSONPointer]) {
    switch value {
    case .object(let object):
      var isNamed = false
      for member in object.members {
        if member.key.hasPrefix("x-mock-value") { isNamed = true }
        switch member.value {
        case .object, .array: break
        case .null, .bool, .number, .string: continue
        }
        if member.key == "example" || member.key == "examples" { continue }
        path.append(member.key)
        find(member.value, &path, &places)
        path.removeLast()
      }
      if isNamed { places.append(JSONPointer(path)) }
    case .array(let elements):
      for (number, element) in elements.enumerated() where element.object != nil || element.array != nil {
        path.append("\(number)")
        find(element, &path, &places)
        path.removeLast()
      }
    case .null, .bool, .number, .string: break
    }
  }
}
