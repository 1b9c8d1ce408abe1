extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The members in their written order; the last value of a repeated key counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}

/// The members of a JSON object (RFC 8259 section 4), in the order of the text. No key is repeated.
///
/// Up to `indexThreshold` members, a lookup compares the keys one by one, which is fastest for the objects that APIs
/// exchange. Larger objects keep an index by key, so that parsing and comparing an object of tens of thousands of keys
/// stays linear.
package struct JSONObject: Sendable {
  /// A name and its value.
  package struct Member: Sendable, Equatable {
    /// The name, its escapes resolved; may be empty.
    package let key: String
    /// The value.
    package fileprivate(set) var value: JSONValue

    /// Compares names by their bytes and values as data.
    package static func == (left: Member, right: Member) -> Bool {
      JSONKey.same(left.key, right.key) && left.value == right.value
    }
  }

  /// The number of members above which an object keeps an index.
  static let indexThreshold = 16

  /// The members in the order of the text.
  package private(set) var members: [Member] = []
  /// The index of each key in `members`; nil up to `indexThreshold` members.
  private var positions: [JSONKey: Int]?

  /// An object without members.
  package init() {}

  /// The members in the given order; the last value of a repeated key counts, at the position of the first.
  package init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members {
      self[key] = value
    }
  }

  /// The number of members.
  package var count: Int { members.count }

  /// Whether there are no members.
  package var isEmpty: Bool { members.isEmpty }

  /// The names in the order of the text.
  package var keys: [String] { members.map(\.key) }

  /// The value called `key`, or nil when there is none (`null` is a value, not nil).
  ///
  /// A new key is added at the end; nil removes the member, in time linear in `count`.
  package subscript(key: String) -> JSONValue? {
    get {
      position(of: key).map { members[$0].value }
    }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(newKey: key, value)
      case (nil, nil): break
      }
    }
  }

  /// Replaces the value of a member, by its number in ``members``.
  package mutating func replaceValue(at number: Int, with value: JSONValue) { members[number].value = value }

  /// Whether there is a member called `key`.
  package func contains(_ key: String) -> Bool {
    position(of: key) != nil
  }

  /// Adds a member whose key the caller knows to be new.
  package mutating func append(newKey key: String, _ value: JSONValue) {
    if members.capacity == 0 { members.reserveCapacity(4) }
    members.append(Member(key: key, value: value))
    if positions != nil {
      positions?[JSONKey(key)] = members.count - 1
    } else if members.count > Self.indexThreshold {
      indexMembers()
    }
  }

  /// Sets the value of a key that a text repeats: the last one counts. The paths of an API document begin with a slash;
  /// the operations of two equal ones are put together.
  package mutating func setRepeated(_ key: String, _ value: JSONValue) {
    guard key.hasPrefix("/"), var before = self[key]?.object, let added = value.object else {
      self[key] = value
      return
    }
    for member in added.members { before[member.key] = member.value }
    self[key] = .object(before)
  }

  private func position(of key: String) -> Int? {
    if let positions { return positions[JSONKey(key)] }
    return members.firstIndex { JSONKey.same($0.key, key) }
  }

  private mutating func remove(at position: Int) {
    members.remove(at: position)
    positions = nil
    if members.count > Self.indexThreshold { indexMembers() }
  }

  private mutating func indexMembers() {
    var built: [JSONKey: Int] = [:]
    built.reserveCapacity(members.count * 2)
    for (position, member) in members.enumerated() {
      built[JSONKey(member.key)] = position
    }
    positions = built
  }
}

extension JSONObject: Equatable {
  /// Compares keys and values, in any order.
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    return left.members.allSatisfy { right[$0.key] == .some($0.value) }
  }
}
