internal import DequeModule

/// The engine: the only writer of what is shown, one operation at a time.
///
/// Operations are data, run in the order of their submission, and settle with an ``Outcome``.
/// Time is virtual. An engine belongs to one owner at a time and is not `Sendable`; give each
/// worker its own.
///
/// ```swift
/// let engine = NavigationEngine()
/// try engine.register(Main.self, routes: ["home": Route()])  // a subclass of Coordinator
/// engine.launch("Main")
/// ```
public final class NavigationEngine {
  /// The names of routes, coordinator types and pages.
  public let symbols = SymbolTable()
  /// Told of a handler, completion or observer that threw.
  @exclusivity(unchecked)
  public var onHandlerFailure: ((any Error) -> Void)?
  /// Asked between operations; `true` cancels all that wait as `stopped`.
  @exclusivity(unchecked)
  public var shouldStop: (() -> Bool)?
  /// What shows the screens; `nil` is headless. Held strongly.
  @exclusivity(unchecked)
  public var stage: (any Stage)?
  /// What runs asynchronous work of coordinators; without one they can do none. Held strongly.
  @exclusivity(unchecked)
  public var workHost: (any WorkHost)?
  /// The coordinator that is gone last, with its result.
  @exclusivity(unchecked)
  public internal(set) var lastFinish: FinishNotice?
  /// Told of every coordinator that is gone, behind its own delegate.
  @exclusivity(unchecked)
  public var onFinish: ((FinishNotice) -> Void)?
  /// Whether animated operations submitted from outside move the clock by themselves.
  @exclusivity(unchecked)
  public var isClockAutomatic = true {
    didSet {
      recorder?.record(["operation": isClockAutomatic ? "clock.automatic" : "clock.manual"]) {}
    }
  }
  /// Whether the history holds coordinators that have finished, so that undoing brings them back
  /// with all they know. Otherwise it does so only while the host itself holds them.
  @exclusivity(unchecked)
  public var keepsFinished = false

  /// Whether operations that have nothing to do are refused instead: for tests of scripts.
  @exclusivity(unchecked)
  public var isStrict = false

  let state = NavigationState()
  let transaction: Transaction
  @exclusivity(unchecked) var registry: TypeRegistry
  /// The objects of the recording that a replay begins with; `nil` but while it begins.
  @exclusivity(unchecked) var replayedObjects: ObjectReader?
  /// Whether an input of the host is being performed and recorded.
  @exclusivity(unchecked) var isInInput = false
  /// Performs an input of a recording again; throws where the host has no such input.
  @exclusivity(unchecked)
  package var onReplayedInput: ((HostInput) throws(NavigationError) -> Void)?
  @exclusivity(unchecked) var clock = VirtualClock()
  /// Made with the first work.
  @exclusivity(unchecked) var works: WorkList?
  @exclusivity(unchecked) var eventLog: EventLog
  @exclusivity(unchecked) var history: History
  @exclusivity(unchecked) var leakWatch = LeakWatch()
  /// Writes down what is submitted, where somebody wants that.
  @exclusivity(unchecked) var recorder: SessionRecorder?

  /// Links that came before the application was ready.
  @exclusivity(unchecked) var pendingLinks: [OperationCall] = []
  /// Whether the first screen of the main coordinator has appeared.
  @exclusivity(unchecked) public internal(set) var isReady = false

  @exclusivity(unchecked) var queue = Deque<QueuedCall>()
  @exclusivity(unchecked) var inFlight: InFlight?
  @exclusivity(unchecked) var running = RunningOperation()
  /// The swipe that the user has begun and not ended.
  @exclusivity(unchecked) var openSwipe: OpenSwipe?
  /// Batches that are being recorded, the innermost last.
  @exclusivity(unchecked) var recordings: [Recording] = []
  @exclusivity(unchecked) var guards = GuardList()
  /// The key of the operation just before.
  @exclusivity(unchecked) var lastKey: String?
  /// Layers that the animation which runs takes away.
  @exclusivity(unchecked) var dismissing: [LayerNode] = []
  /// An animation runs under the automatic clock.
  @exclusivity(unchecked) var isPassingTime = false
  /// Above 0 while a delegate, handler or observer runs.
  @exclusivity(unchecked) private(set) var callbackDepth = 0
  @exclusivity(unchecked) var lastOperation: UInt32 = 0

  /// - Parameters:
  ///   - journalCapacity: How many of the newest events stay readable.
  ///   - undoCapacity: How many changes of records are kept for ``undo(_:)``, two or three for a
  ///     push or pop; older steps are dropped, the newest always stays. 0 keeps none.
  public init(journalCapacity: Int = 100_000, undoCapacity: Int = 8192) {
    eventLog = EventLog(capacity: journalCapacity)
    history = History(capacity: undoCapacity)
    transaction = Transaction(state)
    registry = TypeRegistry(symbols)
    transaction.owner = self
  }

  /// Whether a delegate, handler or observer runs, so that operations wait.
  public var isInCallback: Bool { callbackDepth > 0 }

  func enterCallback() { callbackDepth += 1 }
  func leaveCallback() { callbackDepth -= 1 }

  /// Runs code of the application: what it submits waits, what it throws is reported.
  func callOut(_ body: () throws -> Void) {
    enterCallback()
    defer { leaveCallback() }
    do {
      try body()
    } catch {
      emitFailure(error)
    }
  }
}
