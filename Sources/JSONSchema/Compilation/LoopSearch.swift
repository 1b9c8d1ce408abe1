extension [SchemaNode] {
  /// A schema that, for the same value, needs itself: directly, or through the schemas it applies in place. Its
  /// evaluation would not end.
  func firstInLoop() -> SchemaNode? {
    var states = [State](repeating: .new, count: count)
    for start in indices where states[start] == .new {
      // The path from the start, each schema with how many of those it applies have been looked at.
      var path = [(node: start, looked: 0)]
      states[start] = .onPath
      while let (node, looked) = path.last {
        guard looked < self[node].applied.count else {
          states[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].looked += 1
        let next = self[node].applied[looked]
        switch states[next] {
        case .onPath: return self[next]
        case .done: break
        case .new:
          states[next] = .onPath
          path.append((next, 0))
        }
      }
    }
    return nil
  }
}

private enum State {
  case new
  case onPath
  case done
}
