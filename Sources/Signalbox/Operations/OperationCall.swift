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
  public var subject: Subject
  public var arguments: NavigationArguments?
  /// How many, where an operation counts; 1 when not given.
  public var count: Int
  public var value: NavigationValue?
  public var pages: [PageDefinition]?
  /// What the user tapped, or a link.
  public var text: String?
  public var options: OperationOptions
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
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let targetFront = Switches(rawValue: 1 << 0)
    public static let popChildren = Switches(rawValue: 1 << 1)
    public static let firstMatch = Switches(rawValue: 1 << 2)
    public static let all = Switches(rawValue: 1 << 3)
    public static let keepModals = Switches(rawValue: 1 << 4)
    public static let dismissModals = Switches(rawValue: 1 << 5)
    public static let scopeSelf = Switches(rawValue: 1 << 6)
    public static let withoutDismiss = Switches(rawValue: 1 << 7)
    public static let withNavigation = Switches(rawValue: 1 << 8)
    public static let selfIfNone = Switches(rawValue: 1 << 9)
    public static let recreate = Switches(rawValue: 1 << 10)
    public static let cancel = Switches(rawValue: 1 << 11)
    /// The layer in ``OperationOptions/layer`` stays and is not the one to go.
    public static let layerStays = Switches(rawValue: 1 << 12)
  }

  /// Milliseconds that a transition takes unless said otherwise.
  public static let defaultDuration = 350

  /// Virtual milliseconds; 0 is not animated.
  public var duration: Int = OperationOptions.defaultDuration
  public var style: TransitionStyle = .automatic
  public var switches: Switches = []
  public var current: Symbol = .none
  public var count: Int = 1
  public var layer: LayerID?
  /// The screen that presents, when a screen does and not its coordinator: its layers go with it.
  public var presenter: ScreenID?
  public var completion: ((Outcome) -> Void)?
  public var onDismiss: ((FinishReason) -> Void)?
  public var onFinish: ((FinishNotice) -> Void)?

  public init(animated: Bool = true) {
    if !animated { duration = 0 }
  }

  /// Whether the change takes virtual time.
  public var isAnimated: Bool { duration > 0 }
}
