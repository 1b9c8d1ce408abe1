import HTTPCore
import World

/// The records that belong to a record, such as `/posts/1/comments`.
enum NestedEndpoints {
  static let all = Resource.allCases.flatMap { parent in
    parent.children.flatMap { child in
      let path = "/\(parent.rawValue)/{id}/\(child.rawValue)"
      let owner = parent.singularTitle
      return [
        Endpoint(.get, path, "list\(owner)\(child.title)", .open) {
          try ListEndpoints.list($0, child, parent: (parent, $0.parameters["id"]))
        }.slow { ListEndpoints.isSlow($0, $1, child) },
        Endpoint(.post, path, "create\(owner)\(child.singularTitle)", .open) {
          try RecordWriting.create($0, child, parent: (parent, $0.parameters["id"]))
        },
      ]
    }
  }
}
