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
  /// - Throws: ``DocumentFailure`` when a target is too costly.
  func applied(to document: JSONValue, notes: inout DocumentNotes) throws(DocumentFailure) -> JSONValue {
    var document = document
    for (index, action) in actions.enumerated() {
      let places: [JSONPointer]
      do throws(JSONPath.TooExpensive) {
        places = try action.target.places(in: document)
      } catch {
        throw file.failure(["actions", String(index), "target"], "the target looks at too many values")
      }
      guard !places.isEmpty else {
        let line = notes.isFull ? "" : file.line(of: ["actions", String(index)]).map { ":\($0)" } ?? ""
        notes.add("\(file.path)\(line): #/actions/\(index): \(action.text) selects nothing.")
        continue
      }
      apply(action, places, &document)
    }
    return document
  }

  private func apply(_ action: Action, _ places: [JSONPointer], _ document: inout JSONValue) {
    guard action.isRemoval else {
      let update = action.update ?? .null
      var seen: Set<String> = []
      for place in places where seen.insert(place.description).inserted {
        document.change(at: place.tokens[...]) { value in value = value.merged(with: update) }
      }
      return
    }
    // All of one object or array at once. Behind comes first, so that the indexes of the others stay right; inside comes
    // before outside.
    var removed: [[String]: Set<String>] = [:]
    for place in places {
      guard let last = place.tokens.last else { continue }
      removed[Array(place.tokens.dropLast()), default: []].insert(last)
    }
    for holder in removed.keys.sorted(by: { Self.comes($1, before: $0) }) {
      document.remove(removed[holder] ?? [], at: holder[...])
    }
  }

  private static func comes(_ left: [String], before right: [String]) -> Bool {
    for (one, other) in zip(left, right) where one != other {
      if let first = Int(one), let second = Int(other) { return first < second }
      return one < other
    }
    return left.count < right.count
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

  /// Changes the value at a place that is there, where it stands: nothing around it is copied.
  fileprivate mutating func change(at path: ArraySlice<String>, _ body: (inout JSONValue) -> Void) {
    guard let first = path.first else {
      body(&self)
      return
    }
    if case .array(var elements) = self, let index = Int(first), elements.indices.contains(index) {
      self = .null
      elements[index].change(at: path.dropFirst(), body)
      self = .array(elements)
    } else if case .object(var object) = self, var member = object[first] {
      self = .null
      object[first] = .null
      member.change(at: path.dropFirst(), body)
      object[first] = member
      self = .object(object)
    }
  }

  /// Takes members or elements out of the object or array at a place.
  fileprivate mutating func remove(_ names: Set<String>, at path: ArraySlice<String>) {
    change(at: path) { holder in
      switch holder {
      case .array(let elements):
        holder = .array(elements.enumerated().filter { !names.contains(String($0.offset)) }.map(\.element))
      case .object(let object):
        holder = .object(JSONObject(object.members.filter { !names.contains($0.key) }.map { ($0.key, $0.value) }))
      case .null, .bool, .number, .string: break
      }
    }
  }
}
