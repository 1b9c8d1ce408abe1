import Synchronization

extension Store {
  /// Sets the observer of commits that changed what is ``followed``. It is called for one commit after the other, in their order,
  /// on the thread that wrote, when the database is free again. Only the first call has an effect.
  ///
  /// - Parameters:
  ///   - observer: It must not use the store; other writers wait for it.
  package func observeCommits(_ observer: @escaping @Sendable (StoreCommit) -> Void) {
    _ = observers.storeIfNil(CommitObserver(observer))
  }

  /// Collects the changes that a turn has committed, in that turn.
  func commit(in statements: CompiledStatements) -> Commit? {
    guard !statements.log.isEmpty, !statements.isInTransaction else { return nil }
    guard let observer = observers.load() else {
      statements.log.clear()
      return nil
    }
    guard let commit = statements.log.takeCommit(statements, versions) else { return nil }
    return Commit(commit: commit, place: announcements.place(), observer: observer)
  }

  /// A commit to report after its turn.
  struct Commit {
    let commit: StoreCommit
    let place: Int
    let observer: CommitObserver
  }

  /// Reports a commit after the ones before it.
  func announce(_ commit: Commit?) {
    guard let commit else { return }
    announcements.announce(commit.place) { commit.observer.report(commit.commit) }
  }
}

/// The observer of commits.
final class CommitObserver: Sendable {
  let report: @Sendable (StoreCommit) -> Void

  init(_ report: @escaping @Sendable (StoreCommit) -> Void) { self.report = report }
}
