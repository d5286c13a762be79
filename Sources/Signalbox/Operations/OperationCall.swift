/// One call of an operation as data: the operation, its caller and its arguments. Guarded by bench:
/// W1.
public struct OperationCall {
  /// The subject of a call that is not identified by name.
  public enum Subject {
    case none
    case screen(ScreenID)
    case coordinator(CoordinatorID)
    /// A coordinator that the call creates, by the name of its type, from the call's arguments.
    case new(String)
    case layer(LayerID)
    case content(ScreenContent)
    /// A screen that passes a test; screens are tested from the top.
    case test((ScreenID) -> Bool)
  }

  /// The rare properties of a call, stored apart so that a call remains small.
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
  }

  /// The operation's index in its catalog.
  let operation: Int
  /// The caller; an invalid identifier for calls of the application and the user.
  public internal(set) var caller: CoordinatorID
  /// The name of a route, screen or page.
  public var name = Symbol.none
  /// The count for an operation with a count; 1 by default.
  public var count = 1
  /// The arguments for the route or coordinator.
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

  /// Whether it may have rare properties.
  @inline(__always)
  var hasExtras: Bool { !extras.isEmpty }

  /// The part of the call in events.
  @inline(__always)
  var header: CallHeader { CallHeader(operation: operation, name: name, caller: caller) }

  /// The subject of the call if ``name`` does not identify it.
  public var subject: Subject {
    get { extras.place?.fields.subject ?? .none }
    set { extras.own().fields.subject = newValue }
  }
  /// The result of a finished flow for its parent.
  public var value: NavigationValue? {
    get { extras.place?.fields.value }
    set { extras.own().fields.value = newValue }
  }
  /// The pages to show, for `setPages`.
  public var pages: [PageDefinition]? {
    get { extras.place?.fields.pages }
    set { extras.own().fields.pages = newValue }
  }
  /// The action that the user tapped, or a link.
  public var text: String? {
    get { extras.place?.fields.text }
    set { extras.own().fields.text = newValue }
  }
  /// The new contents of the stack, from the bottom, for `setStack`.
  public var stack: [StackEntry]? {
    get { extras.place?.fields.stack }
    set { extras.own().fields.stack = newValue }
  }
  /// The operations of a `batch`, in order: the result of ``NavigationEngine/record(_:)``.
  public var steps: [BatchStep] {
    get { extras.place?.fields.steps ?? [] }
    set { extras.own().fields.steps = newValue }
  }
  /// The number of times that guards have redirected to this call.
  var redirections: Int {
    get { extras.place?.fields.redirections ?? 0 }
    set { extras.own().fields.redirections = newValue }
  }
  /// The presenting screen, if a screen presents instead of its coordinator: its layers are removed
  /// with it.
  public var presenter: ScreenID? {
    get { extras.place?.fields.presenter }
    set { extras.own().fields.presenter = newValue }
  }
  /// Called with a rejection that occurs after the call has returned.
  public var onRejection: ((NavigationError) -> Void)? {
    get { extras.place?.fields.onRejection }
    set { extras.own().fields.onRejection = newValue }
  }
  /// The link of the chain that the call belongs to, if any.
  var link: ChainLink? {
    get { extras.place?.fields.link }
    set { extras.own().fields.link = newValue }
  }
  /// The reason why the call cannot run: an earlier link of its chain failed, or a name is unknown.
  package var rejection: NavigationError? {
    get { extras.place?.fields.rejection }
    set { extras.own().fields.rejection = newValue }
  }
}

/// The part of a call in events: numbers only, so that the engine can store it without cost.
struct CallHeader {
  /// The header while no operation runs.
  static let none = CallHeader(operation: -1, name: .none, caller: CoordinatorID(bits: 0))

  let operation: Int
  let name: Symbol
  let caller: CoordinatorID
}

/// Rare fields of a value, stored apart so that the value itself remains small.
///
/// Copies of the value share the storage until one of them writes. Guarded by bench: W1.
struct Rare<Fields: RareFields> {
  final class Place {
    var fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  private(set) var place: Place?

  @inline(__always)
  var isEmpty: Bool { place == nil }

  /// Returns unique storage for writing.
  mutating func own() -> Place {
    if isKnownUniquelyReferenced(&place), let place { return place }
    let own = Place(place?.fields ?? Fields())
    place = own
    return own
  }
}

/// The defaults of ``Rare`` fields.
protocol RareFields {
  init()
}
