/// The options of a call. All options have default values. Benchmark: `W1`.
public struct OperationOptions {
  /// The options that are stored as bits: boolean options and choices between names.
  public struct Switches: OptionSet, Sendable {
    /// The switches as bits.
    public let rawValue: UInt32

    /// Creates switches from bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Pushes onto the stack of the topmost layer instead of the caller's own stack.
    public static let targetFront = Switches(rawValue: 1 << 0)
    /// Finishes pushed children that are on top of the caller's screens.
    public static let popChildren = Switches(rawValue: 1 << 1)
    /// Selects the match nearest to the root.
    public static let firstMatch = Switches(rawValue: 1 << 2)
    /// Dismisses all layers above the caller's layer.
    public static let all = Switches(rawValue: 1 << 3)
    /// Keeps the flow's own layers.
    public static let keepModals = Switches(rawValue: 1 << 4)
    /// Also dismisses the flow's own layers.
    public static let dismissModals = Switches(rawValue: 1 << 5)
    /// Removes only the page, not its tab coordinator.
    public static let scopeSelf = Switches(rawValue: 1 << 6)
    /// Does not remove the coordinator's screens, because they have already been removed.
    public static let withoutDismiss = Switches(rawValue: 1 << 7)
    /// Presents the screen with its own stack.
    public static let withNavigation = Switches(rawValue: 1 << 8)
    /// Dismisses the caller's own layer if there are no layers above it.
    public static let selfIfNone = Switches(rawValue: 1 << 9)
    /// Also replaces pages that keep their ids.
    public static let recreate = Switches(rawValue: 1 << 10)
    /// Cancels a gesture.
    public static let cancel = Switches(rawValue: 1 << 11)
    /// Indicates that ``OperationOptions/layer`` is the topmost layer to keep instead of the lowest
    /// layer to remove.
    public static let layerStays = Switches(rawValue: 1 << 12)
    /// Keeps the screens above the root.
    public static let keepStack = Switches(rawValue: 1 << 17)
    /// Has no effect if the front screen has the same name and arguments.
    public static let singleTop = Switches(rawValue: 1 << 13)
    /// Cancels the operation if it cannot run immediately.
    public static let dropWhenBusy = Switches(rawValue: 1 << 14)
    /// Rejects the operation if it cannot run immediately.
    public static let rejectWhenBusy = Switches(rawValue: 1 << 15)
    /// Skips rejected operations in a batch instead of rejecting the batch.
    public static let skipRejected = Switches(rawValue: 1 << 16)

    /// Keeps the flow's own layers, even if pushed and presented items form one stack.
    public static let withoutDismissModals = Switches(rawValue: 1 << 18)
    /// Pushes onto the caller's own stack, even if pushed and presented items form one stack.
    public static let targetOwn = Switches(rawValue: 1 << 19)
    /// Presents the screen without a stack, even if pushed and presented items form one stack.
    public static let withoutNavigation = Switches(rawValue: 1 << 20)

    static let busyPolicy: Switches = [.dropWhenBusy, .rejectWhenBusy]
    /// The switches that determine whether a presented screen has its own stack.
    static let stackOfLayer: Switches = [.withNavigation, .withoutNavigation]
  }

  /// The rarely used options, stored separately.
  private struct Extras: RareFields {
    var current = Symbol.none
    var count = 1
    var layer: LayerID?
    var completion: ((Outcome) -> Void)?
    var onDismiss: ((FinishReason) -> Void)?
    var onFinish: ((FinishNotice) throws -> Void)?
    var equals: ((NavigationArguments, NavigationArguments) -> Bool)?
    var key: String?
    var arguments: NavigationArguments?
    var layerTraits = LayerTraits()
    var buttons: [AlertButton] = []
    var phase = GesturePhase.whole
    var progress = 0.0
    var mainCoordinator: CoordinatorID?
    var isReportedByStage = false
  }

  /// The default duration of a transition: 350 milliseconds.
  public static let defaultDuration = Duration.milliseconds(defaultMilliseconds)
  static let defaultMilliseconds = 350

  /// The duration of the change, in milliseconds of virtual time.
  package var milliseconds = OperationOptions.defaultMilliseconds
  /// The transition style of the destination. The value `automatic` selects the declared style.
  public var style: TransitionStyle = .automatic
  /// The enabled switches.
  public var switches: Switches = []
  private var extras = Rare<Extras>()

  /// Creates options with default values.
  ///
  /// - Parameter animated: Whether the change is animated. An animation takes ``defaultDuration``
  ///   of virtual time.
  public init(animated: Bool = true) {
    if !animated { milliseconds = 0 }
  }

