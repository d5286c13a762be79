internal import SignalboxScenarios
internal import SignalboxScripting

/// One run of several by the same command.
struct TestRound {
  /// What came of it.
  struct Result {
    var code: ExitCode
    /// What was run; `nil` where it did not come to that.
    let run: (plan: FlowPlan, summary: FlowSummary)?

    init(_ code: ExitCode) {
      self.code = code
      run = nil
    }

    init(_ code: ExitCode, _ plan: FlowPlan, _ summary: FlowSummary) {
      self.code = code
      run = (plan, summary)
    }
  }

  /// When the reports are written.
  enum Telling {
    case asItGoes
    /// By whoever runs the rounds, once it is known whether this one is worth it.
    case atItsEnd
  }

  /// The files that it is about; `nil` for all.
  var files: Set<String>?
  /// The flows that it is about, by their whole names; `nil` for all.
  var ids: Set<String>?
  /// Counts from 0; added to the seed, so that no two rounds have one order.
  var number: UInt64 = 0
  var isTold = Telling.asItGoes

  func selects(_ flow: FlowDescription) -> Bool {
    files?.contains(flow.file) ?? true && ids?.contains(flow.id) ?? true
  }
}

/// The files of flows as they were when they were read, kept from one round to the next.
final class FlowShelf {
  /// What each file has, by path.
  private var known: [String: FoundFlows] = [:]

  /// Forgets files, because they, or what they use, have changed.
  func forget(_ paths: Set<String>) {
    for path in paths { known[path] = nil }
  }

  /// Reads the files that are not known yet and gives what all of them have. What does not load is
  /// told where the round is about it.
  func find(
    _ paths: [String], _ round: TestRound,
    searching search: ([String]) throws(ScriptError) -> FoundFlows
  ) throws(ScriptError) -> FoundFlows {
    let unknown = paths.filter { known[$0] == nil }
    let new = try search(unknown)
    let flows = Dictionary(grouping: new.flows, by: \.file)
    for path in unknown {
      var one = FoundFlows()
      one.flows = flows[path] ?? []
      one.files[path] = new.files[path]
      one.unloaded = new.unloaded.filter { $0.path == path }
      known[path] = one
    }
    var found = FoundFlows()
    for path in paths {
      guard let one = known[path] else { continue }
      found.flows += one.flows
      found.files[path] = one.files[path]
      if round.files?.contains(path) ?? (round.ids == nil) { found.unloaded += one.unloaded }
    }
    return found
  }
}
