/// `minLength` and `maxLength`, in Unicode code points.
struct Length: StringKeyword {
  let bounds: CountBounds

  func allows(_ string: String, _ evaluation: Evaluation) -> Bool {
    // A code point has one byte at least and four at most, which often is enough to know.
    let size = string.utf8.count
    if size <= bounds.most, size / 4 >= bounds.least { return true }
    // All bytes but the continuations begin a code point.
    let length = string.utf8.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
    return bounds.contain(length)
      || evaluation.fail(
        length < bounds.least ? "minLength" : "maxLength",
        expected: "must have \(bounds.wording(length, "character"))", found: "has \(length)")
  }
}
