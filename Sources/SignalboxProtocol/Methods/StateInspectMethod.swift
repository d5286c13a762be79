public import Signalbox

/// `state/inspect`: everything that scripts can read about what is shown.
public enum StateInspectMethod: EngineMethod {
  /// No parameters.
  public typealias Params = NoFields

  /// What a screen shows.
  public struct Screen: MessageFields {
    /// The number in its identifier: 17 for `s17`.
    public var number: Int
    /// Its title, or its name.
    public var title: String
    /// The labels that the user can tap.
    @Sparse public var actions: [String] = []

    /// The description of the values.
    public static let fields = [
      MessageField("number", .integer(least: 1), "the number in its identifier: 17 for `s17`"),
      MessageField("title", .string, "its title, or its name if it has none"),
      MessageField("actions", .list(.string), optional: true, "the labels of its actions"),
    ]
  }

  /// An object that is alive although it was removed.
  public struct Leak: MessageFields {
    /// The identifier of a coordinator or screen.
    public var id: String
    /// The type of the coordinator or the name of the screen.
    public var name: String
    /// How it left the tree.
    public var state: String
    /// What retains it.
    @Sparse public var holders: [String] = []

    /// The description of the values.
    public static let fields = [
      MessageField("id", .string, "the identifier of a coordinator or screen"),
      MessageField("name", .string, "the type of the coordinator or the name of the screen"),
      MessageField("state", .choice(["neverShown", "gone"]), "how it left the tree"),
      MessageField("holders", .list(.string), optional: true, "what retains it"),
    ]
  }

  /// The coordinator that finished last.
  public struct Finish: MessageFields {
    /// The number in its identifier.
    public var coordinator: Int
    /// The name of its type.
    public var type: String
    /// The number in the identifier of its parent, or 0 if the parent has finished as well.
    @Sparse public var parent: Int = 0
    /// Why it finished.
    public var reason: String
    /// Its result, if it has one.
    public var result: NavigationValue?

    /// The description of the values.
    public static let fields = [
      MessageField("coordinator", .integer(least: 1), "the number in its identifier"),
      MessageField("type", .string, "the name of its type"),
      MessageField(
        "parent", .integer(least: 0), optional: true,
        "the number in the identifier of its parent; omitted if it has finished as well"),
      MessageField("reason", .choice(FinishReason.allCases.map(\.name)), "why it finished"),
      MessageField("result", .any, optional: true, "its result"),
    ]
  }

  /// The result.
  public struct Result: MessageFields {
    /// The state, as `state/get` returns it.
    public var state: NavigationValue
    /// The number of the last event before it.
    public var sequence: Int
    /// Virtual milliseconds since the engine was created.
    public var time: Int
    /// The numbers in the identifiers of the coordinators, in the order of the state.
    @Sparse public var coordinators: [Int] = []
    /// The numbers in the identifiers of the layers, in the order of the state.
    @Sparse public var layers: [Int] = []
    /// The screens: those of the coordinators, then those of layers.
    @Sparse public var screens: [Screen] = []
    /// Objects that are alive although they were removed.
    @Sparse public var leaks: [Leak] = []
    /// The coordinator that finished last.
    public var finish: Finish?
    /// The progress of an open swipe.
    public var swipe: Double?
    /// How many operations can be undone.
    @Sparse public var undoable: Int = 0
    /// How many operations can be redone.
    @Sparse public var redoable: Int = 0
    /// The number of changes that have led to the state.
    @Sparse public var step: Int = 0
    /// How often a change has discarded undone changes.
    @Sparse public var forks: Int = 0
    /// Whether the first screen has appeared.
    @Sparse public var isReady: Bool = false

    /// The description of the values.
    public static let fields = [
      MessageField("state", .state, "the coordinators, layers and screens"),
      MessageField("sequence", .integer(least: 0), "the number of the last event before it"),
      MessageField("time", .integer(least: 0), "virtual milliseconds since the engine was created"),
      MessageField(
        "coordinators", .list(.integer(least: 1)), optional: true,
        "the numbers in the identifiers of the coordinators, in the order of the state"),
      MessageField(
        "layers", .list(.integer(least: 1)), optional: true,
        "the numbers in the identifiers of the layers, in the order of the state"),
      MessageField(
        "screens", .list(.fields(Screen.fields)), optional: true,
        "the screens of the coordinators in order, each followed by the screen around its pages, then "
          + "those of layers without a coordinator"),
      MessageField(
        "leaks", .list(.fields(Leak.fields)), optional: true,
        "coordinators and screens that are alive although they were removed"),
      MessageField(
        "finish", .fields(Finish.fields), optional: true, "the coordinator that finished last"),
      MessageField("swipe", .number, optional: true, "the progress of an open swipe, from 0 to 1"),
      MessageField(
        "undoable", .integer(least: 0), optional: true, "how many operations can be undone"),
      MessageField(
        "redoable", .integer(least: 0), optional: true, "how many operations can be redone"),
      MessageField(
        "step", .integer(least: 0), optional: true,
        "the number of changes that have led to the state; undo decreases it"),
      MessageField(
        "forks", .integer(least: 0), optional: true,
        "how often a change has discarded undone changes, which cannot be redone"),
      MessageField(
        "isReady", .boolean, optional: true, "whether the first screen has appeared"),
    ]
  }

  /// The name.
  public static let name = "state/inspect"
  /// One sentence.
  public static let summary =
    "Returns the visible state with identifiers, titles, actions and leaks, for tools that show the "
    + "application as if it were their own."
  /// The example.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Reads everything.
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
  /// The state for an engine that shows it.
  ///
  /// - Throws: `malformed` for a state that no engine can show.
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
      throw NavigationError(.malformed, "the leak of \(id) has the state \"\(state)\"")
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
