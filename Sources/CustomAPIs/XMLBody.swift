import HTTPCore
import JSON
import Synthesis

/// Values of schemas as XML, in the way in which the `xml` members of the schemas have it (OpenAPI 3.1 §4.8.26): `name`,
/// `attribute` and `wrapped`.
package struct XMLBody {
  private let maker: ValueGenerator
  private let root: JSONValue

  /// A reader and writer for the schemas of a document.
  ///
  /// - Parameters:
  ///   - root: The document.
  package init(_ maker: ValueGenerator, root: JSONValue) { (self.maker, self.root) = (maker, root) }

  // MARK: Reading

  /// The value that XML holds of a schema.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody`, or `contentTooLarge`.
  func value(_ bytes: [UInt8], _ schema: JSONPointer) throws(Problem) -> JSONValue {
    let element = try XMLReader.element(bytes)
    try Self.requireFewNames(element)
    return value(element, schema)
  }

  /// - Throws: ``Problem`` of kind `contentTooLarge` for more names in an element than are read: a part of what was sent
  ///   must not be stored in its place.
  private static func requireFewNames(_ element: XMLElement) throws(Problem) {
    guard Set(element.children.map(\.name)).count <= maximumMembers else {
      throw Problem(.contentTooLarge, "an element has children of more than \(maximumMembers) names", field: "body")
    }
    for child in element.children { try requireFewNames(child) }
  }

  private func value(_ element: XMLElement, _ schema: JSONPointer?) -> JSONValue {
    let shape = schema.map { maker.shape(of: $0) }
    if let shape, shape.types.contains("array"), shape.items != nil {
      return .array(element.children.map { value($0, shape.items) })
    }
    guard !element.children.isEmpty || !element.attributes.isEmpty || shape?.types.contains("object") == true else {
      return FormReader(maker).leaf(element.text.trimmingBlanks(), schema)
    }
    let members = schema.map { maker.members(of: $0) } ?? []
    var object = JSONObject()
    for attribute in element.attributes {
      let member = members.first { annotation($0.place, "name")?.string ?? $0.name == attribute.name }
      object[member?.name ?? attribute.name] = FormReader(maker).leaf(attribute.value, member?.place)
    }
    var names: [String] = []
    for child in element.children where !names.contains(child.name) { names.append(child.name) }
    for name in names {
      let children = element.children.filter { $0.name == name }
      let member = members.first { elementName(of: $0) == name }
      let inner = member.map { maker.shape(of: $0.place) }
      guard let member, let inner, inner.types.contains("array") else {
        let values = children.map { value($0, member?.place) }
        object[member?.name ?? name] = values.count > 1 ? .array(values) : values[0]
        continue
      }
      // One element around the elements, or the elements one after the other.
      let isWrapped =
        annotation(member.place, "wrapped")?.bool ?? (children.count == 1 && !children[0].children.isEmpty)
      let elements = isWrapped && children.count == 1 ? children[0].children : children
      object[member.name] = .array(elements.map { value($0, inner.items) })
    }
    return .object(object)
  }

  private static let maximumMembers = 1000

  // MARK: Writing

  /// A value of a schema as XML.
  package func bytes(_ value: JSONValue, _ schema: JSONPointer) -> [UInt8] {
    let name = annotation(schema, "name")?.string ?? named(schema) ?? "root"
    return Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(element(name, value, schema, depth: 0))\n".utf8)
  }

  private func element(_ name: String, _ value: JSONValue, _ schema: JSONPointer?, depth: Int) -> String {
    let tag = Self.safe(name)
    switch value {
    case .object(let object):
      let members = schema.map { maker.members(of: $0) } ?? []
      var (attributes, inner) = ("", "")
      for (key, value) in object.members.map({ ($0.key, $0.value) }) {
        let member = members.first { $0.name == key }
        let place = member?.place
        let name = place.flatMap { annotation($0, "name")?.string } ?? key
        if place.flatMap({ annotation($0, "attribute")?.bool }) == true {
          attributes += " \(Self.safe(name))=\"\(Self.escaped(Self.text(value)))\""
        } else if let elements = value.array, place.flatMap({ annotation($0, "wrapped")?.bool }) != true {
          let items = place.flatMap { maker.shape(of: $0).items }
          let each = items.flatMap { annotation($0, "name")?.string } ?? name
          inner += elements.map { element(each, $0, items, depth: depth + 1) }.joined()
        } else {
          inner += element(name, value, place, depth: depth + 1)
        }
      }
      return "<\(tag)\(attributes)>\(inner)</\(tag)>"
    case .array(let elements):
      let items = schema.flatMap { maker.shape(of: $0).items }
      let each = items.flatMap { annotation($0, "name")?.string ?? named($0) } ?? name
      return "<\(tag)>\(elements.map { element(each, $0, items, depth: depth + 1) }.joined())</\(tag)>"
    case .null: return "<\(tag)/>"
    default: return "<\(tag)>\(Self.escaped(Self.text(value)))</\(tag)>"
    }
  }

  // MARK: Names

  private func elementName(of member: ValueGenerator.Member) -> String {
    if let name = annotation(member.place, "name")?.string { return name }
    let shape = maker.shape(of: member.place)
    if shape.types.contains("array"), annotation(member.place, "wrapped")?.bool != true, let items = shape.items,
      let name = annotation(items, "name")?.string
    {
      return name
    }
    return member.name
  }

  /// What the `xml` member of a schema says.
  private func annotation(_ schema: JSONPointer, _ name: String) -> JSONValue? {
    var place = schema
    for _ in 0..<8 {
      guard let value = root[place] else { return nil }
      if let known = value["xml"]?[name] { return known }
      guard let target = value["$ref"]?.string, target.hasPrefix("#"),
        let next = JSONPointer(parsing: String(target.dropFirst()))
      else { return nil }
      place = next
    }
    return nil
  }

  /// The name of a schema among the document's schemas; nil for one without.
  private func named(_ schema: JSONPointer) -> String? {
    var place = schema
    if let target = root[place]?["$ref"]?.string, let next = JSONPointer(parsing: String(target.dropFirst())) {
      place = next
    }
    return place.tokens.starts(with: ["components", "schemas"]) && place.tokens.count == 3 ? place.tokens[2] : nil
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
  }

  private static func safe(_ name: String) -> String {
    let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" })
    return plain.first?.isLetter == true ? plain : "_\(plain)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
