/// The names that may stand in some place, and what to say about one that may not.
package struct KnownNames: Sendable {
  private static let maximumLength = 64

  private let names: [String]

  /// The names that may stand there.
  package init(_ names: some Sequence<String>) {
    self.names = Array(names)
  }

  /// The name that was probably meant, whatever the case of its letters; nil when none is near.
  ///
  /// - Parameters:
  ///   - limit: The edits that are still a slip, by the lengths of the name given and of the one that may have been
  ///     meant. By default a third of the shorter one, rounded up: two letters that changed places are two edits, and a
  ///     slip in a word of five.
  package func nearest(
    to name: String, limit: (Int, Int) -> Int = { max(1, (min($0, $1) + 1) / 3) }
  ) -> String? {
    guard name.unicodeScalars.count <= Self.maximumLength else { return nil }
    let lowered = name.lowercased()
    let near = names.compactMap { candidate -> (Int, String)? in
      EditDistance.between(lowered, candidate.lowercased(), limit: limit(name.count, candidate.count))
        .map { ($0, candidate) }
    }
    return near.min { $0 < $1 }?.1
  }

  /// `; did you mean "NAME"?`, to be put behind a refusal; empty when no name is near.
  package func suggestion(for name: String) -> String {
    nearest(to: name).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// "is not known", with the name that was probably meant and all that are known.
  package func refusal(of name: String) -> String {
    "is not known\(suggestion(for: name)); known are \(names.joined(separator: ", "))"
  }
}

/// Levenshtein's distance between two texts: the least number of characters to insert, remove or replace.
package enum EditDistance {
  /// The distance, or nil when it exceeds `limit`. Time and memory are bounded by the lengths, which the
  /// caller bounds.
  package static func between(_ left: String, _ right: String, limit: Int) -> Int? {
    let (short, long) = left.count < right.count ? (Array(left), Array(right)) : (Array(right), Array(left))
    guard long.count - short.count <= limit else { return nil }
    var row = Array(0...short.count)
    for (lineIndex, character) in long.enumerated() {
      var diagonal = row[0]
      row[0] = lineIndex + 1
      for column in short.indices {
        let substituted = diagonal + (short[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    return row[short.count] <= limit ? row[short.count] : nil
  }
}
