import HTTPCore
import JSON
import JSONSchema
import Synchronization

/// Finds members of a value that its schema does not mention, however deep. Servers ignore them, so that a misspelt one
/// would go unnoticed.
struct MemberCheck {
  private static let maximumDepth = 32

  private var path: [String] = []
  private var found: [Deviation] = []

  private let document: ContractDocument

  private init(document: ContractDocument) {
    self.document = document
  }

  /// The undocumented members of a value under a schema.
  static func deviations(_ value: JSONValue, _ shape: MemberShape, in document: ContractDocument) -> [Deviation] {
    var check = MemberCheck(document: document)
    check.visit(value, shape)
    return check.found
  }

  private mutating func visit(_ value: JSONValue, _ shape: MemberShape) {
    guard path.count < Self.maximumDepth else { return }
    switch value {
    case .object(let object):
      for member in object.members {
        if shape.has(member.key) {
          guard let next = shape.member(member.key, of: member.value, in: document) else { continue }
          path.append(member.key)
          visit(member.value, next)
          path.removeLast()
        } else if shape.describesMembers, !shape.isOpen {
          let message = KnownNames(shape.names).undocumented(member.key)
          found.append(Deviation(.undocumentedMember, .body(JSONPointer(path + [member.key])), message))
        }
      }
    case .array(let elements):
      guard let items = shape.items(in: document) else { return }
      for (index, element) in elements.enumerated() {
        path.append(String(index))
        visit(element, items)
        path.removeLast()
      }
    default: break
    }
  }
}

/// The shape of the schema at a place, found when it is first asked for. A class, so that all copies of what it belongs to
/// share it.
final class LazyMemberShape: Sendable {
  private let made = Mutex<MemberShape?>(nil)

  /// The shape.
  func shape(of place: JSONPointer, in document: ContractDocument) -> MemberShape {
    if let known = made.withLock({ $0 }) { return known }
    let (shape, _) = document.memberShapes.shape(of: document.schemas.schema(at: place).map { [$0] } ?? [])
    made.withLock { $0 = shape }
    return shape
  }
}

/// The shapes of one document, each kept once for all operations whose content has such values.
final class MemberShapes: Sendable {
  private struct State {
    var numbers: [[Int]: Int] = [:]
    var shapes: [MemberShape] = []
  }

  /// How many shapes are kept. Further ones are made each time: combinations of alternatives can be without number.
  private static let capacity = 5_000

  private let state = Mutex(State())

  /// The shape of a number.
  subscript(number: Int) -> MemberShape { state.withLock { $0.shapes[number] } }

  /// The shape of some schemas, and its number if it is kept.
  func shape(of schemas: [Schema]) -> (MemberShape, number: Int?) {
    // What refers to the same schemas has one shape.
    let schemas = schemas.map { $0.resolved ?? $0 }
    let key = schemas.map(\.number)
    if let known = state.withLock({ state in state.numbers[key].map { (state.shapes[$0], $0) } }) { return known }
    let made = MemberShape(schemas)
    return state.withLock { state in
      if let number = state.numbers[key] { return (state.shapes[number], number) }
      guard state.shapes.count < Self.capacity else { return (made, nil) }
      state.numbers[key] = state.shapes.count
      state.shapes.append(made)
      return (made, state.shapes.count - 1)
    }
  }
}
