import HTTPCore
import Synchronization

/// A frame in a journal whose delivery is not known yet.
package final class PendingFrame: MessageReport, Equatable {
  /// Stands for frames that no journal records.
  package static let unrecorded = PendingFrame(nil, place: 0)

  private let journal: Journal?
  private let place: Int
  private let isSettled = Atomic(false)

  /// - Parameters:
  ///   - place: The frame's position among the journal's pending entries.
  init(_ journal: Journal?, place: Int) {
    (self.journal, self.place) = (journal, place)
  }

  deinit {
    settle(.aborted)
  }

  /// Replaces the displayed version of the frame, because a fault changed it or holds it back.
  package func change(to frame: @autoclosure () -> JournalFrame) {
    journal?.changeFrame(place, to: frame())
  }

  package func beginWriting() { journal?.beginWriting() }

  package func endWriting() { journal?.endWriting() }

  package func settle(_ ending: Transmission.Ending) {
    guard let journal, !isSettled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    journal.concludeFrame(place, ending)
  }

  /// Whether they are the same object.
  package static func == (left: PendingFrame, right: PendingFrame) -> Bool { left === right }
}
