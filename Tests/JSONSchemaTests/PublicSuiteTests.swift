import Foundation
import HTTPCore
import JSON
import JSONSchema
import Testing

/// The cases of the public test suite for draft 2020-12.
///
/// They are not in this repository: `JSON_SCHEMA_TEST_SUITE` names a folder with the suite's required files. Without
/// it the test is skipped.
@Suite("The public suite of JSON Schema")
struct PublicSuiteTests {
  static let folder = ProcessInfo.processInfo.environment["JSON_SCHEMA_TEST_SUITE"]

  @Test(
    "holds for every required file, but for what the validator leaves out",
    .enabled(if: folder != nil, "JSON_SCHEMA_TEST_SUITE does not name the folder of the suite"))
  func requiredFiles() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    #expect(names.count > 40)
    var counts = Counts()
    for name in names.sorted() {
      let groups = try JSONParser.parse(Array(Data(contentsOf: folder.appendingPathComponent(name)))).array ?? []
      counts.files += 1
      for group in groups { check(group, of: String(name.dropLast(5)), &counts) }
    }
    let omissions = SuiteOmission.all.map(\.description).filter { !counts.omissions.contains($0) }
    #expect(omissions.isEmpty, "left out, but not in the suite")
    print(
      "public suite: \(counts.files) files, \(counts.cases) cases, \(counts.passed) passed,",
      "\(counts.leftOut) left out in \(counts.leftOutGroups) groups")
    #expect(counts.passed + counts.leftOut == counts.cases)
  }

  private struct Counts {
    var files = 0
    var cases = 0
    var passed = 0
    var leftOut = 0
    var leftOutGroups = 0
    /// The omissions that applied.
    var omissions: Set<String> = []
  }

  /// Checks the cases of one schema, the fast way and the reporting way.
  private func check(_ group: JSONValue, of file: String, _ counts: inout Counts) {
    let tests = group["tests"]?.array ?? []
    let description = group["description"]?.string ?? ""
    counts.cases += tests.count
    if let omission = SuiteOmission.all.first(where: { $0.file == file && [nil, description].contains($0.group) }) {
      counts.omissions.insert(omission.description)
      counts.leftOut += tests.count
      counts.leftOutGroups += 1
      return
    }
    do throws(SchemaError) {
      let schema = try CompiledSchema(group["schema"] ?? .null)
      for test in tests {
        let (data, isValid) = (test["data"] ?? .null, test["valid"]?.bool)
        let violations = schema.violations(of: data)
        let holds = schema.isValid(data) == isValid && violations.isEmpty == isValid
        counts.passed += holds ? 1 : 0
        #expect(holds, "\(file): \(description): \(test["description"]?.string ?? ""): \(violations)")
      }
    } catch {
      Issue.record("\(file): \(description): \(error)")
    }
  }
}
