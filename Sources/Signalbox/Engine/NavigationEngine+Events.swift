/// Writing and handing out events.
extension NavigationEngine {
  @inline(__always)
  func emit(
    _ kind: NavigationEvent.Kind, _ subject: NavigationEvent.Subject = .none,
    name: Symbol = .none, other: CoordinatorID = .none, text: String? = nil
  ) {
    emit(EventRecord(kind, subject, name: name, other: other), text: text)
  }

  @inline(__always)
  func emit(_ record: EventRecord, text: String? = nil) {
    write(record, text: text)
    if eventLog.isObserved(record.kind.bit) { deliver(record.kind) }
  }

  @inline(__always)
  private func write(_ record: EventRecord, text: String?) {
    var record = record
    record.operation = running.number
    record.time = clock.now
    eventLog.append(record, text: text)
  }

  /// Tells of a handler that failed, once: of observers that fail over that event, nobody is told by
  /// another one, so that it ends.
  func emitFailure(_ error: any Error) {
    let text = String(describing: error)
    if eventLog.beginFailure() {
      defer { eventLog.endFailure() }
      emit(.handlerFailed, text: text)
    } else {
      write(EventRecord(.handlerFailed), text: text)
    }
    onHandlerFailure?(error)
  }

  /// An event about an operation itself: its name is the operation's.
  @inline(__always)
  func emitOperation(
    _ kind: NavigationEvent.Kind, _ header: CallHeader, reason: ReasonCode? = nil,
    isHidden: Bool = false, text: String? = nil
  ) {
    let reason: NavigationEvent.Reason = reason.map { .outcome($0) } ?? .none
    emit(EventRecord(kind, header, reason: reason, isHidden: isHidden), text: text)
  }

  private func deliver(_ kind: NavigationEvent.Kind) {
    let sequence = eventLog.count
    // Whoever observes may end observations and begin new ones, which hear from the next event on.
    let list = eventLog.observers
    for observer in list where observer.kinds & kind.bit != 0 {
      callOut { try observer.handler(sequence) }
    }
  }

  /// Step 2, once for each operation; observers and guards see the state from before.
  ///
  /// - Throws: what a guard said against it, every time.
  func announce() throws(NavigationError) {
    guard !running.isAnnounced, !transaction.isSilent, running.header.operation >= 0 else {
      if let refusal = running.refusal { throw refusal }
      return
    }
    running.isAnnounced = true
    if eventLog.isObserved(NavigationEvent.Kind.willNavigate.bit) {
      state.asOf(running.mark, emitWillNavigate)
    } else {
      emitWillNavigate()
    }
    if !guards.list.isEmpty, let call = running.call { try askGuards(call) }
  }

  @inline(__always)
  private func emitWillNavigate() {
    emitOperation(
      .willNavigate, running.header, isHidden: transaction.isHidden,
      text: running.call?.stepNames)
  }

  /// Steps 3 to 5, with the state from before.
  func emitBeforeCommit() {
    // A swipe has told all of this at its beginning.
    if running.swipe != nil { return }
    let observed: UInt64 =
      NavigationEvent.Kind.screenCreated.bit | NavigationEvent.Kind.willAppear.bit
      | NavigationEvent.Kind.willDisappear.bit
    // Rewinding costs O(change), so only when somebody listens.
    if eventLog.isObserved(observed) {
      state.asOf(running.mark, emitComing)
    } else {
      emitComing()
    }
  }

  @inline(__always)
  private func emitComing() { forEachEventBeforeCommit { emit($0) } }

  /// Steps 9 and 10.
  func emitAfterCommit() {
    forEachAppearance(.didDisappear, .didAppear) { emit($0) }
    if !transaction.finished.isEmpty { emitFinished() }
    forEachDestroyed { emit($0) }
  }

  /// Steps 3 to 13 of an operation that nobody hears of: all of its events at once, and the time
  /// that it takes.
  func journalQuietly(_ header: CallHeader, lasting duration: Int) {
    let count =
      transaction.created.count + transaction.changes.count + transaction.destroyed.count
      + 2 * (running.leaving.count + running.arriving.count) + 2
    let (number, begin) = (running.number, clock.now)
    if duration > 0 { clock.move(to: clock.time(after: duration)) }
    let end = clock.now
    eventLog.write(count) { writer in
      forEachEventBeforeCommit { writer.write($0, number, begin) }
      for index in 0..<transaction.changes.count {
        writer.write(transaction.changes[index], number, begin)
      }
      forEachAppearance(.didDisappear, .didAppear) { writer.write($0, number, end) }
      forEachDestroyed { writer.write($0, number, end) }
      if !transaction.isSilent {
        writer.write(
          EventRecord(.didNavigate, header, isHidden: transaction.isHidden), number, end)
      }
      writer.write(EventRecord(.operationSettled, header), number, end)
    }
  }

  // MARK: - Their order

