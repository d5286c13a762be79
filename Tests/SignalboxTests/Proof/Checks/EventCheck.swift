@testable import Signalbox

/// Follows the events of an engine and checks the guarantees in sections 2 and 5 of the semantics.
struct EventCheck {
  private enum Life {
    case created, appearing, appeared, disappearing, disappeared
  }

  private static let historyLines = [OperationNumber.undo, .redo]

  private var lives: [ScreenID: Life] = [:]
  private var finished: Set<CoordinatorID> = []
  private var read = 0
  /// The number of times that each operation emitted each of its events.
  private var counts: [NavigationEvent.Kind: Int] = [:]

  /// The screens that have appeared and have not disappeared since.
  var appeared: Set<ScreenID> { Set(lives.filter { $0.value == .appeared }.keys) }
  /// The screens that have been created and have not been destroyed since.
  var alive: Set<ScreenID> { Set(lives.keys) }

  /// Checks the new events and returns their faults.
  mutating func read(_ engine: NavigationEngine) -> [String] {
    var faults: [String] = []
    for event in engine.events(from: read + 1) {
      read = event.sequence
      if !isRight(event) || !isOrdered(event) {
        faults.append("I11: \(event) at \(read) is out of order")
      }
    }
    return faults
  }

  /// The lifecycles of screens and coordinators.
  private mutating func isRight(_ event: NavigationEvent) -> Bool {
    switch event.kind {
    case .coordinatorFinished: event.coordinator.map { finished.insert($0).inserted } ?? false
    case .childFinished: event.other.map(finished.contains) ?? false
    case .screenCreated, .willAppear, .didAppear, .willDisappear, .didDisappear, .screenDestroyed:
      event.screen.map { isRight(event.kind, of: $0) } ?? false
    default: true
    }
  }

  private mutating func isRight(_ kind: NavigationEvent.Kind, of screen: ScreenID) -> Bool {
    let life = lives[screen]
    switch kind {
    case .screenCreated:
      lives[screen] = .created
      return life == nil
    case .willAppear:
      lives[screen] = .appearing
      return life == .created || life == .disappeared || life == .disappearing
    case .didAppear:
      lives[screen] = .appeared
      return life == .appearing
    case .willDisappear:
      lives[screen] = .disappearing
      return life == .appeared || life == .appearing
    case .didDisappear:
      lives[screen] = .disappeared
      return life == .disappearing
    default:
      lives[screen] = nil
      return life == .created || life == .disappeared
    }
  }

  /// The events of one operation. Operations do not overlap.
  private mutating func isOrdered(_ event: NavigationEvent) -> Bool {
    let began = counts[.operationBegan] ?? 0
    defer { if event.kind != .operationSettled { counts[event.kind, default: 0] += 1 } }
    switch event.kind {
    case .operationBegan:
      counts = [:]
      // A finished coordinator may be restored, and finish again.
      if event.call.map(Self.historyLines.contains) == true { finished = [] }
      return true
    case .willNavigate: return began == 1 && counts[.willNavigate] == nil
    case .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .tabChanged, .rootChanged:
      return counts[.willNavigate] == 1 && counts[.didNavigate] == nil
    case .didNavigate: return counts[.willNavigate] == 1
    case .operationNoop, .operationRejected:
      return counts[.didNavigate] == nil && counts[.entryPushed] == nil
    default: return true
    }
  }
}
