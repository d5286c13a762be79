/// One call of an operation as data: which one, by whom, with what. Guarded by bench: W1.
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
  private var extras = Rare<Extras>()

  package init(
    operation: Int, caller: CoordinatorID, options: OperationOptions = OperationOptions()
  ) {
    self.operation = operation
    self.caller = caller
    self.options = options
  }

  /// Whether it may carry anything beside its name, count, arguments and options.
  @inline(__always)
  var hasExtras: Bool { !extras.isEmpty }

  /// What events say of it.
  @inline(__always)
  var header: CallHeader { CallHeader(operation: operation, name: name, caller: caller) }

  /// What it is about when ``name`` does not say it.
  public var subject: Subject {
    get { extras.place?.fields.subject ?? .none }
    set { extras.own().fields.subject = newValue }
  }
  /// What a finished flow returns to its parent.
  public var value: NavigationValue? {
    get { extras.place?.fields.value }
    set { extras.own().fields.value = newValue }
  }
  /// The pages to show, for `setPages`.
  public var pages: [PageDefinition]? {
    get { extras.place?.fields.pages }
    set { extras.own().fields.pages = newValue }
  }
  /// What the user tapped, or a link.
  public var text: String? {
    get { extras.place?.fields.text }
    set { extras.own().fields.text = newValue }
  }
  /// What is to be on the stack, the lowest first, for `setStack`.
  public var stack: [StackEntry]? {
    get { extras.place?.fields.stack }
    set { extras.own().fields.stack = newValue }
  }
  /// The operations of a `batch`, in order: what ``NavigationEngine/record(_:)`` returned.
  public var steps: [BatchStep] {
    get { extras.place?.fields.steps ?? [] }
    set { extras.own().fields.steps = newValue }
  }
  /// How many guards have led from one call to another up to this one.
  var redirections: Int {
    get { extras.place?.fields.redirections ?? 0 }
    set { extras.own().fields.redirections = newValue }
  }
  /// The screen that presents, where a screen does and not its coordinator: its layers go with it.
  public var presenter: ScreenID? {
    get { extras.place?.fields.presenter }
    set { extras.own().fields.presenter = newValue }
  }
  /// Called with a rejection that comes after the call has returned.
  public var onRejection: ((NavigationError) -> Void)? {
    get { extras.place?.fields.onRejection }
    set { extras.own().fields.onRejection = newValue }
  }
  /// The place in a chain that the caller comes from, where the call is part of one.
  var link: ChainLink? {
    get { extras.place?.fields.link }
    set { extras.own().fields.link = newValue }
  }
  /// Why the call cannot run: a link of its chain before it failed, or it names what there is not.
  package var rejection: NavigationError? {
    get { extras.place?.fields.rejection }
    set { extras.own().fields.rejection = newValue }
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

/// Fields that few values have, in a place of their own, so that the value itself stays a few words.
///
/// Copies of the value share the place until one of them writes. Guarded by bench: W1.
struct Rare<Fields: RareFields> {
  final class Place {
    var fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  private(set) var place: Place?

  @inline(__always)
  var isEmpty: Bool { place == nil }

  /// The fields of one value for writing.
  mutating func own() -> Place {
    if isKnownUniquelyReferenced(&place), let place { return place }
    let own = Place(place?.fields ?? Fields())
    place = own
    return own
  }
}

/// What a value says in ``Rare`` fields when it says nothing.
protocol RareFields {
  init()
}
