internal import Signalbox
internal import SignalboxScripting

/// A property that a file declares for all states of an application.
struct ExplorationProperty {
  /// What the property says of the states.
  enum Kind {
    /// It holds in every state.
    case always(StateCondition)
    /// It holds in no state.
    case never(StateCondition)
    /// It holds in at least one state.
    case reachable(StateCondition)
    /// From every state, some path leads to a state in which it holds.
    case fromEverywhere(StateCondition)
    /// From every state in which the first condition holds, a path of at most so many actions leads
    /// to a state in which the second one holds.
    case within(Int, when: StateCondition, reach: StateCondition)

    /// The global that declares the property.
    var word: String {
      switch self {
      case .always: "always"
      case .never: "never"
      case .reachable: "reachable"
      case .fromEverywhere: "fromEverywhere"
      case .within(let count, _, _): "within(\(count))"
      }
    }

    /// Whether the property is about each state alone.
    var isOfEveryState: Bool {
      switch self {
      case .always, .never: true
      case .reachable, .fromEverywhere, .within: false
      }
    }

    /// What counts as the value of the conditions while a transition is in flight: the value that
    /// violates nothing and fulfils nothing.
    var holdsDuringTransitions: Bool {
      switch self {
      case .always: true
      case .never, .reachable, .fromEverywhere, .within: false
      }
    }

    /// The conditions that are evaluated in each state.
    var conditions: [StateCondition] {
      switch self {
      case .always(let condition), .never(let condition), .reachable(let condition),
        .fromEverywhere(let condition):
        [condition]
      case .within(_, let first, let second): [first, second]
      }
    }
  }

  /// The name, unique in its file.
  let name: String
  /// The line of the declaration.
  let location: ScriptLocation?
  let kind: Kind

  /// The property as its file declares it, such as `never "two sheets"`.
  var title: String { "\(kind.word) \"\(name)\"" }
}

/// A condition on a state: a function of a script, or an expectation.
struct StateCondition {
  private enum Content {
    case function(ScriptFunction)
    case expectation(Expectation)
  }

  private let content: Content
  private let session: ScriptSession

  /// - Parameter path: What errors call the property.
  /// - Throws: `badArgument` if the value is neither a function nor a table of expectations, and the
  ///   errors of an expectation.
  init(_ value: ScriptValue, of path: String, in session: ScriptSession) throws(ScriptError) {
    self.session = session
    if let function = value.function {
      content = .function(function)
    } else if value.table != nil {
      content = .expectation(try Expectation(value, of: path, in: session))
    } else {
      throw .badArgument(
        "\(path): got \(session.text(of: value)), expected function(app) … end or a table such as "
          + "{ front = \"catalog\" }")
    }
  }

  /// Returns whether the condition holds in the current state of the session.
  ///
  /// - Parameter timeout: The wall-clock limit for a function; `nil` for none.
  /// - Throws: The errors that functions raise, and `notPure` if a function has changed the state.
  func holds(timeout: Duration? = nil) throws(ScriptError) -> Bool {
    switch content {
    case .function(let function):
      let (events, now) = (session.engine.eventCount, session.engine.now)
      let isTrue = try function.call([.handle(.app)], timeout: timeout).first?.isTrue ?? false
      guard session.engine.eventCount == events, session.engine.now == now else {
        throw ScriptError(
          .runtime, code: "notPure",
          "notPure: the function of a property has changed the state; it may only read",
          hint: "perform actions with explore { actions = … }")
      }
      return isTrue
    case .expectation(let expectation):
      return try expectation.unmet(MatchSubject(session)).isEmpty
    }
  }
}
