import STOMP

/// An invariant that does not hold.
struct Violation: Error {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// However the bytes of an input are cut, a parser must read the same.
struct ParserExercise {
  let input: Input

  /// - Throws: ``Violation``.
  func run(byteByByte: Bool) throws {
    let whole = try events([input.payload])
    var cuts = input.cuts
    guard try events(pieces(&cuts)) == whole else { throw Violation("cut into pieces it is not the same") }
    guard byteByByte else { return }
    guard try events(input.payload.indices.map { input.payload[$0...$0] }) == whole else {
      throw Violation("byte by byte it is not the same")
    }
  }

  private func pieces(_ cuts: inout Random) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = input.payload
    while !rest.isEmpty {
      let length = 1 + cuts.below(cuts.oneIn(3) ? 64 : 8)
      pieces.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return pieces
  }

  /// What comes out: frames, and the code and place of a failure. How much an excerpt shows may depend on the cuts.
  private enum Outcome: Equatable {
    case frame(ReceivedFrame)
    case failure(Diagnosis.Code, Int)
  }

  private func events(_ pieces: [ArraySlice<UInt8>]) throws -> [Outcome] {
    var parser = FrameParser(limits: input.limits, version: input.version)
    var outcomes: [Outcome] = []
    for piece in pieces {
      parser.append(Array(piece), isText: true)
      try drain(&parser, &outcomes)
      guard parser.bufferedBytes <= parser.limits.maximumFrameBytes else { throw Violation("the buffer grows") }
    }
    parser.endOfMessage()
    try drain(&parser, &outcomes)
    _ = parser.diagnoseUnfinished()
    return outcomes
  }

  private func drain(_ parser: inout FrameParser, _ outcomes: inout [Outcome]) throws {
    while let event = parser.next() {
      switch event {
      case .frame(let frame):
        guard frame.frame.body.count <= parser.limits.maximumBodyBytes else { throw Violation("a body over the limit") }
        outcomes.append(.frame(frame))
      case .failure(let diagnosis):
        outcomes.append(.failure(diagnosis.code, diagnosis.offset))
      }
      guard outcomes.count <= Input.maximumBytes * 4 else { throw Violation("more frames than bytes") }
    }
  }
}
