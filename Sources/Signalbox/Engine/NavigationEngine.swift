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
    didSet { recorder?.noteClock() }
  }
  /// Whether the history holds coordinators that have finished, so that undoing brings them back
  /// with all they know. Otherwise it does so only while the host itself holds them.
  @exclusivity(unchecked)
  public var keepsFinished = false

  /// Whether operations that have nothing to do are refused instead: for tests of scripts.
  @exclusivity(unchecked)
  public var isStrict = false

  /// What types that are registered here know this engine by.
  let registrar = CoordinatorType.Registrar()
  let state = NavigationState()
  let transaction: Transaction
  @exclusivity(unchecked) var types: ContiguousArray<RegisteredType?> = []
  @exclusivity(unchecked) var styles = StyleTable.standard
  @exclusivity(unchecked) var styleSymbols: ContiguousArray<Symbol> = []
  /// What makes objects of documents again, by name.
  @exclusivity(unchecked) var objectFactories: [String: ObjectFactory] = [:]
  /// The objects of the recording that a replay begins with; `nil` but while it begins.
  @exclusivity(unchecked) var replayedObjects: ObjectReader?
  /// Whether an input of the host is being performed and recorded.
  @exclusivity(unchecked) var isInInput = false
  /// Performs an input of a recording again; throws where the host has no such input.
  @exclusivity(unchecked)
  package var onReplayedInput: ((HostInput) throws(NavigationError) -> Void)?
  let links = LinkTable()
  @exclusivity(unchecked) var applicationLinks = ApplicationLinks()
  @exclusivity(unchecked) var clock = VirtualClock()
  /// Made with the first work.
  @exclusivity(unchecked) var works: WorkList?
  @exclusivity(unchecked) var eventLog: EventLog
  @exclusivity(unchecked) var history: History
  @exclusivity(unchecked) var leakWatch = LeakWatch()
  /// Writes down what is submitted, where somebody wants that.
  @exclusivity(unchecked) var recorder: SessionRecorder?

  @exclusivity(unchecked) var callbacks = CallbackTable()
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
    styleSymbols = ContiguousArray(styles.styles.map { symbols.intern($0.name) })
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

  // MARK: - Delegates

  @inline(__always)
  func delegate(at slot: Slot) -> (any CoordinatorDelegate)? { callbacks.delegate(at: slot) }

  // MARK: - Definitions

  /// Makes a coordinator type known, or replaces the one of the same name.
  ///
  /// Its link patterns are compiled here: a malformed one throws `badArgument` and nothing is
  /// registered. So does a type of another engine, whose coordinators belong to that one.
  /// Cost: O(routes + links).
  public func register(_ type: CoordinatorType) throws(NavigationError) {
    guard type.registrar == nil || type.registrar === registrar else {
      throw NavigationError(
        .badArgument,
        "register: coordinator type \"\(type.name)\" is registered in another engine",
        hint: "make a type for each engine: CoordinatorType(name: \"\(type.name)\", …)")
    }
    var type = type
    type.registrar = registrar
    let symbol = symbols.intern(type.name)
    let routes = type.routes.map { (symbols.intern($0.key), $0.value) }
    try links.replace(type.links.map(\.pattern), of: symbol)
    for page in type.pages {
      for name in [page.id, page.title, page.icon] { _ = symbols.intern(name) }
    }
    while types.count <= Int(symbol.rawValue) { types.append(nil) }
    types[Int(symbol.rawValue)] = RegisteredType(type, symbol: symbol, routes: routes)
  }

  /// Makes a presentation style known, or replaces the one of the same name.
  ///
  /// Throws `badArgument`, and nothing is registered, where the name is the platform's own or the
  /// engine has 10,000 styles.
  public func register(_ style: PresentationStyle) throws(NavigationError) -> TransitionStyle {
    guard !PresentationStyle.isReserved(style.name) else {
      throw NavigationError(
        .badArgument, "presentationStyle \"\(style.name)\" is the platform's own",
        hint: "choose another name")
    }
    let number = try styles.register(style)
    while styleSymbols.count < styles.styles.count { styleSymbols.append(.none) }
    styleSymbols[Int(number.rawValue) - 1] = symbols.intern(style.name)
    return number
  }

  /// The definition of that name.
  public func coordinatorType(named name: String) -> CoordinatorType? {
    symbols.find(name).flatMap { registered($0)?.type }
  }

  /// The names of all coordinator types, sorted.
  public var coordinatorTypeNames: [String] { types.compactMap { $0?.type.name }.sorted() }

  /// The style of that name: `automatic`, `push`, a platform style or a registered one.
  public func transitionStyle(named name: String) throws(NavigationError) -> TransitionStyle {
    if let style = styles.find(name) { return style }
    if name == PresentationStyle.none {
      throw NavigationError(
        .unknownStyle, "style \"none\" presents nothing: UIKit has no presentation for it",
        hint: "use \"automatic\" for the style that the route declares")
    }
    throw NavigationError(
      .unknownStyle, "unknown style \"\(name)\"", hint: nameHint(for: name, in: styles.names))
  }

  /// The names that ``transitionStyle(named:)`` knows, sorted.
  package var transitionStyleNames: [String] { styles.names }

  /// The name of a style; `automatic` where the route or coordinator decides.
  public func name(of style: TransitionStyle) -> String {
    switch style {
    case .automatic: "automatic"
    case .push: "push"
    default: styles[style].name
    }
  }

  @inline(__always)
  func registered(_ symbol: Symbol) -> RegisteredType? {
    Int(symbol.rawValue) < types.count ? types[Int(symbol.rawValue)] : nil
  }

  func coordinatorType(
    named name: String, for operation: String
  ) throws(NavigationError) -> CoordinatorType {
    if let type = coordinatorType(named: name) { return type }
    throw NavigationError(
      .unknownCoordinator, "\(operation): there is no coordinator \"\(name)\"",
      hint: nameHint(for: name, in: coordinatorTypeNames))
  }

  func styleSymbol(_ style: TransitionStyle) -> Symbol { styleSymbols[Int(style.rawValue) - 1] }
}

