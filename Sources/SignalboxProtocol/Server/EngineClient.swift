internal import Signalbox

/// The data that a server stores for a client. The data is accessed in the isolation of the engine.
package final class EngineClient {
  /// The number that identifies the client to other clients.
  package let number: Int
  /// The name and version of the client's program.
  package let program: InitializeMethod.Program
  /// The saved states, keyed by name.
  private var states: [String: String] = [:]
  private var kinds: Set<NavigationEvent.Kind> = []
  /// The number of the last event that needs no further processing. The event was sent, is of a
  /// kind that was not requested, precedes the subscription, or was counted as dropped.
  private var last = 0
  /// The number of the event of the new engine after which the subscription continues, or `nil` if
  /// the engine has not been replaced or the client has been notified.
  private var restart: Int?

  /// The subscription to calls, or `nil` if there is none.
  private var calls: CallSubscription?
  /// The subscription to timers and asynchronous work, or `nil` if there is none.
  private var schedule: ScheduleSubscription?
  /// Whether a request of this client is running. A client does not receive the calls that its own
  /// requests make.
  var isRequesting = false

  /// The maximum number of states that a client can save.
  public static let maxStates = 16
  /// The maximum number of events in a batch.
  public static let maxBatch = 500
  /// The maximum number of calls in a batch.
  public static let maxCalls = 500
  /// The maximum number of changes to timers and asynchronous work that wait to be sent. If there
  /// are more, the next batch instead contains all pending timers and unfinished work.
  public static let maxChanges = 1000

  package init(number: Int, _ program: InitializeMethod.Program) {
    (self.number, self.program) = (number, program)
  }

  // MARK: - States

  /// The sorted names of the saved states.
  var stateNames: [String] { states.keys.sorted() }

  /// Saves a state under a name.
  func save(_ state: NavigationValue, as name: String) throws(NavigationError) {
    guard states[name] != nil || states.count < Self.maxStates else {
      throw NavigationError(
        .badArgument,
        "state/save: the client already has \(Self.maxStates) saved states, the maximum",
        hint: "to replace a state, use its name: "
          + stateNames.map { quotation($0) }.joined(separator: ", "))
    }
    states[name] = try state.json
  }

  func state(named name: String) throws(ProtocolError) -> NavigationValue {
    guard let text = states[name] else {
      throw ProtocolError(
        .badParams, "there is no saved state \(quotation(name))",
        hint: nameHint(for: name, in: stateNames) ?? "save one with state/save")
    }
    do throws(NavigationError) {
      return try NavigationValue(json: text)
    } catch {
      throw ProtocolError(error)
    }
  }

  // MARK: - Events

  func subscribe(to kinds: Set<NavigationEvent.Kind>, after last: Int) {
    (self.kinds, self.last, restart) = (kinds, last, nil)
  }

  /// Continues the subscriptions with an engine that replaces the previous engine.
  func resubscribe(to engine: NavigationEngine) {
    if calls != nil { observeCalls(of: engine) }
    if schedule != nil { observeSchedule(of: engine) }
    guard !kinds.isEmpty else { return }
    last = engine.eventCount
    restart = last
  }

  /// Returns whether there can be events to send to the client.
  func isBehind(_ engine: NavigationEngine) -> Bool {
    !kinds.isEmpty && (last < engine.eventCount || restart != nil)
  }

  /// Returns the next batch of events for the client, or `nil` if there is nothing to send.
  func batch(from engine: NavigationEngine) -> EventsBatchMethod.Params? {
    guard isBehind(engine) else { return nil }
    let dropped = max(0, engine.oldestEvent - last - 1)
    let first = last + dropped + 1
    let numbers = engine.eventNumbers(of: kinds, in: first..<engine.eventCount + 1)
      .prefix(Self.maxBatch)
    last = numbers.count < Self.maxBatch ? engine.eventCount : numbers.last ?? last
    guard !numbers.isEmpty || dropped > 0 || restart != nil else { return nil }
    defer { restart = nil }
    return EventsBatchMethod.Params(
      numbers.compactMap { engine.event(numbered: $0).map { EventDocument($0) } },
      dropped: dropped, restartedAfter: restart)
  }

  // MARK: - Calls

  /// Subscribes to an engine's calls, except calls that the requests of this client make. This
  /// subscription replaces an earlier subscription.
  func observeCalls(of engine: NavigationEngine) {
    calls = CallSubscription(engine) { [weak self] in self?.isRequesting == false }
  }

  func stopObservingCalls() { calls = nil }

  /// Whether calls are waiting to be sent.
  var hasCalls: Bool { calls?.isEmpty == false }

  /// Returns the next batch of calls, or `nil` if there is nothing to send.
  func takeCalls() -> CallsBatchMethod.Params? { calls?.take() }

  // MARK: - Timers and asynchronous work

  /// Subscribes to the timers and the asynchronous work of an engine. This subscription replaces an
  /// earlier subscription.
  func observeSchedule(of engine: NavigationEngine) { schedule = ScheduleSubscription(engine) }

  func stopObservingSchedule() { schedule = nil }

  /// Whether changes to timers and asynchronous work are waiting to be sent.
  var hasScheduleChanges: Bool { schedule?.isEmpty == false }

  /// Returns the next batch of changes, or `nil` if there is nothing to send.
  func takeScheduleChanges() -> ScheduleBatchMethod.Params? { schedule?.take() }
}

