/// Work that is running, or that has completed without its result being delivered.
package struct OpenWork {
  package let id: WorkID
  /// The coordinator that the work belongs to. The work is cancelled when the coordinator finishes.
  package let owner: CoordinatorID?
  private let entry: WorkList.Entry

  init(id: WorkID, owner: CoordinatorID?, entry: WorkList.Entry) {
    (self.id, self.owner, self.entry) = (id, owner, entry)
  }

  /// The number of the work item, counted by its engine from 1.
  package var number: Int { id.number }

  /// The results with which a client can end the work. Work that returns a value succeeds only by
  /// itself.
  package var endings: [WorkEnd] {
    WorkEnd.allCases.filter { $0 != .success || entry.work?.canReturn(()) == true }
  }

  /// Stores a result for ``NavigationEngine/takeInWork()`` and cancels the task that runs the work.
  ///
  /// - Returns: `false`, without a change, if the work cannot end in this way.
  package func end(with end: WorkEnd) -> Bool {
    guard let work = entry.work, work.end(with: end.result) else { return false }
    entry.cancel()
    return true
  }
}

/// A result with which a client ends asynchronous work.
package enum WorkEnd: String, CaseIterable, Sendable {
  /// The work returns. Only work that returns no value can end in this way.
  case success
  /// The work throws a ``ClientWorkFailure``.
  case failure
  /// The work throws a `CancellationError`.
  case cancellation

  fileprivate var result: Result<any Sendable, any Error> {
    switch self {
    case .success: .success(())
    case .failure: .failure(ClientWorkFailure())
    case .cancellation: .failure(CancellationError())
    }
  }
}

/// The error of asynchronous work that a client has ended with a failure.
package struct ClientWorkFailure: Error, CustomStringConvertible {
  package let description = "the work was ended with a failure"
}
