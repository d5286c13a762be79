package import Signalbox

/// The start of a test's step.
package struct StepStart {
  /// The number of the step's first event.
  package let firstEvent: Int
  let firstTimer: Int
  let firstWork: Int

  /// Creates the start of a step that begins now.
  package init(_ engine: NavigationEngine) {
    firstEvent = engine.eventCount + 1
    firstTimer = engine.lastTimerNumber + 1
    firstWork = engine.lastWorkNumber + 1
  }
}

/// A leftover of a test: changes that no expectation has compared, or unfinished work.
package struct Leftover {
  /// The kinds of leftovers.
  package enum Subject {
    /// Changes that no expectation has compared.
    case changes([NavigationEvent])
    case timer(PendingTimer)
    case work(OpenWork)
    /// An operation in progress or in the queue.
    case operation
  }

  /// The changes, or the unfinished work.
  package let subject: Subject
  /// The index of the step in which the changes occurred or in which the timer or the work began,
  /// or `nil` if this was before the first step. For an operation, the index of the last step.
  package let step: Int?

  /// Returns the changes that no expectation has compared, grouped by step.
  package static func changes(
    in engine: NavigationEngine, _ coverage: ChangeCoverage, _ steps: [StepStart]
  ) -> [Leftover] {
    var events = coverage.uncovered(in: engine)[...]
    return (-1..<steps.count).compactMap { index in
      let end = index + 1 < steps.count ? steps[index + 1].firstEvent : Int.max
      let own = events.prefix { $0.sequence < end }
      events = events.dropFirst(own.count)
      return own.isEmpty ? nil : Leftover(subject: .changes(Array(own)), step: Self.step(index))
    }
  }

  /// Returns the timers that are still set.
  package static func timers(in engine: NavigationEngine, _ steps: [StepStart]) -> [Leftover] {
    engine.pendingTimers.map { timer in
      Leftover(
        subject: .timer(timer), step: steps.lastIndex { $0.firstTimer <= timer.id.number })
    }
  }

  /// Returns the unfinished asynchronous work, and the operation in progress or in the queue, if
  /// any.
  package static func work(in engine: NavigationEngine, _ steps: [StepStart]) -> [Leftover] {
    let open = engine.openWork.map { work in
      Leftover(subject: .work(work), step: steps.lastIndex { $0.firstWork <= work.id.number })
    }
    let last = step(steps.count - 1)
    return open + (engine.hasToWait ? [Leftover(subject: .operation, step: last)] : [])
  }

  private static func step(_ index: Int) -> Int? { index < 0 ? nil : index }

  /// Returns a sentence that describes the leftover in a report. Details follow for changes and
  /// timers.
  ///
  /// - Parameter step: A description of the step in which the changes occurred or the unfinished
  ///   work began.
  package func text(in engine: NavigationEngine, step: String) -> String {
    func owner(_ coordinator: CoordinatorID?) -> String {
      coordinator.flatMap(engine.typeName(of:)).map { " of \($0)" } ?? ""
    }
    switch subject {
    case .changes(let events):
      return "no expectation has compared the changes caused by \(step)\n\n"
        + events.map { "  \(ChangeCoverage.text(of: $0))" }.joined(separator: "\n")
    case .timer(let timer):
      return "a timer\(owner(timer.owner)) has been pending since \(step)\n\n"
        + "  it fires in \(timer.deadline - engine.now) of virtual time, at \(timer.deadline)"
    case .work(let work):
      return "asynchronous work\(owner(work.owner)) has been in progress since \(step)"
    case .operation: return "an operation is still in progress or waiting"
    }
  }
}
