import Testing
import World

@Suite("The usage ledger")
struct UsageLedgerTests {
  private func finding(_ number: Int) -> UsageLedger.Finding {
    UsageLedger.Finding(kind: .unknownRoute, api: "a", operation: "GET /\(number)", location: "", message: "m")
  }

  @Test("counts operations, their statuses and their slowest call")
  func operations() {
    let ledger = UsageLedger()
    let key = UsageLedger.OperationKey("a", "getThing")
    for (status, time) in [(200, 5), (404, 50), (200, 7)] {
      _ = ledger.begin()
      ledger.record(UsageLedger.Call("GET", "/x", status: status, microseconds: Int64(time)), operation: key)
    }
    // A call of the control plane is no request of an app's.
    ledger.record(UsageLedger.Call("GET", "/y", status: 404, microseconds: 1), operation: nil)
    let all = ledger.all
    #expect(all.requestCount == 3)
    #expect(all.operations[key]?.count == 3)
    #expect(all.operations[key]?.statuses == [200: 2, 404: 1])
    #expect(all.operations[key]?.slowestMicroseconds == 50)
  }

  @Test("keeps the slowest calls, the slowest first")
  func slowest() {
    let ledger = UsageLedger()
    for time in (0..<100).map({ ($0 * 37) % 100 }) {
      ledger.record(UsageLedger.Call("GET", "/x", status: 200, microseconds: Int64(time)), operation: nil)
    }
    #expect(ledger.all.slowest.map(\.microseconds) == Array((90...99).reversed()))
  }

  @Test("tells of a finding once, and of the request it came with")
  func findings() {
    let ledger = UsageLedger()
    let numbers = (0..<4).map { _ in ledger.begin() }
    #expect(numbers == [1, 2, 3, 4])
    // What is checked beside the requests is told in any order.
    #expect(ledger.report(finding(1), request: 3))
    #expect(!ledger.report(finding(1), request: 1))
    #expect(!ledger.report(finding(1), request: 2))
    #expect(ledger.report(finding(2), request: 4))
    #expect(ledger.report(finding(3), request: nil))
    #expect(ledger.all.findings.map(\.count) == [3, 1, 1])
    #expect(ledger.all.findings.map(\.firstRequest) == [1, 4, nil])
    var sum = ledger.all
    sum.add(ledger.all)
    #expect(sum.requestCount == 8)
    #expect(sum.findings.map(\.firstRequest) == [1, 4, nil])
    #expect(sum.findings.map(\.world) == [nil, nil, nil])
  }

  @Test("is bounded")
  func bounded() {
    let ledger = UsageLedger()
    for number in 0..<5000 { ledger.report(finding(number), request: number) }
    #expect(ledger.all.findings.count == 1000)
    #expect(ledger.all.slowest.isEmpty)
  }
}
