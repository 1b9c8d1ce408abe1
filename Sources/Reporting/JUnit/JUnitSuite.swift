/// A suite of test cases as JUnit's readers know it.
struct JUnitSuite {
  /// One test case and how it ended.
  struct Case {
    let className: String
    let name: String
    let microseconds: Int
    let outcome: Outcome
  }

  enum Outcome {
    /// It passed; the text, if any, is its output.
    case passed(output: String?)
    /// It failed, with a line for lists and a text for whoever opens it.
    case failed(type: String, message: String, details: String)
    /// It was not run.
    case skipped(message: String)
  }

  let name: String
  let microseconds: Int
  let cases: [Case]

  /// The suite with every case under a name of its own.
  ///
  /// Readers tell cases apart by class and name, and some drop the second of a pair; later ones get a number.
  init(name: String, microseconds: Int, cases: [Case]) {
    self.name = name
    self.microseconds = microseconds
    var taken: Set<[String]> = []
    var counts: [[String]: Int] = [:]
    self.cases = cases.map { original in
      var name = original.name
      while !taken.insert([original.className, name]).inserted {
        counts[[original.className, original.name], default: 1] += 1
        name = "\(original.name) (\(counts[[original.className, original.name], default: 1]))"
      }
      return Case(
        className: original.className, name: name, microseconds: original.microseconds, outcome: original.outcome)
    }
  }

  /// How many cases failed.
  var failures: Int {
    cases.count { if case .failed = $0.outcome { true } else { false } }
  }

  /// How many cases were skipped.
  var skipped: Int {
    cases.count { if case .skipped = $0.outcome { true } else { false } }
  }
}
