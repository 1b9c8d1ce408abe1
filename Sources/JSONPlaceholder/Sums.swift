import HTTPCore
import JSON
import World

/// The math service: the sum of numbers as a bare JSON number (CONTRACT §4).
///
/// The documented service adds Java doubles, in which 0.1 and 0.2 make 0.30000000000000004. This one adds decimals, and
/// exactly, so they make 0.3.
enum SumEndpoints {
  private static let path = "/math/sum"

  static let all = [
    Endpoint(.get, path, "sum", .open, answer: sum),
    Endpoint(.post, path, "sumByPost", .open, answer: sum),
    Endpoint(.put, path, "sumByPut", .open, answer: sum),
    Endpoint(.patch, path, "sumByPatch", .open, answer: sum),
    Endpoint(.delete, path, "sumByDelete", .open, answer: sum),
  ]

  private static func sum(_ call: Call) throws -> Response {
    var sum = DecimalSum()
    for argument in try SumArguments(call.request).arguments {
      guard sum.add(try argument.number()) else { throw argument.refusal("has digits beyond 10^400 or 10^-400") }
    }
    return ResponseForm.response(Array(sum.text.utf8), try call.request.query())
  }
}
