import APISupport
import Contract
import HTTPCore
import World

/// The operations of one method at one path. A document may have several, which it tells apart by what a path cannot
/// hold: a query (`/jobs?beta=true`), or a fragment (`/items#folders`), which no client sends.
struct OperationChoice: Sendable {
  /// The path without query and fragment.
  let path: String
  /// The operation that a request is for when nothing says otherwise.
  var plain: OperationHandler { choices[0].handler }
  /// The one for anything first, then those that ask for most of the query.
  private let choices: [(handler: OperationHandler, query: [QueryParameters.Parameter])]
  /// Those that only a fragment tells apart: one is meant when it takes what the plain one refuses.
  private let others: [OperationHandler]

  /// - Parameters:
  ///   - handlers: One at least, all of the same path as ``path(of:)`` has it.
  init(_ path: String, _ handlers: [OperationHandler]) {
    self.path = path
    let all = handlers.map { ($0, Self.query(of: $0.operation.path)) }
    let index = handlers.firstIndex { $0.operation.path == path } ?? all.firstIndex { $0.1.isEmpty } ?? 0
    var rest = all
    let first = rest.remove(at: index)
    others = rest.filter { $0.1.isEmpty }.map(\.0)
    choices = [first] + rest.filter { !$0.1.isEmpty }.sorted { $0.1.count > $1.1.count }
  }

  /// Whether to answer a request may take long.
  var isSlow: Bool { choices.contains { $0.handler.isSlow } || others.contains { $0.isSlow } }

  /// Has the operation answer that a request is for.
  func answer(_ call: Call) throws -> Response {
    var call = call
    return try handler(for: &call).answer(call)
  }

  /// The operation that a request is for.
  private func handler(for call: inout Call) -> OperationHandler {
    if !others.isEmpty, !call.request.body.isEmpty {
      let checked = try? plain.checked(call)
      call.verdict = checked
      guard Self.takes(checked, plain) else {
        for other in others {
          guard let checked = try? other.checked(call), Self.takes(checked, other) else { continue }
          call.verdict = checked
          return other
        }
        return plain
      }
    }
    guard choices.count > 1, let query = try? call.request.query() else { return plain }
    let special = choices.dropFirst().first { choice in
      choice.query.allSatisfy { wanted in query.values(wanted.name).contains(wanted.value) }
    }
    return special?.handler ?? plain
  }

  /// Whether the operation accepts the request that was compared with it.
  private static func takes(_ checked: CheckedRequest?, _ handler: OperationHandler) -> Bool {
    checked.map { (try? RequestBody($0, handler.api)) != nil } ?? false
  }

  /// A path of a document without query and fragment.
  static func path(of path: String) -> String {
    guard let end = path.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
      return path
    }
    return String(path[..<end])
  }

  /// The query that a path of a document asks for; empty when it asks for none.
  private static func query(of path: String) -> [QueryParameters.Parameter] {
    guard let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    let text = path[path.index(after: mark)...].prefix { $0 != "#" }
    return (try? QueryParameters(Array(text.utf8)))?.parameters ?? []
  }
}
