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

  /// What few calls carry, apart from the rest so that a call stays a handful of words.
  private final class Extras: RareFields {
    var subject = Subject.none
    var value: NavigationValue?
    var pages: [PageDefinition]?
    var text: String?
    var stack: [StackEntry]?
    var steps: [BatchStep] = []
    var redirections = 0
    var presenter: ScreenID?
    var onRefusal: ((NavigationError) -> Void)?
    var link: ChainLink?
    var refusal: NavigationError?

    init() {}

    func copy() -> Extras {
      let copy = Extras()
      copy.subject = subject
      copy.value = value
      copy.pages = pages
      copy.text = text
      copy.stack = stack
      copy.steps = steps
      copy.redirections = redirections
      copy.presenter = presenter
      copy.onRefusal = onRefusal
      copy.link = link
      copy.refusal = refusal
      return copy
    }
  }

  /// The operation's index in its catalog.
  let operation: Int
  /// The coordinator that calls; names nothing for calls of the application and the user.
  public internal(set) var caller: CoordinatorID
  /// A route, screen or page.
  public var name = Symbol.none
  /// How many, where an operation counts; 1 when not given.
  public var count = 1
  /// What the route or coordinator is given.
  public var arguments: NavigationArguments?
  /// What the call's last table said.
  public var options: OperationOptions
  private var extras: Extras?

  package init(
    operation: Int, caller: CoordinatorID, options: OperationOptions = OperationOptions()
  ) {
    self.operation = operation
    self.caller = caller
    self.options = options
  }

  /// Whether it may carry anything beside its name, count, arguments and options.
  @inline(__always)
  var hasExtras: Bool { extras != nil }

  /// What events say of it.
  @inline(__always)
  var header: CallHeader { CallHeader(operation: operation, name: name, caller: caller) }

  /// What it is about when ``name`` does not say it.
  public var subject: Subject {
    get { extras?.subject ?? .none }
    set { Extras.own(in: &extras).subject = newValue }
  }

  /// What a finished flow gives to its parent.
  public var value: NavigationValue? {
    get { extras?.value }
    set { Extras.own(in: &extras).value = newValue }
  }

  /// The pages to show, for `setPages`.
  public var pages: [PageDefinition]? {
    get { extras?.pages }
    set { Extras.own(in: &extras).pages = newValue }
  }

  /// What the user tapped, or a link.
  public var text: String? {
    get { extras?.text }
    set { Extras.own(in: &extras).text = newValue }
  }

  /// What is to stand on the stack, the lowest first, for `setStack`.
  public var stack: [StackEntry]? {
    get { extras?.stack }
    set { Extras.own(in: &extras).stack = newValue }
  }

  /// The operations of a `batch`, in order: what ``NavigationEngine/record(_:)`` gave.
  public var steps: [BatchStep] {
    get { extras?.steps ?? [] }
    set { Extras.own(in: &extras).steps = newValue }
  }

  /// How many guards have led from one call to another up to this one.
  var redirections: Int {
    get { extras?.redirections ?? 0 }
    set { Extras.own(in: &extras).redirections = newValue }
  }

  /// The screen that presents, where a screen does and not its coordinator: its layers go with it.
  public var presenter: ScreenID? {
    get { extras?.presenter }
    set { Extras.own(in: &extras).presenter = newValue }
  }

  /// Told of a refusal that comes after the call has returned.
  public var onRefusal: ((NavigationError) -> Void)? {
    get { extras?.onRefusal }
    set { Extras.own(in: &extras).onRefusal = newValue }
  }

  /// The place in a chain that the caller comes from, where the call stands in one.
  var link: ChainLink? {
    get { extras?.link }
    set { Extras.own(in: &extras).link = newValue }
  }

  /// Why the call cannot run: a link of its chain before it failed, or it names what there is not.
  package var refusal: NavigationError? {
    get { extras?.refusal }
    set { Extras.own(in: &extras).refusal = newValue }
  }
}

/// What events say of a call: numbers only, so that the engine can keep it for nothing.
struct CallHeader {
  /// Stands where no operation runs.
  static let none = CallHeader(operation: -1, name: .none, caller: CoordinatorID(bits: 0))

  let operation: Int
  let name: Symbol
  let caller: CoordinatorID
}
