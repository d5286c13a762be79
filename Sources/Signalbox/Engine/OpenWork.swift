/// Asynchronous work that is running or whose result has not been delivered yet. The work belongs
/// to an engine or to the remote application that the engine mirrors.
package struct OpenWork {
  package let id: WorkID
  /// The coordinator that the work belongs to. The work is cancelled when the coordinator finishes.
  package let owner: CoordinatorID?
  /// The results with which a client can end the work. A client cannot end work with `success` if
  /// the work returns a value.
  package let possibleResults: [ClientWorkResult]

  init(id: WorkID, owner: CoordinatorID?, _ possibleResults: [ClientWorkResult]) {
    (self.id, self.owner, self.possibleResults) = (id, owner, possibleResults)
  }

  /// The number of the work item, counted by its engine from 1.
  package var number: Int { id.number }

  /// Ends the work with a result, cancels the task that runs it, and delivers the result. If the
  /// work belongs to a remote application, the application ends it.
  ///
  /// - Parameters:
  ///   - result: One of ``possibleResults``.
  ///   - engine: The engine that returned this work.
  /// - Throws: `unreachable` if the remote application cannot be reached or rejects the request.
  package func end(
    with result: ClientWorkResult, in engine: NavigationEngine
  ) throws(NavigationError) {
    if engine.mirror != nil {
      try engine.relay?.endWork(number, with: result)
    } else {
      engine.works.end(id, with: result)
      engine.takeInWork()
    }
  }
}
