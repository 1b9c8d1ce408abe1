import Dispatch
import HTTPCore
import Synchronization
import Testing

@Suite("The beginning of content")
struct BodyBufferTests {
  private let bytes = (0..<100).map { UInt8($0) }

  @Test("is made once and shared, whoever asks first")
  func sharing() {
    let buffer = BodyBuffer(bytes)
    let first = Mutex<[ObjectIdentifier]>([])
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      let beginning = buffer.beginning(10)
      first.withLock { $0.append(ObjectIdentifier(beginning)) }
    }
    #expect(Set(first.withLock { $0 }).count == 1)
    #expect(buffer.beginning(10).bytes == Array(bytes.prefix(10)))
  }

  @Test("is right for another length too")
  func otherLength() {
    let buffer = BodyBuffer(bytes)
    for length in [10, 20, 0, 10, 99] { #expect(buffer.beginning(length).bytes == Array(bytes.prefix(length))) }
  }

  @Test("is the buffer itself when that is no longer", arguments: [100, 101, Int.max])
  func whole(length: Int) {
    let buffer = BodyBuffer(bytes)
    #expect(buffer.beginning(length) === buffer)
  }

  @Test("of bytes and of nothing")
  func kinds() {
    #expect(Response.Content.bytes(bytes).beginning(3).bytes == [0, 1, 2])
    #expect(Response.Content.shared(BodyBuffer(bytes)).beginning(3).bytes == [0, 1, 2])
    #expect(Response.Content.empty.beginning(3).bytes.isEmpty)
  }
}
