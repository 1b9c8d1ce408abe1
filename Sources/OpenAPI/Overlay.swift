import JSON

/// Changes of a document (OpenAPI Overlay 1.0.0): the values that its targets select are merged with an update, or
/// removed.
struct Overlay {
  private struct Action {
    let target: JSONPath
    let text: String
    let update: JSONValue?
    let isRemoval: Bool
  }

  private let file: SourceFile
  private let actions: [Action]

  /// Parses an overlay.
  ///
  /// - Throws: ``DocumentFailure`` when the file is not an overlay.
  init(_ file: SourceFile) throws(DocumentFailure) {
    self.file = file
    let version = file.value["overlay"]?.string ?? file.value["overlay"]?.number?.literal
    guard let version else { throw file.failure([], "this is not an overlay: it has no \"overlay\"") }
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
      throw file.failure(path + ["target"], "this is not a JSONPath: \(error)")
    }
  }

  /// The document after all actions, in order. A target that selects nothing is noted.
  ///
  /// - Throws: ``DocumentFailure`` when a target is too costly, or the updates make the document too large.
  func applied(to document: JSONValue, notes: inout DocumentNotes) throws(DocumentFailure) -> JSONValue {
    var document = document
    var added = 0
    if file.value["info"]?.object == nil {
      notes.add("\(file.path): an overlay has an \"info\" with its title and version.")
    }
    for (index, action) in actions.enumerated() {
      let nodes: [JSONPathNode]
      do throws(JSONPath.TooExpensive) {
        nodes = try action.target.nodes(in: document)
      } catch {
        throw file.failure(["actions", String(index), "target"], "the target looks at too many values")
      }
      guard !nodes.isEmpty else {
        let line = notes.isFull ? "" : file.line(of: ["actions", String(index)]).map { ":\($0)" } ?? ""
        notes.addUnusedAction("\(file.path)\(line): #/actions/\(index): \(action.text) selects nothing.")
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

/// The locations that a target selects, as a tree: one pass over the document changes all of them.
final class SelectedPlaces {
  private(set) var isSelected = false
  private(set) var children: [JSONPathToken: SelectedPlaces] = [:]
  /// The number of different locations.
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
