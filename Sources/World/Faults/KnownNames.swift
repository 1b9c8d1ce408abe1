import HTTPCore

/// Words that may stand in some place of a control call, and what to say about one that may not.
package struct KnownNames: Sendable {
  private static let maximumLength = 64

  private let names: [String]

  /// The words that may stand there.
  package init(_ names: [String]) {
    self.names = names
  }

  /// The one that was probably meant, nil when none is near.
  package func nearest(to name: String) -> String? {
    guard name.unicodeScalars.count <= Self.maximumLength else { return nil }
    let lowered = name.lowercased()
    let near = names.compactMap { candidate -> (Int, String)? in
      // Two letters that changed places are two edits, and a slip in a word of five.
      let limit = max(1, (min(name.count, candidate.count) + 1) / 3)
      return EditDistance.between(lowered, candidate.lowercased(), limit: limit).map { ($0, candidate) }
    }
    return near.min { $0 < $1 }?.1
  }

  /// "is not known", with the name that was probably meant and all that are known.
  package func refusal(of name: String) -> String {
    let suggestion = nearest(to: name).map { "; did you mean \"\($0)\"?" } ?? ""
    return "is not known\(suggestion); known are \(names.joined(separator: ", "))"
  }
}