/// What most calls need to know of a route.
struct RouteOutline: BitwiseCopyable {
  /// Leads to a screen of its own name and takes whatever it is given.
  let isPlainScreen: Bool
  let style: TransitionStyle
  let traits: ScreenTraits

  init(_ route: Route) {
    if case .screen = route.destination, route.parameters == nil {
      isPlainScreen = true
    } else {
      isPlainScreen = false
    }
    style = route.style
    traits = route.screenTraits
  }
}

/// A coordinator type with its routes in reach of their symbols.
final class RegisteredType {
  let type: CoordinatorType
  let symbol: Symbol
  let routes: ContiguousArray<Route>
  /// What going to each route takes, without its closures and words.
  let outlines: ContiguousArray<RouteOutline>
  /// For each symbol number from `firstSymbol` the route's index plus one, or 0; empty where the
  /// numbers lie far apart.
  private var indices: ContiguousArray<UInt32> = []
  private var firstSymbol: Int32 = 0
  /// The index of each route, where the numbers lie far apart.
  private var sparseIndices: [Symbol: Int] = [:]

  init(_ type: CoordinatorType, symbol: Symbol, routes: [(Symbol, Route)]) {
    self.type = type
    self.symbol = symbol
    self.routes = ContiguousArray(routes.map(\.1))
    outlines = ContiguousArray(routes.map { RouteOutline($0.1) })
    let numbers = routes.map(\.0.rawValue)
    guard let low = numbers.min(), let high = numbers.max() else { return }
    // A type whose routes have old and new names must not cost what all names in between do.
    guard Int(high - low) < 8 * numbers.count + 64 else {
      for (index, route) in routes.enumerated() { sparseIndices[route.0] = index }
      return
    }
    firstSymbol = low
    indices = ContiguousArray(repeating: 0, count: Int(high - low) + 1)
    for (index, number) in numbers.enumerated() { indices[Int(number - low)] = UInt32(index + 1) }
  }

  /// The index of a route. Cost: O(1).
  @inline(__always)
  func index(of name: Symbol) -> Int? {
    let place = Int(name.rawValue) - Int(firstSymbol)
    guard indices.indices.contains(place), indices[place] > 0 else {
      return sparseIndices.isEmpty ? nil : sparseIndices[name]
    }
    return Int(indices[place]) - 1
  }
}
