import HTTPCore
import JSON

/// `minProperties` and `maxProperties`.
struct MemberCount: ObjectKeyword {
  let bounds: CountBounds

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    let count = object.count
    return bounds.contain(count)
      || evaluation.fail(
        count < bounds.least ? "minProperties" : "maxProperties",
        expected: "must have \(bounds.wording(count, "member"))", found: "has \(count.counting("member"))")
  }
}
