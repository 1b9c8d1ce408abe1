import HTTPCore
import JSON

/// Makes the nodes of a schema and of those it refers to. A work list takes the place of recursion, so that neither
/// depth nor a long chain of references matters.
struct Compiler {
  let registry: SchemaRegistry
  let assertsFormats: Bool
  var index: ResourceIndex
  /// The nodes so far; those still waiting are placeholders.
  private(set) var nodes: [SchemaNode] = []
  /// The node of each place that was met.
  private var numbers: [SchemaPlace: Int] = [:]
  private var pending: [(number: Int, place: SchemaPlace, value: JSONValue)] = []

  init(registry: SchemaRegistry, assertsFormats: Bool) {
    self.registry = registry
    self.assertsFormats = assertsFormats
    index = registry.index
  }

  /// Compiles a schema with all it needs and returns its number.
  mutating func compile(uri: String, pointer: JSONPointer) throws(SchemaError) -> Int {
    let request = SchemaPlace(document: uri, pointer: pointer.description)
    guard let resource = index.resource(uri) else {
      throw SchemaError(request, "no document is registered as \"\(uri)\"")
    }
    if index.ambiguous.contains(uri) { throw SchemaError(request, "two schemas have the identifier \"\(uri)\"") }
    let place = SchemaPlace(document: resource.document, pointer: resource.pointer.text + pointer.description)
    guard let value = registry.value(at: place) else { throw SchemaError(place, "there is nothing at this place") }
    let root = try number(of: place, value)
    while let next = pending.popLast() {
      nodes[next.number] = try node(at: next.place, next.value)
    }
    if let looping = nodes.firstInLoop() {
      throw SchemaError(looping.place, Self.loop)
    }
    return root
  }

  /// The number of the schema at a place, which is compiled later when it is new.
  ///
  /// A schema that is nothing but a reference has no node of its own: it is the schema it refers to.
  mutating func number(of place: SchemaPlace, _ value: JSONValue) throws(SchemaError) -> Int {
    var (place, value) = (place, value)
    var passed: Set<SchemaPlace> = []
    while numbers[place] == nil, let reference = value.soleReference {
      guard passed.insert(place).inserted else { throw SchemaError(place, Self.loop) }
      (place, value) = try target(of: reference, in: place, value)
    }
    let number = numbers[place] ?? nodes.count
    if number == nodes.count {
      nodes.append(SchemaNode(place: place))
      pending.append((number, place, value))
    }
    numbers[place] = number
    for place in passed { numbers[place] = number }
    return number
  }

  private static let loop = "refers to itself without going into the value, which would never end"
}

extension JSONValue {
  /// The `$ref` of a schema that has no other keyword of effect.
  fileprivate var soleReference: String? {
    guard let object, let reference = object["$ref"]?.string else { return nil }
    let hasOthers = object.members.contains { $0.key != "$ref" && SchemaReader.keywords.contains($0.key) }
    return hasOthers ? nil : reference
  }
}
