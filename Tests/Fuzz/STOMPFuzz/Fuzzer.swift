import Foundation

/// Tries inputs one after the other.
struct Fuzzer {
  /// An input that takes longer than this is a hang.
  private static let hangSeconds: UInt32 = 20
  /// The largest input that goes into the corpus.
  private static let maximumCorpusBytes = 400

  private let options: FuzzOptions
  private var generator: Generator
  private var features: Set<Int> = []
  private let descriptor: Int32

  init(_ options: FuzzOptions) throws {
    self.options = options
    let files = try options.corpus.map { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".bin") }.sorted()
        .map { "\(folder)/\($0)" }
    }
    let inputs = try (files ?? []).map { Input([UInt8](try Data(contentsOf: URL(fileURLWithPath: $0)))).bytes }
    generator = Generator(seed: options.seed, pool: inputs)
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: options.current).deletingLastPathComponent(), withIntermediateDirectories: true)
    descriptor = open(options.current, O_RDWR | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw FuzzOptions.UsageError(description: "cannot write \(options.current)") }
    for bytes in inputs { try seed(Input(bytes)) }
  }

  private mutating func seed(_ input: Input) throws {
    guard try attempt(input, byteByByte: true) else {
      throw FuzzOptions.UsageError(description: "an input of the corpus fails; it is in \(options.current)")
    }
  }

  /// - Returns: whether all promises held.
  mutating func run() throws -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    for iteration in 0..<options.iterations {
      if iteration & 0xFFF == 0 { alarm(Self.hangSeconds) }
      let input = generator.next()
      guard try attempt(input, byteByByte: iteration & 7 == 0) else { return false }
      if iteration > 0, iteration % 1_000_000 == 0 { report(iteration, clock.now - start) }
    }
    alarm(0)
    report(options.iterations, clock.now - start)
    unlink(options.current)
    return true
  }

  /// Tries one input.
  ///
  /// - Returns: whether all promises held.
  private mutating func attempt(_ input: Input, byteByByte: Bool) throws -> Bool {
    keep(input)
    var session = SessionExercise(input)
    do {
      try ParserExercise(input: input).run(byteByByte: byteByByte)
      try session.run()
    } catch let violation as Violation {
      print("\(violation.text); the input is in \(options.current)")
      return false
    }
    let known = features.count
    let isNews = session.features.contains { $0 < 1 << 40 && !features.contains($0) }
    features.formUnion(session.features)
    if features.count > known { generator.keep(input) }
    if isNews, options.grows { try store(input) }
    return true
  }

  /// Writes the input where it stays when trying it does not come to an end.
  private func keep(_ input: Input) {
    input.bytes.withUnsafeBytes { bytes in
      _ = pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
      _ = ftruncate(descriptor, off_t(bytes.count))
    }
  }

  private func store(_ input: Input) throws {
    guard let folder = options.corpus, input.bytes.count <= Self.maximumCorpusBytes else { return }
    let hash = String(decoding: input.bytes.map { 0x61 + $0 & 0x0F }, as: UTF8.self).hashed
    try Data(input.bytes).write(to: URL(fileURLWithPath: "\(folder)/found-\(String(hash, radix: 16)).bin"))
  }

  private func report(_ count: Int, _ time: Duration) {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let rate = seconds > 0 ? Int(Double(count) / seconds) : 0
    print(
      "\(count) inputs in \(Int(seconds)) s, \(rate) inputs/s, \(features.count) features, seed \(options.seed)")
    fflush(nil)
  }
}
