public import Signalbox

/// The method `state/inspect`, which returns the visible state with identifiers, titles, actions
/// and leaks.
public enum StateInspectMethod: EngineMethod {
  /// The method has no parameters.
  public typealias Params = NoFields

  /// The title and the actions of a screen.
  public struct Screen: MessageFields {
    /// The number in the screen's identifier, such as 17 for `s17`.
    public var number: Int
    /// The screen's title or, if it has no title, its name.
    public var title: String
    /// The labels of the screen's actions, even if the screen is not visible.
    @Sparse public var actions: [String] = []

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "number", .integer(minimum: 1), "the number in the identifier, such as 17 for `s17`"),
      MessageField("title", .string, "the title, or the name if there is no title"),
      MessageField("actions", .list(.string), optional: true, "the action labels"),
    ]
  }

  /// A coordinator or screen that still exists although it is not in the tree.
  public struct Leak: MessageFields {
    /// The identifier of the coordinator or screen.
    public var id: String
    /// The coordinator's type or the screen's name.
    public var name: String
    /// The state of the object: `neverShown` or `gone`.
    public var state: String
    /// The owners that retain the object.
    @Sparse public var holders: [String] = []

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("id", .string, "the identifier of a coordinator or screen"),
      MessageField("name", .string, "the type of the coordinator or the name of the screen"),
      MessageField(
        "state", .choice(["neverShown", "gone"]),
        "whether the object was never shown or has been removed"),
      MessageField("holders", .list(.string), optional: true, "the owners that retain the object"),
    ]
  }

  /// The coordinator that finished last.
  public struct Finish: MessageFields {
    /// The number in the coordinator's identifier.
    public var coordinator: Int
    /// The name of the coordinator's type.
    public var type: String
    /// The number in the parent's identifier, or 0 if the coordinator had no parent.
    @Sparse public var parent: Int = 0
    /// The reason why the coordinator finished.
    public var reason: String
    /// The coordinator's result, or `nil` if there is none.
    public var result: NavigationValue?

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("coordinator", .integer(minimum: 1), "the number in the identifier"),
      MessageField("type", .string, "the coordinator type"),
      MessageField(
        "parent", .integer(minimum: 0), optional: true,
        "the number in the identifier of the parent; omitted if there was no parent"),
      MessageField(
        "reason", .choice(FinishReason.allCases.map(\.name)),
        "the reason why the coordinator finished"),
      MessageField("result", .any, optional: true, "the result"),
    ]
  }

  /// The result of the method.
  public struct Result: MessageFields {
    /// The state, as returned by `state/get`.
    public var state: NavigationValue
    /// The number of the last event before the state.
    public var sequence: Int
    /// The virtual time since the engine was created, in milliseconds.
    public var time: Int
    /// The numbers in the identifiers of the coordinators, in the order of the state.
    @Sparse public var coordinators: [Int] = []
    /// The numbers in the identifiers of the layers, in the order of the state.
    @Sparse public var layers: [Int] = []
    /// The screens of each coordinator, followed by its tab view, and then the screens of layers
    /// without a coordinator.
    @Sparse public var screens: [Screen] = []
    /// The coordinators and screens that still exist although they are not in the tree.
    @Sparse public var leaks: [Leak] = []
    /// The coordinator that finished last, or `nil` if none has finished.
    public var finish: Finish?
    /// The progress of an open swipe, from 0 to 1, or `nil` if there is none.
    public var swipe: Double?
    /// The number of operations that can be undone.
    @Sparse public var undoable: Int = 0
    /// The number of operations that can be redone.
    @Sparse public var redoable: Int = 0
    /// The number of changes that have led to the state.
    @Sparse public var step: Int = 0
    /// The number of times that a change has discarded undone changes.
    @Sparse public var forks: Int = 0
    /// Whether the first screen has appeared.
    @Sparse public var isReady: Bool = false

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("state", .state, "the coordinators, layers and screens"),
      MessageField(
        "sequence", .integer(minimum: 0), "the number of the last event before this state"),
      MessageField(
        "time", .integer(minimum: 0), "virtual milliseconds since the engine was created"),
      MessageField(
        "coordinators", .list(.integer(minimum: 1)), optional: true,
        "the numbers in the identifiers of the coordinators, in the order of the state"),
      MessageField(
        "layers", .list(.integer(minimum: 1)), optional: true,
        "the numbers in the identifiers of the layers, in the order of the state"),
      MessageField(
        "screens", .list(.fields(Screen.fields)), optional: true,
        "the screens of each coordinator, followed by the screen that encloses its pages; then the "
          + "screens of layers without a coordinator"),
      MessageField(
        "leaks", .list(.fields(Leak.fields)), optional: true,
        "coordinators and screens that still exist although they are not in the tree"),
      MessageField(
        "finish", .fields(Finish.fields), optional: true, "the most recently finished coordinator"),
      MessageField("swipe", .number, optional: true, "the progress of an open swipe, from 0 to 1"),
      MessageField(
        "undoable", .integer(minimum: 0), optional: true,
        "the number of operations that can be undone"),
      MessageField(
        "redoable", .integer(minimum: 0), optional: true,
        "the number of operations that can be redone"),
      MessageField(
        "step", .integer(minimum: 0), optional: true,
        "the number of changes that have led to the state; undo decreases it"),
      MessageField(
        "forks", .integer(minimum: 0), optional: true,
        "the number of times that a change has discarded undone changes, which cannot be redone"),
      MessageField(
        "isReady", .boolean, optional: true, "whether the first screen has appeared"),
    ]
  }

  /// The name of the method.
  public static let name = "state/inspect"
  /// A short description of the method.
  public static let summary =
    "Returns the visible state with identifiers, titles, actions and leaks, for tools that mirror "
    + "the application."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Returns the information about the visible state.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    let engine = context.engine
    let tree = engine.snapshot().tree
    var result = Result(
      state: try ProtocolError.translating { () throws(NavigationError) in try tree.value },
      sequence: engine.eventCount, time: engine.milliseconds)
    result.coordinators = tree.coordinators.map(\.id.number)
    result.layers = tree.layers.map(\.id.number)
    result.screens = tree.allScreens.map { screen in
      let actions = engine.delegate(of: screen.owner)?.actions(of: screen.id) ?? []
      return Screen(
        number: screen.id.number, title: engine.title(of: screen.id) ?? screen.name,
        actions: actions)
    }
    result.leaks = engine.leaks.map { Leak($0) }
    result.finish = engine.lastFinish.map { Finish($0) }
    result.swipe = engine.swipeProgress
    (result.undoable, result.redoable) = (engine.undoableCount, engine.redoableCount)
    (result.step, result.forks) = (engine.stepNumber, engine.forkCount)
    result.isReady = engine.isReady
    return result
  }
}

