import HTTPCore
import Synchronization

/// The beginnings of long contents that many answers share: such a list is cut once and not for each answer.
final class CutContents: Sendable {
  private struct Cut {
    weak var original: ContentBuffer?
    let beginning: ContentBuffer
  }

  /// As many are remembered.
  private static let capacity = 16

  private let length: Int
  private let cuts = Mutex<[ObjectIdentifier: Cut]>([:])

  /// - Parameters:
  ///   - length: How many octets of a content are kept.
  init(length: Int) {
    self.length = length
  }

  /// The beginning of a content that is longer than what is kept.
  func beginning(of content: Response.Content) -> Response.Content {
    switch content {
    case .empty, .stream: content
    case .bytes(let bytes): .bytes(Array(bytes.prefix(length)))
    case .shared(let buffer): .shared(beginning(of: buffer))
    }
  }

  private func beginning(of buffer: ContentBuffer) -> ContentBuffer {
    let key = ObjectIdentifier(buffer)
    return cuts.withLock { cuts in
      // The address of a buffer that is gone may be another's by now.
      if let cut = cuts[key], cut.original === buffer { return cut.beginning }
      if cuts.count >= Self.capacity { cuts.removeAll() }
      let beginning = ContentBuffer(buffer.withBytes { Array($0.prefix(length)) })
      cuts[key] = Cut(original: buffer, beginning: beginning)
      return beginning
    }
  }
}