  @inline(__always)
  private func forEachEventBeforeCommit(_ body: (EventRecord) -> Void) {
    let isHidden = transaction.isHidden
    for index in 0..<transaction.created.count {
      body(EventRecord(.screenCreated, transaction.created[index], isHidden: isHidden))
    }
    forEachAppearance(.willDisappear, .willAppear, body)
  }

  /// First all that disappear from the top down, then all that appear from the bottom up.
  ///
  /// By index: an iterator would hold the list, and whoever observes may change it.
  @inline(__always)
  private func forEachAppearance(
    _ leaving: NavigationEvent.Kind, _ arriving: NavigationEvent.Kind,
    _ body: (EventRecord) -> Void
  ) {
    let isHidden = transaction.isHidden
    for index in 0..<running.leaving.count {
      body(EventRecord(leaving, running.leaving[index], isHidden: isHidden))
    }
    for index in 0..<running.arriving.count {
      body(EventRecord(arriving, running.arriving[index], isHidden: isHidden))
    }
  }

  @inline(__always)
  private func forEachDestroyed(_ body: (EventRecord) -> Void) {
    let isHidden = transaction.isHidden
    for index in 0..<transaction.destroyed.count {
      body(EventRecord(.screenDestroyed, transaction.destroyed[index], isHidden: isHidden))
    }
  }

  private func emitFinished() {
    for mark in transaction.finished {
      emit(
        EventRecord(
          .coordinatorFinished, .coordinator(mark.id), name: mark.type, other: mark.parent,
          reason: .ending(mark.reason)))
    }
    for mark in transaction.finished where state.slot(of: mark.parent) != nil {
      emit(
        EventRecord(
          .childFinished, .coordinator(mark.parent), name: mark.type, other: mark.id,
          reason: .ending(mark.reason)))
    }
  }

  func mark(of screen: Slot) -> ScreenMark {
    let record = state.screens[screen]
    return ScreenMark(
      id: ScreenID(slot: screen, serial: record.serial), name: record.name,
      owner: state.id(ofCoordinator: record.owner))
  }

  @inline(__always)
  func emit(
    _ kind: NavigationEvent.Kind, _ mark: ScreenMark, _ isHidden: Bool = false
  ) {
    emit(EventRecord(kind, mark, isHidden: isHidden))
  }

  // MARK: - Reading

  /// The events that are still readable, oldest first.
  ///
  /// - Parameter sequence: The first one wanted, counted from 1.
  public func events(from sequence: Int = 1) -> [NavigationEvent] {
    eventLog.readable.clamped(to: max(1, sequence)..<Int.max).map(event(at:))
  }

  /// The event of that number, counted from 1; `nil` where there is none yet, and none any more.
  public func event(numbered sequence: Int) -> NavigationEvent? {
    eventLog.readable.contains(sequence) ? event(at: sequence) : nil
  }

  /// The numbers of the readable events of some kinds, oldest first.
  ///
  /// - Parameter range: The numbers that are looked at; all unless told otherwise.
  public func eventNumbers(
    of kinds: Set<NavigationEvent.Kind>, in range: Range<Int> = 0..<Int.max
  ) -> [Int] {
    let wanted = kinds.reduce(0 as UInt64) { $0 | $1.bit }
    return range.clamped(to: eventLog.readable).filter {
      eventLog.record(at: $0).kind.bit & wanted != 0
    }
  }

  /// How many events there were.
  public var eventCount: Int { eventLog.count }

  /// Calls a function for each event of some kinds, at its place in the order of events:
  /// before the commit it sees the state from before.
  ///
  /// - Parameters:
  ///   - kinds: The kinds wanted; all unless told otherwise.
  ///   - owner: The coordinator that observes, so that ``leaks`` can tell when it is gone and its
  ///     observation is not.
  ///   - handler: Gets each event; what it throws is reported.
  /// - Returns: What ``stopObserving(_:)`` takes.
  public func observe(
    _ kinds: [NavigationEvent.Kind] = NavigationEvent.Kind.allCases, owner: CoordinatorID? = nil,
    _ handler: @escaping (NavigationEvent) throws -> Void
  ) -> ObserverID {
    observeNumbers(kinds, owner: owner) { [unowned self] in try handler(event(at: $0)) }
  }

  /// The same for hosts that seldom read what the events say: the handler gets the number of each,
  /// for ``event(numbered:)``.
  public func observeNumbers(
    _ kinds: [NavigationEvent.Kind], owner: CoordinatorID? = nil,
    _ handler: @escaping (Int) throws -> Void
  ) -> ObserverID {
    let type = owner.flatMap(typeName(of:)) ?? ""
    return eventLog.observe(kinds, owner: owner, ownerType: type, handler)
  }

  /// Ends an observation.
  public func stopObserving(_ id: ObserverID) { eventLog.stopObserving(id) }

  private func event(at sequence: Int) -> NavigationEvent { eventLog.event(at: sequence, symbols) }
}
