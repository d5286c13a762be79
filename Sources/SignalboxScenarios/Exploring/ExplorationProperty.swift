internal import Signalbox
internal import SignalboxScripting

/// A property of an application's states, declared in a file or specified as a goal.
struct ExplorationProperty {
  /// The property without its conditions.
  let property: StateProperty<ScriptLocation>
  /// The conditions that are evaluated in each state.
  let conditions: [StateCondition]

  var name: String { property.name }
  var location: ScriptLocation? { property.location }
  var title: String { property.title }
  var kind: StateProperty<ScriptLocation>.Kind { property.kind }

  init(
    name: String, location: ScriptLocation?, kind: StateProperty<ScriptLocation>.Kind,
    _ conditions: [StateCondition]
  ) {
    property = StateProperty(name: name, location: location, kind: kind)
    self.conditions = conditions
  }
}

/// A condition on a state: a script function, or an expectation.
struct StateCondition {
  private enum Content {
    case function(ScriptFunction)
    case expectation(Expectation)
  }

  private let content: Content
  private let session: ScriptSession
  /// The names that the expectation contains. The set is empty for a function.
  let names: Set<ExpectedName>

  /// - Parameter path: The name of the condition in errors, such as `always "one sheet"`.
  /// - Throws: `badArgument` if the value is neither a function nor a table of expectations. Also
  ///   throws the error of an invalid expectation.
  init(_ value: ScriptValue, of path: String, in session: ScriptSession) throws(ScriptError) {
    self.session = session
    names = ExpectedName.names(in: value)
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
  /// - Parameters:
  ///   - subject: The current state, which several conditions can share, or `nil` to read the state
  ///     again.
  ///   - timeout: The wall-clock limit for a function, or `nil` for none.
  /// - Throws: The errors that functions raise, and `notPure` if a function has changed the state.
  func holds(
    in subject: MatchSubject? = nil, timeout: Duration? = nil
  ) throws(ScriptError) -> Bool {
    switch content {
    case .function(let function):
      return try session.answer(
        of: function, named: "the function of a property",
        hint: "perform actions with explore { actions = … }", timeout: timeout
      ).isTrue
    case .expectation(let expectation):
      return try expectation.unmet(subject ?? MatchSubject(session)).isEmpty
    }
  }
}

extension ScriptSession {
  /// Returns the result of a function that must only read the state of the application.
  ///
  /// - Parameters:
  ///   - name: The function in errors, such as `the function of a property`.
  ///   - hint: The hint if the function has changed the state.
  ///   - timeout: The wall-clock limit, or `nil` for none.
  /// - Throws: The error that the function raises, and `notPure` if it has changed the state.
  func answer(
    of function: ScriptFunction, named name: String, hint: String, timeout: Duration?
  ) throws(ScriptError) -> ScriptValue {
    let (events, now) = (engine.eventCount, engine.now)
    let value = try function.call([.handle(.app)], timeout: timeout).first ?? .nil
    guard engine.eventCount == events, engine.now == now else {
      throw ScriptError(
        .runtime, code: "notPure",
        "notPure: \(name) has changed the state; it must not change the state", hint: hint)
    }
    return value
  }
}