extension StateInspectMethod.Result {
  /// Returns the state in a form that an engine can mirror.
  ///
  /// - Throws: `malformed` if the state is inconsistent, so that no engine can show it.
  package func mirrored() throws(NavigationError) -> MirroredState {
    var shown = MirroredState(document: try StateDocument(foreign: state))
    (shown.coordinators, shown.layers) = (coordinators, layers)
    shown.screens = screens.map {
      MirroredState.Face(number: $0.number, title: $0.title, actions: $0.actions)
    }
    for leak in leaks { shown.leaks.append(try leak.mirrored()) }
    shown.lastFinish = finish.map {
      FinishNotice(
        mirroring: $0.coordinator, type: $0.type, parent: $0.parent, reason: $0.reason,
        result: $0.result)
    }
    shown.swipeProgress = swipe
    (shown.undoable, shown.redoable) = (undoable, redoable)
    (shown.step, shown.forks) = (step, forks)
    (shown.isReady, shown.milliseconds) = (isReady, time)
    return shown
  }
}

extension StateInspectMethod.Leak {
  fileprivate init(_ leak: Signalbox.Leak) {
    switch leak.subject {
    case .coordinator(let id): self.id = id.description
    case .screen(let id): self.id = id.description
    }
    (name, state) = (leak.name, leak.state.rawValue)
    holders = leak.holders
  }

  fileprivate func mirrored() throws(NavigationError) -> Signalbox.Leak {
    let subject: Signalbox.Leak.Subject
    switch NavigationEvent.Subject(mirroring: id) {
    case .screen(let id): subject = .screen(id)
    case .coordinator(let id): subject = .coordinator(id)
    default:
      throw NavigationError(
        .malformed, "the leak has the id \"\(id)\", expected a coordinator or screen: c5 or s17")
    }
    guard let state = Signalbox.Leak.State(rawValue: state) else {
      throw NavigationError(.malformed, "the leak of \(id) has the unknown state \"\(state)\"")
    }
    return Signalbox.Leak(subject: subject, name: name, state: state, holders: holders)
  }
}

extension StateInspectMethod.Finish {
  fileprivate init(_ notice: FinishNotice) {
    (coordinator, type) = (notice.coordinator.number, notice.type)
    (reason, result) = (notice.reason.name, notice.result)
    parent = notice.parent.number
  }
}
