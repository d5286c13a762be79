/// A call to an operation, as a value: the operation, its caller and its arguments.
/// Benchmark: `W1`.
public struct OperationCall {
  /// The object that a call refers to, if a name cannot identify the object.
  public enum Subject {
    /// The name and the other arguments identify the object, if the operation needs one.
    case none
    /// An existing screen, such as the target of `popToView` or `update`.
    case screen(ScreenID)
    /// An existing coordinator, such as the destination of `navigate` or the child for
    /// `addDependency`.
    case coordinator(CoordinatorID)
    /// A new coordinator of the named type. The call creates the coordinator with the given
    /// arguments.
    case new(String)
    /// A layer of the window, which `dismiss` removes or keeps on top.
    case layer(LayerID)
    /// The description of a screen to create and show, instead of a route.
    case content(ScreenContent)
    /// A screen that satisfies a predicate: the topmost such screen or, with the switch
    /// ``OperationOptions/Switches/firstMatch``, the lowest.
    case test((ScreenID) -> Bool)
  }

  /// The rarely used properties of a call, stored separately so that calls remain small.
  private struct Extras: RareFields {
    var subject = Subject.none
    var value: NavigationValue?
    var pages: [PageDefinition]?
    var text: String?
    var stack: [StackEntry]?
    var steps: [BatchStep] = []
    var redirections = 0
    var presenter: ScreenID?
    var onRejection: ((NavigationError) -> Void)?
    var link: ChainLink?
    var rejection: NavigationError?
    var objects: ObjectReader?
  }

  /// The operation's index in the catalog of operations and gestures.
  let operation: Int
  /// The coordinator on which the operation is called. The identifier is invalid for operations of
  /// the application and for gestures.
  public internal(set) var caller: CoordinatorID
  /// The name that the call passes, such as the name of a route, a screen or a page.
  public var name = Symbol.none
  /// The count or index argument, for operations that have one. The default is 1.
  public var count = 1
  /// The arguments for the route or coordinator, or `nil` if the call passes none.
  public var arguments: NavigationArguments?
  /// The options of the call.
  public var options: OperationOptions
  private var extras = Rare<Extras>()

  package init(
    operation: Int, caller: CoordinatorID, options: OperationOptions = OperationOptions()
  ) {
    self.operation = operation
    self.caller = caller
    self.options = options
  }

  /// Whether any rarely used property may be set.
  @inline(__always)
  var hasExtras: Bool { !extras.isEmpty }

  /// The part of the call that is stored in events.
  @inline(__always)
  var header: CallHeader { CallHeader(operation: operation, name: name, caller: caller) }

  /// The object that the call refers to, if ``name`` does not identify the object.
  public var subject: Subject {
    get { extras.storage?.fields.subject ?? .none }
    set { extras.own().fields.subject = newValue }
  }
  /// The plain value that the call passes, such as the result of a flow or the badge of a page, or
  /// `nil` if the call passes none.
  public var value: NavigationValue? {
    get { extras.storage?.fields.value }
    set { extras.own().fields.value = newValue }
  }
  /// The new pages for `setPages`, or `nil` to restore the declared pages.
  public var pages: [PageDefinition]? {
    get { extras.storage?.fields.pages }
    set { extras.own().fields.pages = newValue }
  }
  /// The string that the call passes, such as the label of the action to tap or the link to open.
  public var text: String? {
    get { extras.storage?.fields.text }
    set { extras.own().fields.text = newValue }
  }
  /// The new contents of the stack for `setStack`, from bottom to top.
  public var stack: [StackEntry]? {
    get { extras.storage?.fields.stack }
    set { extras.own().fields.stack = newValue }
  }
  /// The operations of a `batch` in the order of execution, as returned by
  /// ``NavigationEngine/record(_:)``.
  public var steps: [BatchStep] {
    get { extras.storage?.fields.steps ?? [] }
    set { extras.own().fields.steps = newValue }
  }
  /// The number of consecutive redirections by guards that led to this call.
  var redirections: Int {
    get { extras.storage?.fields.redirections ?? 0 }
    set { extras.own().fields.redirections = newValue }
  }
  /// The screen that presents a layer, or `nil` if the coordinator presents it. Removing the screen
  /// also removes its layers.
  public var presenter: ScreenID? {
    get { extras.storage?.fields.presenter }
    set { extras.own().fields.presenter = newValue }
  }
  /// A closure that is called if the operation is rejected when it runs, whether or not the call
  /// has returned.
  public var onRejection: ((NavigationError) -> Void)? {
    get { extras.storage?.fields.onRejection }
    set { extras.own().fields.onRejection = newValue }
  }
  /// The chain link on which the call is made, or `nil` if the call is not part of a chain.
  var link: ChainLink? {
    get { extras.storage?.fields.link }
    set { extras.own().fields.link = newValue }
  }
  /// The reason why the call cannot run, such as a failed earlier call in its chain, or `nil` if
  /// the call can run.
  package var rejection: NavigationError? {
    get { extras.storage?.fields.rejection }
    set { extras.own().fields.rejection = newValue }
  }
  /// The reader of the objects in a snapshot, or `nil` to create the objects with the registered
  /// factories.
  var objects: ObjectReader? {
    get { extras.storage?.fields.objects }
    set { extras.own().fields.objects = newValue }
  }
}

/// The part of a call that is stored in events. Headers consist only of numbers, so storing them is
/// cheap.
struct CallHeader {
  /// The header that is used while no operation is running.
  static let none = CallHeader(operation: -1, name: .none, caller: CoordinatorID(bits: 0))

  let operation: Int
  let name: Symbol
  let caller: CoordinatorID
}

/// Storage for the rarely used fields of a value. Separate storage keeps the value small.
///
/// Copies of the value share the storage until a copy is changed. Benchmark: `W1`.
struct Rare<Fields: RareFields> {
  /// The object that stores the fields. The first write to a field creates the object.
  final class Storage {
    var fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  private(set) var storage: Storage?

  @inline(__always)
  var isEmpty: Bool { storage == nil }

  /// Returns unshared storage for writing.
  mutating func own() -> Storage {
    if isKnownUniquelyReferenced(&storage), let storage { return storage }
    let own = Storage(storage?.fields ?? Fields())
    storage = own
    return own
  }
}

/// Fields that can be stored in ``Rare``. All fields have default values.
protocol RareFields {
  init()
}
