/// The remote application that an engine mirrors, if any.
final class Mirroring {
  var mirror: EngineMirror?
}

/// The information that an engine has about the remote application that it mirrors.
package final class EngineMirror {
  /// The application's coordinator types, keyed by name.
  let types: [String: CoordinatorType]
  /// The current visible state of the application.
  private(set) var shown = MirroredState(document: StateDocument())
  private(set) var faces: [ScreenID: MirroredState.Face] = [:]
  /// The documents of recently shown states, including the current one, keyed by the value of
  /// ``MirroredState/step``.
  private var trees: [Int: StateDocument] = [:]
  /// The maximum number of ``trees``, or 0 if no history is kept.
  private let maxTrees: Int
  /// The changes that began the application's pending timers and open work.
  private var open: [ScheduleChange.Item: ScheduleChange] = [:]
  /// The greatest known numbers of a timer and of a work item, or 0 if none is known.
  private(set) var (lastTimerNumber, lastWorkNumber) = (0, 0)

  init(_ types: [CoordinatorType], maxTrees: Int) {
    self.types = Dictionary(types.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    self.maxTrees = maxTrees
  }

  /// Returns the state that was shown after the change with the given number, or `nil` if the state
  /// was not shown or is not retained.
  func tree(atStep number: Int) -> StateDocument? { trees[number] }

  /// Shows a state and, if a history is kept, stores its document for ``tree(atStep:)``.
  func show(_ new: MirroredState, tree: @autoclosure () -> StateDocument) {
    let old = shown
    shown = new
    faces = Dictionary(
      shown.screens.map { (ScreenID(mirroring: $0.number), $0) },
      uniquingKeysWith: { first, _ in first })
    guard maxTrees > 0 else { return }
    if shown.forks != old.forks {
      let last = min(old.step, shown.step)
      trees = trees.filter { $0.key <= last }
    }
    trees[shown.step] = tree()
    guard trees.count > maxTrees, let oldest = trees.keys.min() else { return }
    trees[oldest] = nil
  }

  /// The application's pending timers, in the order of their deadlines.
  var pendingTimers: [PendingTimer] {
    let timers = open.values.compactMap { change -> PendingTimer? in
      guard case .timer(let id) = change.item else { return nil }
      return PendingTimer(
        id: id, owner: change.owner, deadline: .milliseconds(change.deadline ?? 0), content: nil)
    }
    return timers.sorted { ($0.deadline, $0.id.number) < ($1.deadline, $1.id.number) }
  }

  /// The application's open work, in the order in which it was started.
  var openWork: [OpenWork] {
    let work = open.values.compactMap { change -> OpenWork? in
      guard case .work(let id) = change.item else { return nil }
      return OpenWork(id: id, owner: change.owner, change.possibleResults)
    }
    return work.sorted { $0.number < $1.number }
  }

  /// Updates the pending timers and open work after a change in the application.
  ///
  /// - Returns: `false` if the change is already known or concerns an unknown item.
  func note(_ change: ScheduleChange) -> Bool {
    switch change.item {
    case .timer(let id): lastTimerNumber = max(lastTimerNumber, id.number)
    case .work(let id): lastWorkNumber = max(lastWorkNumber, id.number)
    }
    guard change.kind == .began else { return open.removeValue(forKey: change.item) != nil }
    return open.updateValue(change, forKey: change.item) == nil
  }

  /// Returns a cancellation for each stored item that none of the given changes began. Items with
  /// equal numbers count as different if their deadlines or owners differ, because a restarted
  /// application assigns the same numbers again.
  func cancellations(except beginnings: [ScheduleChange], at milliseconds: Int) -> [ScheduleChange]
  {
    let kept = Dictionary(beginnings.map { ($0.item, $0) }, uniquingKeysWith: { first, _ in first })
    return open.values.filter { known in
      kept[known.item].map { $0.deadline != known.deadline || $0.owner != known.owner } ?? true
    }.map {
      ScheduleChange(
        item: $0.item, kind: .cancelled, owner: nil, milliseconds: milliseconds, deadline: nil)
    }
  }

  /// Sets ``MirroredState/step`` to the given value until a closure returns. The rest of the shown
  /// state does not change.
  func atStep(_ number: Int, _ body: () -> Void) {
    let present = shown.step
    shown.step = number
    body()
    shown.step = present
  }

  /// Accepts a coordinator definition from a script if the application has a coordinator type with
  /// the same name. The mirror then uses the application's type.
  ///
  /// - Throws: `unsupported` if the application has no such coordinator type.
  func checkDefinition(of name: String) throws(NavigationError) {
    guard types[name] == nil else { return }
    throw Self.unsupported(
      "coordinator \"\(name)\"",
      "the application has no coordinator of this name, and scripts do not run in it")
  }

  /// Returns the error for an action that only the application can perform.
  ///
  /// - Parameters:
  ///   - what: The function, property or definition that is not supported.
  ///   - why: The reason, in lower case and without a period.
  package static func unsupported(_ what: String, _ why: String) -> NavigationError {
    NavigationError(
      .unsupported, "\(what): \(why)",
      hint: "tag scenarios that need the model as \"model\", and exclude them with "
        + "--tag \"not model\"")
  }
}

/// The state of a remote application, including information that a state document does not contain.
package struct MirroredState: Sendable {
  /// The visible content of a screen.
  package struct Face: Hashable, Sendable {
    package let number: Int
    package let title: String
    package let actions: [String]

    package init(number: Int, title: String, actions: [String]) {
      (self.number, self.title, self.actions) = (number, title, actions)
    }
  }

  package let document: StateDocument
  /// The numbers of the coordinators, in the order of the document.
  package var coordinators: [Int] = []
  /// The numbers of the layers, in the order of the document.
  package var layers: [Int] = []
  /// The screens, in the order of ``StateDocument/allScreens``.
  package var screens: [Face] = []
  package var leaks: [Leak] = []
  package var lastFinish: FinishNotice?
  package var swipeProgress: Double?
  package var undoable = 0
  package var redoable = 0
  /// The number of changes that have led to the state.
  package var step = 0
  /// The number of times that a change has discarded undone changes.
  package var forks = 0
  package var isReady = false
  package var milliseconds = 0

  package init(document: StateDocument) { self.document = document }
}
