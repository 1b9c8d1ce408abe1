import JSON

/// Changes to a document (OpenAPI Overlay 1.0.0): what its targets select is merged with an update, or removed.
struct Overlay {
  private struct Action {
    let target: JSONPath
    let text: String
    let update: JSONValue?
    let isRemoval: Bool
  }

  private let file: SourceFile
  private let actions: [Action]

  /// Reads an overlay.
  ///
  /// - Throws: ``DocumentFailure`` when the file is none.
  init(_ file: SourceFile) throws(DocumentFailure) {
    self.file = file
    let version = file.value["overlay"]?.string ?? file.value["overlay"]?.number?.literal
    guard let version else { throw file.failure([], "this is no overlay: it has no \"overlay\"") }
    guard version.hasPrefix("1.") || version == "1" else {
      throw file.failure(["overlay"], "Overlay \(version.shortened) is not understood; 1.0.0 is")
    }
    guard let list = file.value["actions"]?.array else {
      throw file.failure(["actions"], "an overlay has a list of \"actions\"")
    }
    var actions: [Action] = []
    for (index, value) in list.enumerated() {
      actions.append(try Self.action(value, ["actions", String(index)], file))
    }
    self.actions = actions
  }

  private static func action(
    _ value: JSONValue, _ path: [String], _ file: SourceFile
  ) throws(DocumentFailure) -> Action {
    guard let text = value["target"]?.string else {
      throw file.failure(path, "an action has a \"target\", a JSONPath such as $.paths['/pets'].get")
    }
    if let removal = value["remove"], removal.bool == nil {
      throw file.failure(path + ["remove"], "\"remove\" is true or false")
    }
    let isRemoval = value["remove"]?.bool ?? false
    guard isRemoval || value["update"] != nil else {
      throw file.failure(path, "an action has \"update\" or \"remove\"")
    }
    do throws(JSONPath.SyntaxError) {
      return Action(
        target: try JSONPath(text), text: text, update: value["update"], isRemoval: isRemoval)
    } catch {
      throw file.failure(path + ["target"], "this is no JSONPath: \(error)")
    }
  }

  /// The document with all actions carried out, one after the other. A target that selects nothing is noted.
  ///
  /// - Throws: ``DocumentFailure`` when a target is too costly, or the updates make the document too large.
  func applied(to document: JSONValue, notes: inout DocumentNotes) throws(DocumentFailure) -> JSONValue {
    var document = document
    var added = 0
    for (index, action) in actions.enumerated() {
      let nodes: [JSONPathNode]
      do throws(JSONPath.TooExpensive) {
        nodes = try action.target.nodes(in: document)
      } catch {
        throw file.failure(["actions", String(index), "target"], "the target looks at too many values")
      }
      guard !nodes.isEmpty else {
        let line = notes.isFull ? "" : file.line(of: ["actions", String(index)]).map { ":\($0)" } ?? ""
        notes.add("\(file.path)\(line): #/actions/\(index): \(action.text) selects nothing.")
        continue
      }
      let places = SelectedPlaces(nodes)
      guard !action.isRemoval else {
        document.remove(places)
        continue
      }
      let update = action.update ?? .null
      // Both factors are at most a few millions.
      added += places.count * update.valueCount()
      guard added <= DocumentLimits.values else {
        throw file.failure(
          ["actions", String(index)],
          "the updates up to here put more than \(DocumentLimits.values) values into the document")
      }
      document.merge(update, at: places)
    }
    return document
  }
}

/// The places that a target selects, as a tree: one walk through the document changes all of them.
private final class SelectedPlaces {
  private(set) var isSelected = false
  private(set) var children: [JSONPathToken: SelectedPlaces] = [:]
  /// How many different places there are.
  private(set) var count = 0

  private init() {}

  init(_ nodes: [JSONPathNode]) {
    for node in nodes {
      var place = self
      for token in node.tokens {
        if let child = place.children[token] {
          place = child
        } else {
          let child = SelectedPlaces()
          place.children[token] = child
          place = child
        }
      }
      if !place.isSelected { count += 1 }
      place.isSelected = true
    }
  }
}

extension JSONValue {
  /// The value with an update: objects are merged, what goes into an array is appended, all else is replaced.
  fileprivate func merged(with update: JSONValue) -> JSONValue {
    switch (self, update) {
    case (.object(var object), .object(let changes)):
      for change in changes.members {
        let before = object[change.key]
        if case .array(let old)? = before, case .array(let new) = change.value {
          object[change.key] = .array(old + new)
        } else {
          object[change.key] = before?.object != nil ? before?.merged(with: change.value) : change.value
        }
      }
      return .object(object)
    case (.array(let elements), _): return .array(elements + [update])
    default: return update
    }
  }

  /// Merges an update into the values at the places, from the outside in.
  fileprivate mutating func merge(_ update: JSONValue, at places: SelectedPlaces) {
    if places.isSelected { self = merged(with: update) }
    changeParts(places) { $0.merge(update, at: $1) }
  }

  /// Takes the values at the places out, from the inside out.
  fileprivate mutating func remove(_ places: SelectedPlaces) {
    changeParts(places) { part, inner in if !inner.children.isEmpty { part.remove(inner) } }
    switch self {
    case .array(let elements):
      let kept = elements.enumerated().filter { places.children[.index($0.offset)]?.isSelected != true }
      if kept.count < elements.count { self = .array(kept.map(\.element)) }
    case .object(let object):
      let kept = object.members.filter { places.children[.name($0.key)]?.isSelected != true }
      if kept.count < object.count { self = .object(JSONObject(kept.map { ($0.key, $0.value) })) }
    case .null, .bool, .number, .string: break
    }
  }

  /// Changes the parts that have places in them, where they stand: nothing is copied.
  private mutating func changeParts(
    _ places: SelectedPlaces, _ change: (inout JSONValue, SelectedPlaces) -> Void
  ) {
    if places.children.isEmpty { return }
    if case .array(var elements) = self {
      self = .null
      for (token, inner) in places.children {
        guard case .index(let index) = token, elements.indices.contains(index) else { continue }
        change(&elements[index], inner)
      }
      self = .array(elements)
    } else if case .object(var object) = self {
      self = .null
      for (token, inner) in places.children {
        guard case .name(let name) = token, var part = object[name] else { continue }
        object[name] = .null
        change(&part, inner)
        object[name] = part
      }
      self = .object(object)
    }
  }
}
