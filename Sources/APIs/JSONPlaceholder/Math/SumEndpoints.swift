import Foundation
import HTTPCore
import World

/// The math service: the sum of numbers as a bare JSON number (CONTRACT §4).
///
/// The documented service adds Java doubles, in which 0.1 and 0.2 make 0.30000000000000004. This one adds decimals of
/// 38 digits, so they make 0.3. A sum that needs more digits is rounded to 38 of them and says so in a header.
enum SumEndpoints {
  private static let path = "/math/sum"
  private static let rounded = "X-Mock-Rounded"

  static let all = [
    Endpoint(.get, path, "sum", .open, answer: sum),
    Endpoint(.post, path, "sumByPost", .open, answer: sum),
    Endpoint(.put, path, "sumByPut", .open, answer: sum),
    Endpoint(.patch, path, "sumByPatch", .open, answer: sum),
    Endpoint(.delete, path, "sumByDelete", .open, answer: sum),
  ]

  private static func sum(_ call: Call) throws -> Response {
    var total = Decimal()
    var isExact = true
    for number in try SumArguments(call.request).numbers {
      var (left, right) = (total, number)
      switch NSDecimalAdd(&total, &left, &right, .plain) {
      case .noError: break
      case .lossOfPrecision: isExact = false
      default: throw Problem(.invalidParameter, "the sum is beyond 10^127")
      }
    }
    return Answer.response(
      Array(total.description.utf8), try call.request.query(), headers: isExact ? [:] : [rounded: "38 digits"])
  }
}
