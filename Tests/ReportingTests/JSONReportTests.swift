import Foundation
import HTTPCore
import JSON
import Reporting
import Testing

@Suite("JSON reports")
struct JSONReportTests {
  private func parsed(_ report: RunReport) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(JSONReport.render(report)))
    return try #require(object as? [String: Any])
  }

  @Test("are written with sorted keys")
  func golden() {
    let report = Samples.report(
      findings: [Samples.violation],
      coverage: Coverage(
        covered: ["agrobridge"], used: Array(Samples.uses.prefix(1)), unused: Array(Samples.unused.prefix(1)),
        minimumPercent: 60),
      slowest: Array(Samples.slowest.prefix(1)))
    let lines = [
      #"{"commandExit":0,"coverage":{"covered":["agrobridge"],"minimumPercent":60,"percent":50,"#,
      #""unused":[{"api":"agrobridge","kind":"operation","method":"DELETE","operationID":"deleteLote","#,
      #""path":"/v1/lotes/{id}","refusedCount":0}],"#,
      #""used":[{"api":"agrobridge","count":12,"kind":"operation","method":"GET","operationID":"listLotes","#,
      #""path":"/v1/lotes","#,
      #""slowestMicroseconds":1204567,"statuses":{"200":10,"404":2}}]},"durationMilliseconds":12045,"#,
      #""exitCode":1,"failOn":["contract-violation","server-error"],"findings":[{"api":"agrobridge","#,
      #""count":3,"firstRequest":4,"firstWorld":null,"kind":"contract-violation","location":"body /nombe","#,
      #""message":"no such field, “nombre” may be meant","operation":"POST /v1/lotes","otherOperations":[]}],"#,
      #""reasons":["1 contract violation","coverage 50% is below 60%"],"requestCount":16,"#,
      #""slowest":[{"method":"POST","microseconds":8040,"path":"/v1/lotes","status":201}],"#,
      #""startedAt":"2031-03-02T09:14:05Z","title":"swift test","verdict":"failed"}"#,
    ]
    #expect(String(decoding: JSONReport.render(report), as: UTF8.self) == lines.joined() + "\n")
  }

  @Test("are read by another parser, null where nothing is known")
  func optionals() throws {
    let finding = Samples.finding(.unusedFault, count: 0)
    let document = try parsed(Samples.report(exit: nil, findings: [finding]))
    #expect(document["commandExit"] is NSNull)
    #expect((document["coverage"] as? [String: Any])?["minimumPercent"] is NSNull)
    let first = try #require((document["findings"] as? [[String: Any]])?.first)
    #expect(first["operation"] is NSNull)
    #expect(first["firstRequest"] is NSNull)
    #expect(first["firstWorld"] is NSNull)
    #expect(document["verdict"] as? String == "passed")
    #expect(document["reasons"] as? [String] == [])
  }

  @Test("hold every finding and every unused operation")
  func complete() throws {
    let findings = (1...10_000).map { (number: Int) in
      Samples.finding(.contractViolation, message: "\(number)", firstRequest: number)
    }
    let report = Samples.report(findings: findings, coverage: Samples.coverage(used: 1, of: 3_001, minimum: nil))
    let document = try parsed(report)
    let read = try #require(document["findings"] as? [[String: Any]])
    #expect(read.map { $0["message"] as? String } == findings.map(\.message))
    let coverage = try #require(document["coverage"] as? [String: Any])
    #expect((coverage["unused"] as? [Any])?.count == 3_000)
  }

  @Test("hold the coverage as the exact double", arguments: [(1, 3_001), (2, 3), (0, 7), (7, 7), (3, 8)])
  func percent(used: Int, total: Int) throws {
    let report = Samples.report(coverage: Samples.coverage(used: used, of: total, minimum: nil))
    let own = try JSONParser.parse(JSONReport.render(report))["coverage"]?["percent"]?.number
    #expect(own?.double == report.coverage.percent)
    // Foundation on Linux reads fractions by way of a decimal, and may miss the nearest double.
    let read = try #require((parsed(report)["coverage"] as? [String: Any])?["percent"] as? Double)
    #expect(abs(read - report.coverage.percent) < 1e-12)
  }

  @Test("keep hostile texts as they are", arguments: JUnitEscapingTests.texts.map(\.0))
  func hostile(text: String) throws {
    let report = Samples.report(title: text, findings: [Samples.finding(.serverError, message: text)])
    let value = try JSONParser.parse(JSONReport.render(report))
    #expect(value["title"] == .string(text))
    #expect(value["findings"]?.array?.first?["message"] == .string(text))
    #expect(try parsed(report)["title"] as? String == text)
  }

  @Test("of an empty run have every key, and the verdicts those of the report", arguments: VerdictTests.rows)
  func verdicts(row: VerdictTests.Row) throws {
    let document = try parsed(row.report)
    #expect(document["verdict"] as? String == row.report.verdict.rawValue)
    #expect(document["reasons"] as? [String] == row.reasons)
    #expect(document["exitCode"] as? Int == Int(row.exitCode))
    #expect(Set(document.keys) == Set(try parsed(Samples.empty).keys))
    #expect(document.count == 12)
  }
}
