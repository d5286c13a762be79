/// Releases the names that no screen, page, waiting call or event uses (decision 0179).
///
/// If the names used by events exceed a limit, the oldest events are removed as well. The methods
/// must not be called while an operation or a callback is running. Cost: O(names + retained events
/// + state + history).
struct NameRelease {
  let engine: NavigationEngine
  private var state: NavigationState { engine.state }

  init(engine: NavigationEngine) { self.engine = engine }

  /// Releases the unused names before a call runs.
  ///
  /// - Parameter call: The call that is about to run. The names in the call are kept.
  @inline(never)
  func run(besides call: borrowing OperationCall) {
    releaseNames { used in mark(call, &used) }
  }

  /// Releases the unused names while no call is about to run.
  func run() { releaseNames { _ in } }

  private func releaseNames(_ markOthers: (inout ContiguousArray<Bool>) -> Void) {
    // Names in the state copies of retained snapshots are not marked, so no name can be released
    // while such snapshots exist.
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

  /// The maximum size of the temporary names that events may retain, in bytes.
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
