public import Signalbox
public import SignalboxScripting

/// What a test defines natively, what stands in for it, and results of both.
extension NavigationFixture {
  /// Defines a native coordinator in place, or replaces the one of that name.
  ///
  /// Classes and types of the application are registered with its engine:
  /// `app.engine.register(Payment.self)`.
  ///
  /// - Throws: `badArgument` for a malformed link pattern.
  public func define(
    _ name: String, _ build: (inout CoordinatorBuilder) throws -> Void
  ) throws {
    var builder = CoordinatorBuilder()
    try build(&builder)
    let definition = builder
    let engine = engine
    try engine.register(
      CoordinatorType(
        name: name, style: definition.style, routes: definition.routes,
        parameters: definition.parameters, links: definition.links
      ) { [unowned engine] id, arguments in
        BuiltCoordinator(engine.router(of: id), arguments, definition)
      })
  }

  /// Lets a coordinator of a script stand in for the one of that name, native or not. What is on
  /// screen goes on; new navigation uses the stub.
  ///
  /// - Parameters:
  ///   - name: The type that is replaced.
  ///   - path: A script that defines a coordinator of that name, relative to the test's source file
  ///     or to the root of its package.
  /// - Throws: where the script does not load or defines no such coordinator; the one that was there
  ///   stays then.
  public func stub(_ name: String, with path: String) throws(ScriptError) {
    let before = engine.coordinatorType(named: name)
    let known = Set(engine.coordinatorTypeNames)
    engine.unregister(coordinatorType: name)
    do throws(ScriptError) {
      try load(path)
      guard engine.coordinatorType(named: name) != nil else {
        let new = engine.coordinatorTypeNames.filter { !known.contains($0) }
        let defined = new.isEmpty ? "none" : new.joined(separator: ", ")
        throw .badArgument(
          "stub: \(path) defines no coordinator \"\(name)\"; of new ones it defines \(defined)",
          hint: "write coordinator \"\(name)\" { … } there")
      }
    } catch {
      // It was registered before, so it is not refused now.
      if let before { try? engine.register(before) }
      throw error
    }
  }

  /// Ends a coordinator from outside, as if it had called `finishFlow` itself.
  ///
  /// - Parameters:
  ///   - name: The type; the coordinator of it that is nearest to the front ends.
  ///   - result: What its parent gets; a value that scripts cannot hold is a failure with its path.
  @discardableResult
  public func finish(
    _ name: String, with result: (any Encodable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestPlace(fileID, filePath, line, column)
    guard let router = router(of: name) else {
      fail("finish: no coordinator \"\(name)\" runs", at: place)
      return nil
    }
    do throws(NavigationError) {
      var value: NavigationValue?
      if let result { value = try NavigationValue(encoding: result) }
      return perform("finish", name, at: place) { router.finishFlow(value) }
    } catch {
      fail("finish: \(error)", at: place)
      return nil
    }
  }

  /// What the last coordinator of a type gave to `finishFlow`, as a Swift value.
  ///
  /// - Throws: `badArgument` where none has finished, or its result is something else.
  public func result<Value: Decodable>(
    of name: String, as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    guard let notice = finishes.last(where: { $0.type == name }) else {
      let others = Set(finishes.map(\.type)).sorted().joined(separator: ", ")
      throw NavigationError(
        .badArgument, "result: no coordinator \"\(name)\" has finished",
        hint: others.isEmpty ? "none has yet" : "finished are \(others)")
    }
    return try notice.result(as: type)
  }
}
