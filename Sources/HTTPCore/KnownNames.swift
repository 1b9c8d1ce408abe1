/// Known names, and error texts for unknown ones.
package struct KnownNames: Sendable {
  private static let maximumLength = 64

  private let names: [String]

  /// Creates a set of known names.
  package init(_ names: some Sequence<String>) {
    self.names = Array(names)
  }

  /// The most similar known name, ignoring case; nil when none is similar. Of equally similar ones, one with the same
  /// letters comes first: swapped letters are the most frequent mistake.
  ///
  /// - Parameters:
  ///   - limit: The largest number of edits, by the lengths of both names. By default a third of the shorter one,
  ///     rounded up: two swapped letters are two edits, and a typing error in a word of five letters.
  package func nearest(
    to name: String, limit: (Int, Int) -> Int = { max(1, (min($0, $1) + 1) / 3) }
  ) -> String? {
    guard name.unicodeScalars.count <= Self.maximumLength else { return nil }
    let lowered = name.lowercased()
    let letters = lowered.sorted()
    let near = names.compactMap { candidate -> (Int, Int, String)? in
      EditDistance.between(lowered, candidate.lowercased(), limit: limit(name.count, candidate.count))
        .map { ($0, candidate.lowercased().sorted() == letters ? 0 : 1, candidate) }
    }
    return near.min { $0 < $1 }?.2
  }

  /// `; did you mean "NAME"?`, to append to an error message; empty when no name is similar.
  package func suggestion(for name: String) -> String {
    nearest(to: name).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// "is not known", with the most similar name and all known names.
  package func refusal(of name: String) -> String {
    "is not known\(suggestion(for: name)); known are \(names.joined(separator: ", "))"
  }
}

/// Levenshtein's distance between two texts: the smallest number of characters to insert, remove or replace.
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
