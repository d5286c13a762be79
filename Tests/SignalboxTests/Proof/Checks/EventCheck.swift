@testable import Signalbox

/// Follows the events of an engine and checks what sections 2 and 5 of the semantics promise.
struct EventCheck {
  private enum Life {
    case created, appearing, appeared, disappearing, disappeared
  }

  private static let travels = ["undo", "redo"].compactMap(OperationCatalog.index(of:))

  private var lives: [UInt64: Life] = [:]
  private var finished: Set<UInt64> = []
  private var read = 0
  /// How often each operation told each of its events.
  private var told: [NavigationEvent.Kind: Int] = [:]

  /// The screens that have appeared and not gone since.
  var appeared: Set<UInt64> { Set(lives.filter { $0.value == .appeared }.keys) }
  /// The screens that were created and not destroyed since.
  var alive: Set<UInt64> { Set(lives.keys) }

  /// Reads what is new; gives what is wrong with it.
  mutating func read(_ engine: NavigationEngine) -> [String] {
    var faults: [String] = []
    while read < engine.journal.count {
      read += 1
      let record = engine.journal.record(at: read)
      if !isRight(record) || !isOrdered(record) {
        faults.append("I11: \(engine.events(from: read)[0]) at \(read) is out of order")
      }
    }
    return faults
  }

  /// The life of a screen, and of a coordinator.
  private mutating func isRight(_ record: EventRecord) -> Bool {
    let life = lives[record.subject]
    switch record.kind {
    case .screenCreated:
      lives[record.subject] = .created
      return life == nil
    case .willAppear:
      lives[record.subject] = .appearing
      return life == .created || life == .disappeared || life == .disappearing
    case .didAppear:
      lives[record.subject] = .appeared
      return life == .appearing
    case .willDisappear:
      lives[record.subject] = .disappearing
      return life == .appeared || life == .appearing
    case .didDisappear:
      lives[record.subject] = .disappeared
      return life == .disappearing
    case .screenDestroyed:
      lives[record.subject] = nil
      return life == .created || life == .disappeared
    case .coordinatorFinished: return finished.insert(record.subject).inserted
    case .childFinished: return finished.contains(record.other)
    default: return true
    }
  }

  /// The events of one operation; operations follow one another.
  private mutating func isOrdered(_ record: EventRecord) -> Bool {
    let began = told[.operationBegan] ?? 0
    defer { if record.kind != .operationSettled { told[record.kind, default: 0] += 1 } }
    switch record.kind {
    case .operationBegan:
      told = [:]
      // What has finished may come back, and finish again.
      if Self.travels.contains(Int(record.subject)) { finished = [] }
      return true
    case .willNavigate: return began == 1 && told[.willNavigate] == nil
    case .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .tabChanged, .rootChanged:
      return told[.willNavigate] == 1 && told[.didNavigate] == nil
    case .didNavigate: return told[.willNavigate] == 1
    case .operationNoop, .operationRejected:
      return told[.didNavigate] == nil && told[.entryPushed] == nil
    default: return true
    }
  }
}