/// The changes to timers and asynchronous work that have occurred since a client received the last
/// batch.
private final class ScheduleSubscription {
  private weak var engine: NavigationEngine?
  private var observation: ScheduleObservation?
  private var waiting: [ScheduleBatchMethod.Change] = []
  /// Whether the next batch contains all pending timers and unfinished work.
  private var mustBeComplete = true

  init(_ engine: NavigationEngine) {
    self.engine = engine
    observation = ScheduleObservation(of: engine) { [weak self] in self?.add($0) }
  }

  private func add(_ change: ScheduleChange) {
    // The next batch contains the effect of the change.
    guard !mustBeComplete else { return }
    waiting.append(ScheduleBatchMethod.Change(change))
    guard waiting.count > EngineClient.maxChanges else { return }
    (waiting, mustBeComplete) = ([], true)
  }

  var isEmpty: Bool { waiting.isEmpty && !mustBeComplete }

  func take() -> ScheduleBatchMethod.Params? {
    guard !isEmpty, let engine else { return nil }
    defer { (waiting, mustBeComplete) = ([], false) }
    let changes =
      mustBeComplete
      ? ScheduleChange.open(in: engine).map { ScheduleBatchMethod.Change($0) } : waiting
    return ScheduleBatchMethod.Params(changes, isComplete: mustBeComplete)
  }
}

/// The calls that have been made since a client received the last batch of calls.
private final class CallSubscription {
  private var observation: CallObservation?
  private var waiting: [CallsBatchMethod.Call] = []
  private var dropped = 0

  /// - Parameter isWanted: A closure that returns whether to send the call that is currently being
  ///   made.
  init(_ engine: NavigationEngine, _ isWanted: @escaping () -> Bool) {
    observation = CallObservation(of: engine) { [weak self, unowned engine] call in
      guard let self, isWanted() else { return }
      waiting.append(CallsBatchMethod.Call(call, step: engine.stepNumber))
      guard waiting.count > EngineClient.maxCalls else { return }
      waiting.removeFirst()
      dropped += 1
    }
  }

  var isEmpty: Bool { waiting.isEmpty && dropped == 0 }

  func take() -> CallsBatchMethod.Params? {
    guard !isEmpty else { return nil }
    defer { (waiting, dropped) = ([], 0) }
    return CallsBatchMethod.Params(waiting, dropped: dropped)
  }
}
