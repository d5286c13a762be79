internal import DequeModule

/// Taking back names that only passed through (decision 0179).
extension NavigationEngine {
  /// Takes back the names that nothing has any more: no screen, no page, no call that waits, no event.
  ///
  /// Events whose names take more than a bound go with them, the oldest first. Only for moments when
  /// nothing runs; `call` is about to. Cost: O(events and pages that are kept).
  @inline(never)
  func releaseNames(besides call: borrowing OperationCall) {
    releaseNames { used in mark(call, &used) }
  }

  /// The same where no call is about to run; does nothing while an operation or a callback runs.
  package func releaseUnusedNames() {
    guard !isInCallback, !running.isApplying else { return }
    releaseNames { _ in }
  }

  private func releaseNames(_ markOthers: (inout ContiguousArray<Bool>) -> Void) {
    // Copies of the state that snapshots hold are not looked through.
    guard !history.hasKeepers else { return symbols.postponeRelease() }
    repeat {
      var used = ContiguousArray(repeating: false, count: symbols.count)
      markOthers(&used)
      markWaiting(&used)
      markState(&used)
      for sequence in eventLog.readable {
        used[Int(eventLog.record(at: sequence).name.rawValue)] = true
      }
      for entry in leakWatch.entries { used[Int(entry.name.rawValue)] = true }
      symbols.release(used)
    } while symbols.passingBytes > Self.mostPassingBytes
      && eventLog.release(keepingHalfOver: 1) > 0
  }

  /// So many bytes of names that only passed through are kept for events.
  private static var mostPassingBytes: Int { 2 << 20 }

  private func markWaiting(_ used: inout ContiguousArray<Bool>) {
    for queued in queue { mark(queued.call, &used) }
    for queued in running.redirection { mark(queued.call, &used) }
    for link in pendingLinks { mark(link, &used) }
    for recording in recordings {
      for step in recording.steps { mark(step.call, &used) }
    }
    if let call = running.call { mark(call, &used) }
    if let inFlight { mark(inFlight.call, &used) }
    if let openSwipe { mark(openSwipe.call, &used) }
  }

  private func markState(_ used: inout ContiguousArray<Bool>) {
    state.screens.forEachKept { used[Int($0.name.rawValue)] = true }
    state.arguments.forEachKept { record in
      if let origin = record.origin { used[Int(origin.route.rawValue)] = true }
    }
    state.pages.forEachKept { page in
      for symbol in [page.id, page.title, page.icon, page.selectedTitle, page.selectedIcon] {
        used[Int(symbol.rawValue)] = true
      }
    }
  }

  private func mark(_ call: borrowing OperationCall, _ used: inout ContiguousArray<Bool>) {
    used[Int(call.name.rawValue)] = true
    used[Int(call.options.current.rawValue)] = true
    for step in call.steps { mark(step.call, &used) }
  }
}
