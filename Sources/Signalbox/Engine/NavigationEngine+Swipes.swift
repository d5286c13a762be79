internal import DequeModule

/// A swipe between its beginning and its end: one operation that has not settled.
final class OpenSwipe {
  /// The gesture's call, from its `begin`.
  var call: OperationCall
  let operation: UInt32
  let leaving: ContiguousArray<ScreenMark>
  let arriving: ContiguousArray<ScreenMark>
  /// From 0 to 1.
  var progress = 0.0
  var ticket: OperationTicket?

  init(
    _ call: OperationCall, operation: UInt32, leaving: ContiguousArray<ScreenMark>,
    arriving: ContiguousArray<ScreenMark>
  ) {
    self.call = call
    self.operation = operation
    self.leaving = leaving
    self.arriving = arriving
  }
}

extension NavigationEngine {
  /// How far the swipe that is open has come, from 0 to 1; `nil` when none is.
  public var swipeProgress: Double? { openSwipe?.progress }

  /// Plays a swipe that goes no further than its beginning, or opens one, as its call says.
  func swipe(
    _ call: borrowing OperationCall, leaving: ContiguousArray<ScreenMark>,
    arriving: ContiguousArray<ScreenMark>
  ) -> Outcome {
    let swipe = OpenSwipe(
      copy call, operation: running.number, leaving: leaving, arriving: arriving)
    // As a part of something else it cannot stay open.
    if call.options.phase == .begin, running.header.operation != call.operation {
      return .noop(.gestureUnavailable)
    }
    emitBeginning(of: swipe)
    if call.options.phase == .begin {
      openSwipe = swipe
      return .noop(.gestureOpen)
    }
    emitReturn(from: swipe)
    return .noop(.cancelledByUser)
  }

  /// The next operation that may run: while a swipe is open only what goes on with it.
  func nextCall() -> QueuedCall? {
    guard let openSwipe else { return queue.popFirst() }
    let index = queue.firstIndex { queued in
      queued.call.operation == openSwipe.call.operation
        && [.progress, .cancel, .commit].contains(queued.call.options.phase)
    }
    return index.map { queue.remove(at: $0) }
  }

  /// Goes on with the open swipe as one of its parts says.
  func proceed(_ swipe: OpenSwipe, _ part: QueuedCall) {
    if part.call.options.phase == .progress {
      swipe.progress = part.call.options.progress
      complete(part.call, .noop(.gestureOpen), part.ticket)
      return
    }
    openSwipe = nil
    swipe.ticket?.follower = part.ticket
    var call = swipe.call
    call.options.phase = .whole
    call.options.duration = part.call.options.duration
    if let last = part.call.options.completion {
      let first = call.options.completion
      call.options.completion = { outcome in
        first?(outcome)
        last(outcome)
      }
    }
    running.number = swipe.operation
    if part.call.options.phase == .cancel {
      transaction.reset()
      emitReturn(from: swipe)
      refuse(call, .noop(.cancelledByUser), swipe.ticket)
    } else {
      running.swipe = swipe
      _ = run(call, ticket: swipe.ticket)
      running.swipe = nil
    }
  }

  private func emitBeginning(of swipe: OpenSwipe) {
    for mark in swipe.leaving { emit(.willDisappear, mark) }
    for mark in swipe.arriving { emit(.willAppear, mark) }
  }

  /// Emits the events of a swipe that the user cancels (rule U10).
  func emitReturn(from swipe: OpenSwipe) {
    for mark in swipe.arriving { emit(.willDisappear, mark) }
    for mark in swipe.arriving { emit(.didDisappear, mark) }
    for mark in swipe.leaving { emit(.willAppear, mark) }
    for mark in swipe.leaving { emit(.didAppear, mark) }
  }
}
