/// The names of the query parameters of json-server's query language in an API; all others are filters.
package struct ListParameters: Sendable {
  let search: String
  let sort: String
  let order: String
  let start: String
  let end: String
  let limit: String
  let page: String
  let perPage: String
  let embed: String
  let expand: String
  /// These names, and those of parameters that say nothing about the list.
  let all: Set<String>

  /// Names that begin with an underscore but for that of the search.
  ///
  /// - Parameters:
  ///   - others: The names of parameters that say nothing about the list.
  package init(search: String, others: [String]) {
    (self.search, sort, order, start, end) = (search, "_sort", "_order", "_start", "_end")
    (limit, page, perPage, embed, expand) = ("_limit", "_page", "_per_page", "_embed", "_expand")
    all = Set([search, sort, order, start, end, limit, page, perPage, embed, expand] + others)
  }
}
