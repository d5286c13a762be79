internal import Signalbox

/// What a server keeps for one client in the isolation of the engine.
package final class EngineClient {
  /// The number of the client for others.
  package let number: Int
  /// The name and version of its program.
  package let program: InitializeMethod.Program
  /// The saved states by name.
  private var states: [String: String] = [:]
  private var kinds: Set<NavigationEvent.Kind> = []
  /// The number of the last event that was sent or counted as dropped.
  private var last = 0
  /// How many events were dropped since the last batch.
  private var dropped = 0

  /// How many states a client can save.
  public static let maxStates = 16
  /// The maximum number of events of a batch.
  public static let maxBatch = 500

  package init(number: Int, _ program: InitializeMethod.Program) {
    (self.number, self.program) = (number, program)
  }

  // MARK: - States

  /// The names of the saved states, sorted.
  var stateNames: [String] { states.keys.sorted() }

  /// Saves a state under a name.
  func save(_ state: NavigationValue, as name: String) throws(NavigationError) {
    guard states[name] != nil || states.count < Self.maxStates else {
      throw NavigationError(
        .badArgument, "state/save: the client has \(Self.maxStates) saved states",
        hint: "replace one of \(stateNames.map { quotation($0) }.joined(separator: ", "))")
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
    (self.kinds, self.last, dropped) = (kinds, last, 0)
  }

  /// Returns the next batch of the subscription; `nil` if there is nothing to send.
  ///
  /// - Parameter hasRoom: Whether the client has read enough; otherwise events are dropped.
  func batch(from engine: NavigationEngine, hasRoom: Bool) -> EventsBatchMethod.Params? {
    guard !kinds.isEmpty, last < engine.eventCount || dropped > 0 && hasRoom else { return nil }
    let first = engine.oldestEvent
    if last + 1 < first {
      // Which of them are of the subscribed kinds is no longer known.
      dropped += first - last - 1
      last = first - 1
    }
    var numbers = engine.eventNumbers(of: kinds, in: last + 1..<engine.eventCount + 1)
    guard hasRoom else {
      dropped += numbers.count
      last = engine.eventCount
      return nil
    }
    numbers = Array(numbers.prefix(Self.maxBatch))
    last = numbers.count < Self.maxBatch ? engine.eventCount : numbers.last ?? last
    guard !numbers.isEmpty || dropped > 0 else { return nil }
    defer { dropped = 0 }
    return EventsBatchMethod.Params(
      numbers.compactMap { engine.event(numbered: $0).map { EventDocument($0) } }, dropped: dropped)
  }
}
