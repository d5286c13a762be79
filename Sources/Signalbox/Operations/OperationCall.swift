/// One call of an operation as data: which one, by whom, with what.
public struct OperationCall {
  /// What a call is about when a name does not say it.
  public enum Subject {
    case none
    case screen(ScreenID)
    case coordinator(CoordinatorID)
    case layer(LayerID)
    case content(ScreenContent)
    /// A screen that passes a test; the topmost is asked first.
    case test((ScreenID) -> Bool)
  }

  /// The operation's index in its catalog.
  let operation: Int
  /// The coordinator that calls; names nothing for calls of the application and the user.
  public let caller: CoordinatorID
  /// A route, screen or page.
  public var name: Symbol
  /// What it is about when ``name`` does not say it.
  public var subject: Subject
  /// What the route or coordinator is given.
  public var arguments: NavigationArguments?
  /// How many, where an operation counts; 1 when not given.
  public var count: Int
  /// What a finished flow gives to its parent.
  public var value: NavigationValue?
  /// The pages to show, for `setPages`.
  public var pages: [PageDefinition]?
  /// What the user tapped, or a link.
  public var text: String?
  /// What the call's last table said.
  public var options: OperationOptions
  /// The screen that presents, where a screen does and not its coordinator: its layers go with it.
  public var presenter: ScreenID?
  /// Told of a refusal that comes after the call has returned.
  public var onRefusal: ((NavigationError) -> Void)?

  package init(
    operation: Int, caller: CoordinatorID, name: Symbol = .none, subject: Subject = .none,
    arguments: NavigationArguments? = nil, count: Int = 1, value: NavigationValue? = nil,
    pages: [PageDefinition]? = nil, text: String? = nil,
    options: OperationOptions = OperationOptions()
  ) {
    self.operation = operation
    self.caller = caller
    self.name = name
    self.subject = subject
    self.arguments = arguments
    self.count = count
    self.value = value
    self.pages = pages
    self.text = text
    self.options = options
  }
}

/// What the options table of a call said; everything has a default.
public struct OperationOptions {
  /// The options that are either on or off.
  public struct Switches: OptionSet, Sendable {
    /// The bits of the switches that are on.
    public let rawValue: UInt16

    /// Takes the bits of the switches that are on.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

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
    /// The layer in ``OperationOptions/layer`` stays and is not the one to go.
    public static let layerStays = Switches(rawValue: 1 << 12)
  }

  /// Milliseconds that a transition takes unless said otherwise.
  public static let defaultDuration = 350

  /// Virtual milliseconds; 0 is not animated.
  public var duration: Int = OperationOptions.defaultDuration
  /// How to go there.
  public var style: TransitionStyle = .automatic
  /// What is on.
  public var switches: Switches = []
  /// The page to select; none keeps the selection.
  public var current: Symbol = .none
  /// How many layers, 1 or more.
  public var count: Int = 1
  /// The layer that goes, or the one that stays.
  public var layer: LayerID?
  /// Called once with the outcome, whatever it is.
  public var completion: ((Outcome) -> Void)?
  /// Called once when the layer is gone.
  public var onDismiss: ((FinishReason) -> Void)?
  /// Called once when the coordinator is gone.
  public var onFinish: ((FinishNotice) -> Void)?

  /// The defaults, animated or not.
  public init(animated: Bool = true) {
    if !animated { duration = 0 }
  }

  /// Whether the change takes virtual time.
  public var isAnimated: Bool { duration > 0 }
}
