/// The six collections, each under its plural name at the root.
enum Resource: String, CaseIterable, Sendable {
  case users, posts, comments, albums, photos, todos

  /// The name of one record, by which other records refer to it.
  var singular: String { String(rawValue.dropLast()) }
  /// The name as a part of another one, such as `Posts`.
  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  /// The name of one record as a part of another one, such as `Post`.
  var singularTitle: String { String(title.dropLast()) }

  /// The member by which records of other resources refer to one of this, such as `postId`.
  var foreignKey: String { singular + "Id" }

  /// The resources whose records belong to one of this and go with it.
  var children: [Resource] {
    switch self {
    case .users: [.posts, .albums, .todos]
    case .posts: [.comments]
    case .albums: [.photos]
    case .comments, .photos, .todos: []
    }
  }

  /// This resource and all whose records may go with one of this.
  var family: [Resource] { [self] + children.flatMap(\.family) }

  /// The name of the resource among tables, for versions.
  var table: String { "\(JSONPlaceholder.identifier)_\(rawValue)" }

  /// The resource whose records are called so in the singular.
  init?(singular: String) {
    guard let resource = Resource.allCases.first(where: { $0.singular == singular }) else { return nil }
    self = resource
  }
}