  /// The duration of the change in virtual time, in whole milliseconds. Zero means no animation.
  ///
  /// Assigned values are rounded up to a whole number of milliseconds. Negative values count as
  /// zero.
  public var duration: Duration {
    get { .milliseconds(milliseconds) }
    set { milliseconds = max(0, newValue.wholeMilliseconds) }
  }

  /// Whether the change takes virtual time.
  public var isAnimated: Bool { milliseconds > 0 }

  /// The page to select, or `.none` to keep the current page selected.
  public var current: Symbol {
    get { extras.storage?.fields.current ?? .none }
    set { extras.own().fields.current = newValue }
  }
  /// The number of layers to remove, 1 or more.
  public var count: Int {
    get { extras.storage?.fields.count ?? 1 }
    set { extras.own().fields.count = newValue }
  }
  /// The lowest layer to remove or, with the switch ``Switches/layerStays``, the topmost layer to
  /// keep. The value is `nil` if the call names no layer.
  public var layer: LayerID? {
    get { extras.storage?.fields.layer }
    set { extras.own().fields.layer = newValue }
  }
  /// A closure that is called exactly once, with the outcome of the call.
  public var completion: ((Outcome) -> Void)? {
    get { extras.storage?.fields.completion }
    set { extras.own().fields.completion = newValue }
  }
  /// A closure that is called exactly once, after the layer or the pushed screen has been removed.
  public var onDismiss: ((FinishReason) -> Void)? {
    get { extras.storage?.fields.onDismiss }
    set { extras.own().fields.onDismiss = newValue }
  }
  /// A closure that is called exactly once, after the coordinator has finished.
  public var onFinish: ((FinishNotice) throws -> Void)? {
    get { extras.storage?.fields.onFinish }
    set { extras.own().fields.onFinish = newValue }
  }
  /// A closure that returns whether existing arguments match the arguments of the call, or `nil` to
  /// compare arguments by value.
  public var equals: ((NavigationArguments, NavigationArguments) -> Bool)? {
    get { extras.storage?.fields.equals }
    set { extras.own().fields.equals = newValue }
  }
  /// A key that identifies the call. The call is rejected if the previous operation had the same
  /// key.
  public var key: String? {
    get { extras.storage?.fields.key }
    set { extras.own().fields.key = newValue }
  }
  /// The arguments of the screen to find, or `nil` to accept any arguments.
  public var arguments: NavigationArguments? {
    get { extras.storage?.fields.arguments }
    set { extras.own().fields.arguments = newValue }
  }
  /// The layer properties that override the values of the layer's style.
  public var layerTraits: LayerTraits {
    get { extras.storage?.fields.layerTraits ?? LayerTraits() }
    set { extras.own().fields.layerTraits = newValue }
  }
  /// The buttons of an alert or dialog, in display order.
  public var buttons: [AlertButton] {
    get { extras.storage?.fields.buttons ?? [] }
    set { extras.own().fields.buttons = newValue }
  }
  /// The phase of an interactive gesture. The default value performs the whole gesture.
  public var phase: GesturePhase {
    get { extras.storage?.fields.phase ?? .whole }
    set { extras.own().fields.phase = newValue }
  }
  /// The progress of the gesture, from 0 to 1.
  public var progress: Double {
    get { extras.storage?.fields.progress ?? 0 }
    set { extras.own().fields.progress = newValue }
  }
  /// The root coordinator of the affected tree, or `nil` for the main coordinator.
  public var mainCoordinator: CoordinatorID? {
    get { extras.storage?.fields.mainCoordinator }
    set { extras.own().fields.mainCoordinator = newValue }
  }

  /// Whether a stage reports a change that the platform made on its own, so that the interface
  /// already shows the change. If `true`, the origin of the transition is
  /// ``TransitionOrigin/system``.
  public var isReportedByStage: Bool {
    get { extras.storage?.fields.isReportedByStage ?? false }
    set { extras.own().fields.isReportedByStage = newValue }
  }

  /// Whether all options have their default values.
  var areStandard: Bool {
    !hasExtras && switches.isEmpty && style == .automatic
      && milliseconds == Self.defaultMilliseconds
  }

  /// Returns whether the options contain a callback of the given kind. The function `equals` is not
  /// a callback.
  func reports(to function: OperationOption.Function) -> Bool {
    switch function {
    case .completion: completion != nil
    case .onDismiss: onDismiss != nil
    case .onFinish: onFinish != nil
    case .equals: false
    }
  }

  /// Whether any rarely used option is set.
  @inline(__always)
  var hasExtras: Bool { !extras.isEmpty }
}
