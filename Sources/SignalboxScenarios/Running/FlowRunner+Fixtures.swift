public import SignalboxScripting

extension FlowRunner {
  /// Sets up a shared fixture, in a session of its own.
  ///
  /// - Parameter note: Gets what happens.
  /// - Returns: Its value, for ``FlowSettings/fixtures``.
  /// - Throws: why there is none.
  public func setUp(
    _ fixture: SharedFixture, of file: FlowFile, noting note: @escaping (Event) -> Void = { _ in }
  ) throws(ScriptError) -> FixtureValue {
    try call(fixture, of: file, .running, note) { declaration, session throws(ScriptError) in
      let value = try declaration.setUp(timeout: settings.timeout)
      return try FixtureValue(value, of: declaration.path, session)
    }
  }

  /// Cleans up behind a shared fixture, in a session of its own.
  ///
  /// - Parameter value: What ``setUp(_:of:noting:)`` gave.
  /// - Throws: where that fails.
  public func tearDown(
    _ fixture: SharedFixture, _ value: FixtureValue, of file: FlowFile,
    noting note: @escaping (Event) -> Void = { _ in }
  ) throws(ScriptError) {
    try call(fixture, of: file, .cleaning, note) { declaration, _ throws(ScriptError) in
      try declaration.tearDown(value.scriptValue, timeout: settings.timeout)
    }
  }

  private func call<Value>(
    _ fixture: SharedFixture, of file: FlowFile, _ phase: FlowPhase,
    _ note: @escaping (Event) -> Void,
    _ body: (FixtureDeclaration, ScriptSession) throws(ScriptError) -> Value
  ) throws(ScriptError) -> Value {
    note(.phase(.loading, limit: settings.timeout))
    let place = try sessions.take(for: file)
    var isSound = false
    defer { sessions.giveBack(place, of: file, isSound: isSound) }
    note(.session(place.session.stopper))
    let showsOutput = settings.showsOutput
    place.session.addHooks(SessionHooks(output: { if showsOutput { note(.shown($0)) } }))
    _ = try load(file.whole, of: file, in: place)
    guard let declaration = place.collector.fixtures.first(where: { $0.name == fixture.name })
    else {
      throw ScriptError(
        .runtime, code: "fixtureMissing",
        "fixtureMissing: when it was loaded again, \(file.path) had no fixture \"\(fixture.name)\"")
    }
    note(.phase(phase, limit: settings.timeout))
    place.session.clearUnhandled()
    place.collector.isClosed = true
    defer { place.collector.isClosed = false }
    let value = try body(declaration, place.session)
    if let error = place.session.unhandled.first { throw error }
    isSound = true
    return value
  }
}
