import HTTPCore
import JSON

/// The whole report as JSON: nothing is truncated, and the verdict is next to its reasons.
package enum JSONReport {
  /// The document in UTF-8 on one line, keys sorted: equal reports are the same bytes.
  package static func render(_ report: RunReport) -> [UInt8] {
    JSONWriter.serialize(document(report)) + "\n".utf8
  }

  private static func document(_ report: RunReport) -> JSONValue {
    [
      "title": .string(report.title),
      "startedAt": .string(report.startedAt),
      "durationMilliseconds": number(report.durationMilliseconds),
      "commandExit": optional(report.commandExit.map(Int.init)),
      "exitCode": number(Int(report.exitCode)),
      "verdict": .string(report.verdict.rawValue),
      "reasons": .array(report.reasons.map(JSONValue.string)),
      "failOn": .array(Finding.Kind.allCases.filter(report.failOn.contains).map { .string($0.rawValue) }),
      "findings": .array(report.findings.map(finding)),
      "coverage": coverage(report.coverage),
      "slowest": .array(report.slowest.map(slowCall)),
      "requestCount": number(report.requestCount),
    ]
  }

  private static func finding(_ finding: Finding) -> JSONValue {
    [
      "kind": .string(finding.kind.rawValue),
      "api": .string(finding.api),
      "operation": finding.operation.map(JSONValue.string) ?? .null,
      "otherOperations": .array(finding.otherOperations.map(JSONValue.string)),
      "location": .string(finding.location),
      "message": .string(finding.message),
      "count": number(finding.count),
      "firstRequest": optional(finding.firstRequest),
      "firstWorld": finding.firstWorld.map(JSONValue.string) ?? .null,
    ]
  }

  private static func coverage(_ coverage: Coverage) -> JSONValue {
    [
      "covered": .array(coverage.covered.map(JSONValue.string)),
      "used": .array(coverage.used.map(used)),
      "unused": .array(coverage.unused.map(unused)),
      "minimumPercent": optional(coverage.minimumPercent),
      "percent": JSONNumber(coverage.percent, omittingZeroFraction: true).map(JSONValue.number) ?? .null,
    ]
  }

  private static func used(_ use: OperationUse) -> JSONValue {
    let statuses = use.statuses.sorted { $0.key < $1.key }
    return [
      "api": .string(use.api),
      "operationID": .string(use.operationID),
      "method": .string(use.method),
      "path": .string(use.path),
      "kind": .string(kind(isMessage: use.isMessage)),
      "count": number(use.count),
      "statuses": .object(JSONObject(statuses.map { (String($0.key), number($0.value)) })),
      "slowestMicroseconds": number(use.slowestMicroseconds),
    ]
  }

  private static func unused(_ operation: UnusedOperation) -> JSONValue {
    var object: JSONObject = [
      "api": .string(operation.api),
      "operationID": .string(operation.operationID),
      "method": .string(operation.method),
      "path": .string(operation.path),
      "kind": .string(kind(isMessage: operation.isMessage)),
      "refusedCount": number(operation.refusedCount),
    ]
    if let reason = operation.reason { object["reason"] = .string(reason) }
    return .object(object)
  }

  private static func kind(isMessage: Bool) -> String { isMessage ? "message" : "operation" }

  private static func slowCall(_ call: SlowCall) -> JSONValue {
    [
      "method": .string(call.method),
      "path": .string(call.path),
      "status": number(call.status),
      "microseconds": number(call.microseconds),
    ]
  }

  private static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  private static func optional(_ value: Int?) -> JSONValue { value.map(number) ?? .null }
}

/// Decimal fractions with a point whatever the locale, and without the rounding of a double.
enum FixedPoint {
  /// `value` units of 10^-`decimals`: 1234 with 3 decimals is "1.234". A negative value, which a monotonic clock never
  /// gives, is written as zero.
  static func text(_ value: Int, decimals: Int) -> String {
    let digits = String(max(value, 0))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
