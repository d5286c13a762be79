@testable import Signalbox

/// Performs the commands of one sequence with an engine and the model in parallel, and stops at the
/// first fault.
final class SequenceRun {
  let environment: TestEnvironment
  private let commands: [RandomCommand]
  private var next = 0
  private var events = EventCheck()
  private(set) var fault: String?
  /// The performed commands, for printing.
  private(set) var entries: [ScriptEntry] = []
  /// The submitted operations that have not settled, in order.
  private var waiting: [(entry: Int, command: ConcreteCommand)] = []
  private var cancelled: [(entry: Int, outcome: Outcome)] = []

  init(_ sequence: RandomSequence) {
    environment = TestEnvironment(sequence.plan)
    commands = sequence.commands
  }

  /// Returns the first fault, or `nil` if there is none.
  static func fault(of sequence: RandomSequence) -> String? {
    let run = SequenceRun(sequence)
    run.run()
    return run.fault
  }

  func run() {
    let outcome = environment.system.launch()
    let prediction = environment.expectLaunch()
    compare(outcome, prediction, "launch")
    checkRest("launch")
    while next < commands.count, fault == nil { submitNext(.outside, within: nil) }
  }

  private func report(_ text: @autoclosure () -> String) {
    if fault == nil { fault = text() }
  }

  // MARK: - Submitting

  private func submitNext(_ timing: RandomCommand.Timing, within parent: Int?) {
    let command = commands[next]
    next += 1
    guard var concrete = CommandKind.all[command.kind].make(command, environment) else { return }
    let entry = entries.count
    let wasOver =
      concrete.caller.map { environment.model.coordinators[$0].phase == .finished } ?? false
    entries.append(
      ScriptEntry(call: concrete.script, timing: timing, parent: parent, wasOver: wasOver))
    waiting.append((entry, concrete))
    // The closure retains this value until the operation has settled, at the latest when `run`
    // returns.
    concrete.options.completion = { [unowned self] outcome in settle(entry, outcome) }
    var observer: ObserverID?
    if follows(.atBeginning), waiting.count == 1 {
      observer = environment.engine.observe([.operationBegan]) { [unowned self] _ in
        guard follows(.atBeginning), waiting.first?.entry == entry else { return }
        submitNext(.atBeginning, within: entry)
      }
    }
    _ = concrete.perform(concrete.options)
    guard timing == .outside else { return }
    if let observer { environment.engine.stopObserving(observer) }
    if !waiting.isEmpty { report("I10: an operation never completed") }
    // Checks that a rejected operation has not changed the state. The last command is always
    // checked.
    if next == commands.count || entries[entry...].contains(where: { $0.status == .done }) {
      checkRest(entries[entry].call.name)
    }
  }

  private func follows(_ timing: RandomCommand.Timing) -> Bool {
    next < commands.count && commands[next].timing == timing && fault == nil
  }

  // MARK: - Settling

  private func settle(_ entry: Int, _ outcome: Outcome) {
    guard fault == nil else {
      waiting.removeAll { $0.entry == entry }
      return
    }
    entries[entry].status = outcome.status
    if outcome.status == .cancelled {
      // The end is reported before the cancelling operation has settled (invariant I14).
      waiting.removeAll { $0.entry == entry }
      cancelled.append((entry, outcome))
      return
    }
    guard let first = waiting.first, first.entry == entry else {
      return report("I14: \(entries[entry].call.name) settled out of its turn, or twice")
    }
    waiting.removeFirst()
    let prediction = environment.expect(first.command)
    entries[entry].expected = prediction.description
    compare(outcome, prediction, entries[entry].call.name)
    checkCancelled(by: first.command, prediction)
    if follows(.inCompletion) { submitNext(.inCompletion, within: entry) }
  }

  /// Operations that wait for a finished coordinator are cancelled, and a restart cancels all of
  /// them.
  private func checkCancelled(by command: ConcreteCommand, _ prediction: ModelOutcome) {
    let isRestart = command.isRestart && prediction.status == .done
    for (entry, outcome) in cancelled {
      let reason: ReasonCode = isRestart ? .restarted : .ownerFinished
      if outcome.reason != reason {
        report("\(entries[entry].call.name): \(outcome), expected cancelled(\(reason.name))")
      }
    }
    cancelled.removeAll()
    for (entry, command) in waiting {
      let isOver =
        command.caller.map { environment.model.coordinators[$0].phase == .finished } ?? false
      if isRestart || isOver && !entries[entry].wasOver {
        report("\(entries[entry].call.name) should have been cancelled")
      }
    }
  }

  // MARK: - Checking

  private func compare(_ outcome: Outcome?, _ prediction: ModelOutcome, _ what: String) {
    let difference = TreeComparison(
      model: environment.model, pairs: environment.pairs, tree: environment.engine.tree
    ).difference
    guard let outcome else { return report("\(what) did not settle") }
    let actual = ModelOutcome(outcome, environment.engine, environment.pairs)
    if actual.status != prediction.status { report("\(what): \(actual), expected \(prediction)") }
    if let difference { report("after \(what): \(difference)") }
    if actual != prediction { report("\(what): \(actual), expected \(prediction)") }
    if Set(environment.system.endings) != Set(environment.model.endings)
      || environment.system.endings.count != environment.model.endings.count
    {
      report(
        "I10: after \(what): endings \(environment.system.endings), expected \(environment.model.endings)"
      )
    }
  }

  private func checkRest(_ what: String) {
    guard fault == nil else { return }
    var faults = InvariantCheck.faults(of: environment.engine) + events.read(environment.engine)
    if events.appeared != Set(environment.model.visible.compactMap { environment.pairs.screen($0) })
    {
      faults.append("I12: what has appeared is not what is visible")
    }
    if events.alive.count != environment.engine.state.screens.count {
      faults.append("I20: created and not destroyed is not what there is")
    }
    faults += environment.wrongRoots
    if let first = faults.first { report("after \(what): \(first)") }
  }
}
