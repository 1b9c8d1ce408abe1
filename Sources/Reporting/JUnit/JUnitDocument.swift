/// Suites of test cases as a JUnit XML file that Jenkins' `junit-10.xsd` (jenkinsci/xunit-plugin) admits. The counts are those of the cases that are written.
enum JUnitDocument {
  /// The document in UTF-8, an element a line, times in seconds.
  static func render(_ suites: [JUnitSuite], title: String, startedAt: String, milliseconds: Int) -> [UInt8] {
    var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites".utf8)
    bytes.appendXMLAttribute("name", title)
    // Jenkins' schema (junit-10.xsd) has no "skipped" here.
    bytes.appendCounts(of: suites)
    bytes.appendXMLAttribute("time", FixedPoint.text(milliseconds, decimals: 3))
    bytes.append(contentsOf: ">\n".utf8)
    for suite in suites {
      bytes.append(contentsOf: "  <testsuite".utf8)
      bytes.appendXMLAttribute("name", suite.name)
      bytes.appendCounts(of: [suite])
      bytes.appendXMLAttribute("skipped", String(suite.skipped))
      bytes.appendXMLAttribute("time", FixedPoint.text(suite.microseconds, decimals: 6))
      bytes.appendXMLAttribute("timestamp", startedAt)
      bytes.append(contentsOf: ">\n".utf8)
      for testCase in suite.cases {
        bytes.append(testCase)
      }
      bytes.append(contentsOf: "  </testsuite>\n".utf8)
    }
    bytes.append(contentsOf: "</testsuites>\n".utf8)
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func appendCounts(of suites: [JUnitSuite]) {
    appendXMLAttribute("tests", String(suites.reduce(0) { $0 + $1.cases.count }))
    appendXMLAttribute("failures", String(suites.reduce(0) { $0 + $1.failures }))
    appendXMLAttribute("errors", "0")
  }

  fileprivate mutating func append(_ testCase: JUnitSuite.Case) {
    append(contentsOf: "    <testcase".utf8)
    appendXMLAttribute("classname", testCase.className)
    appendXMLAttribute("name", testCase.name)
    appendXMLAttribute("time", FixedPoint.text(testCase.microseconds, decimals: 6))
    switch testCase.outcome {
    case .passed(output: nil):
      append(contentsOf: "/>\n".utf8)
      return
    case .passed(let output?):
      append(contentsOf: ">\n      <system-out>".utf8)
      appendXMLText(output)
      append(contentsOf: "</system-out>\n".utf8)
    case .failed(let type, let message, let details):
      append(contentsOf: ">\n      <failure".utf8)
      appendXMLAttribute("type", type)
      appendXMLAttribute("message", message)
      append(contentsOf: ">".utf8)
      appendXMLText(details)
      append(contentsOf: "</failure>\n".utf8)
    case .skipped(let message):
      append(contentsOf: ">\n      <skipped".utf8)
      appendXMLAttribute("message", message)
      append(contentsOf: "/>\n".utf8)
    }
    append(contentsOf: "    </testcase>\n".utf8)
  }
}
