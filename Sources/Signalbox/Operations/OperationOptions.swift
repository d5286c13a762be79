/// What the options table of a call said; everything has a default. Guarded by bench: W1.
public struct OperationOptions {
  /// The options that are either on or off.
  public struct Switches: OptionSet, Sendable {
    /// The bits of the switches that are on.
    public let rawValue: UInt32

    /// Takes the bits of the switches that are on.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Push onto the topmost layer's stack instead of one's own.
    public static let targetFront = Switches(rawValue: 1 << 0)
    /// Finish pushed children that stand on top.
    public static let popChildren = Switches(rawValue: 1 << 1)
    /// Take the match nearest to the root.
    public static let firstMatch = Switches(rawValue: 1 << 2)
    /// Every layer above the caller.
    public static let all = Switches(rawValue: 1 << 3)
    /// Leave the flow's own layers up.
    public static let keepModals = Switches(rawValue: 1 << 4)
    /// Dismiss the flow's own layers as well.
    public static let dismissModals = Switches(rawValue: 1 << 5)
    /// Remove only the page, not its tab coordinator.
    public static let scopeSelf = Switches(rawValue: 1 << 6)
    /// The coordinator's screens are gone already.
    public static let withoutDismiss = Switches(rawValue: 1 << 7)
    /// Give the screen a stack of its own.
    public static let withNavigation = Switches(rawValue: 1 << 8)
    /// With nothing above, dismiss the caller's own layer.
    public static let selfIfNone = Switches(rawValue: 1 << 9)
    /// Replace kept pages as well.
    public static let recreate = Switches(rawValue: 1 << 10)
    /// Let go of a gesture before its end.
    public static let cancel = Switches(rawValue: 1 << 11)
    /// The layer in `layer` of the options stays and is not the one to go.
    public static let layerStays = Switches(rawValue: 1 << 12)
    /// Leave what stands above the root where it is.
    public static let keepStack = Switches(rawValue: 1 << 17)
    /// Do nothing when the front screen has the same name and arguments.
    public static let singleTop = Switches(rawValue: 1 << 13)
    /// Cancel the operation where it would have to wait for others.
    public static let dropWhenBusy = Switches(rawValue: 1 << 14)
    /// Reject the operation where it would have to wait for others.
    public static let rejectWhenBusy = Switches(rawValue: 1 << 15)
    /// Leave rejected operations of a batch out instead of rejecting the batch.
    public static let skipRejected = Switches(rawValue: 1 << 16)

    /// Leave the flow's own layers up, even where pushed and presented items form one stack.
    public static let withoutDismissModals = Switches(rawValue: 1 << 18)
    /// Push onto the caller's own stack, even where pushed and presented items form one stack.
    public static let targetOwn = Switches(rawValue: 1 << 19)
    /// Give the screen no stack, even where pushed and presented items form one stack.
    public static let withoutNavigation = Switches(rawValue: 1 << 20)

    static let busyPolicy: Switches = [.dropWhenBusy, .rejectWhenBusy]
  }

  /// What few options tables say, apart from the rest.
  private struct Extras: RareFields {
    var current = Symbol.none
    var count = 1
    var layer: LayerID?
    var completion: ((Outcome) -> Void)?
    var onDismiss: ((FinishReason) -> Void)?
    var onFinish: ((FinishNotice) -> Void)?
    var equals: ((NavigationArguments, NavigationArguments) -> Bool)?
    var key: String?
    var layerTraits = LayerTraits()
    var buttons: [AlertButton] = []
    var phase = GesturePhase.whole
    var progress = 0.0
    var mainCoordinator: CoordinatorID?
  }

  /// Milliseconds that a transition takes unless said otherwise.
  public static let defaultDuration = 350

  /// Virtual milliseconds; 0 is not animated.
  public var duration: Int = OperationOptions.defaultDuration
  /// How to go there.
  public var style: TransitionStyle = .automatic
  /// What is on.
  public var switches: Switches = []
  private var extras = Rare<Extras>()

  /// The defaults, animated or not.
  public init(animated: Bool = true) {
    if !animated { duration = 0 }
  }

  /// Whether the change takes virtual time.
  public var isAnimated: Bool { duration > 0 }

  /// The page to select; none keeps the selection.
  public var current: Symbol {
    get { extras.place?.fields.current ?? .none }
    set { extras.own().fields.current = newValue }
  }
  /// How many layers, 1 or more.
  public var count: Int {
    get { extras.place?.fields.count ?? 1 }
    set { extras.own().fields.count = newValue }
  }
  /// The layer that goes, or the one that stays.
  public var layer: LayerID? {
    get { extras.place?.fields.layer }
    set { extras.own().fields.layer = newValue }
  }
  /// Called once with the outcome, whatever it is.
  public var completion: ((Outcome) -> Void)? {
    get { extras.place?.fields.completion }
    set { extras.own().fields.completion = newValue }
  }
  /// Called once when the layer is gone, or what was pushed.
  public var onDismiss: ((FinishReason) -> Void)? {
    get { extras.place?.fields.onDismiss }
    set { extras.own().fields.onDismiss = newValue }
  }
  /// Called once when the coordinator is gone.
  public var onFinish: ((FinishNotice) -> Void)? {
    get { extras.place?.fields.onFinish }
    set { extras.own().fields.onFinish = newValue }
  }
  /// Whether the arguments that there are and those of the call mean the same; `nil` compares their
  /// values.
  public var equals: ((NavigationArguments, NavigationArguments) -> Bool)? {
    get { extras.place?.fields.equals }
    set { extras.own().fields.equals = newValue }
  }
  /// Rejects a call whose predecessor, with nothing in between, was done under the same key.
  public var key: String? {
    get { extras.place?.fields.key }
    set { extras.own().fields.key = newValue }
  }
  /// How the layer differs from its style.
  public var layerTraits: LayerTraits {
    get { extras.place?.fields.layerTraits ?? LayerTraits() }
    set { extras.own().fields.layerTraits = newValue }
  }
  /// The buttons of an alert or dialog, in order.
  public var buttons: [AlertButton] {
    get { extras.place?.fields.buttons ?? [] }
    set { extras.own().fields.buttons = newValue }
  }
  /// Which part of a swipe this is; the whole of it unless said otherwise.
  public var phase: GesturePhase {
    get { extras.place?.fields.phase ?? .whole }
    set { extras.own().fields.phase = newValue }
  }
  /// How far a swipe has come, from 0 to 1.
  public var progress: Double {
    get { extras.place?.fields.progress ?? 0 }
    set { extras.own().fields.progress = newValue }
  }
  /// The coordinator at the root of the tree that the operation is about; `nil` is the main one.
  public var mainCoordinator: CoordinatorID? {
    get { extras.place?.fields.mainCoordinator }
    set { extras.own().fields.mainCoordinator = newValue }
  }

  /// Whether they say nothing but the defaults.
  var areStandard: Bool {
    !hasExtras && switches.isEmpty && style == .automatic && duration == Self.defaultDuration
  }

  /// Whether a function is there that is called with what happens.
  func reports(to function: OperationOption.Function) -> Bool {
    switch function {
    case .completion: completion != nil
    case .onDismiss: onDismiss != nil
    case .onFinish: onFinish != nil
    case .equals: false
    }
  }

  /// Whether it may say anything beside duration, style and switches.
  @inline(__always)
  var hasExtras: Bool { !extras.isEmpty }
}
