import HTTPCore

/// Finds the name that was probably meant.
enum NearestName {
  private static let maximumLength = 64

  /// The nearest of the names, nil when none is near.
  static func to(_ name: String, among names: some Sequence<String>) -> String? {
    guard name.count <= maximumLength else { return nil }
    let lowered = name.lowercased()
    let near = names.compactMap { candidate -> (Int, String)? in
      // Two letters that changed places are two edits, and a slip in a word of five.
      let limit = max(1, (min(name.count, candidate.count) + 1) / 3)
      return EditDistance.between(lowered, candidate.lowercased(), limit: limit).map { ($0, candidate) }
    }
    return near.min { $0 < $1 }?.1
  }

  /// "`name` is not documented", and the name that was probably meant.
  static func undocumented(_ name: String, among names: some Sequence<String>) -> String {
    let suggestion = to(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    return "\"\(name.clipped(to: 60))\" is not documented\(suggestion)"
  }
}
