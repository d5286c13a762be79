/// Releases the names that are no longer used by a screen, a page, a waiting call or an event
/// (decision 0179).
///
/// Also removes the oldest events if the names that they use exceed a limit. Call it only while no
/// operation or callback is running. Cost: O(retained events and pages).
struct NameRelease {
  let engine: NavigationEngine
  private var state: NavigationState { engine.state }

  init(engine: NavigationEngine) { self.engine = engine }

  /// Releases the unused names before a call runs.
  ///
  /// - Parameter call: The call that is about to run. Its names are kept.
  @inline(never)
  func run(besides call: borrowing OperationCall) {
    releaseNames { used in mark(call, &used) }
  }

  /// Releases the unused names when no call is about to run.
  func run() { releaseNames { _ in } }

  private func releaseNames(_ markOthers: (inout ContiguousArray<Bool>) -> Void) {
    // Snapshots retain copies of the state whose names are not marked, so none can be released.
    guard !engine.history.hasKeepers else { return engine.symbols.postponeRelease() }
    repeat {
      var used = ContiguousArray(repeating: false, count: engine.symbols.count)
      markOthers(&used)
      markWaiting(&used)
      markState(&used)
      for sequence in engine.eventLog.readable {
        used[Int(engine.eventLog.record(at: sequence).name.rawValue)] = true
      }
      for entry in engine.leakWatch.entries { used[Int(entry.name.rawValue)] = true }
      engine.symbols.release(used)
    } while engine.symbols.passingBytes > Self.maxPassingBytes
      && engine.eventLog.release(keepingHalfOver: 1) > 0
  }

  /// The maximum number of bytes of temporary names that events may retain.
  private static var maxPassingBytes: Int { 2 << 20 }

  private func markWaiting(_ used: inout ContiguousArray<Bool>) {
    engine.queue.forEachCall { mark($0, &used) }
    engine.runner.forEachCall { mark($0, &used) }
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
