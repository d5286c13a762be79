public import Signalbox
package import SignalboxInspector

/// A fixture for an application under test: an engine with Swift coordinators, virtual time and
/// recorded events for a single test.
///
/// ```swift
/// @Test func `signing in opens the profile`() throws {
///   let app = try NavigationFixture { try AccountApp.register(in: $0.engine) }
///   app.launch(Home.self)
///   app.tap("Sign in")
///   app.tap("Submit")
///   app.expectStack("home", .screen("profile", ["name": "ada"]))
///   app.expectNoLeaks()
/// }
/// ```
///
/// Failed expectations are reported as test failures at the calling line. The fixture closes itself
/// when it is released. It is not `Sendable`, because it belongs to the test that created it. For
/// applications with scripts, use the subclass `ScriptFixture` in `SignalboxScriptTesting`. A
/// subclass can add steps that are specific to an application, but it cannot override methods.
///
/// Asynchronous work of coordinators requires iOS 18 or macOS 15 in a fixture. On older systems,
/// ``/Signalbox/AnyRouter/work(_:then:)`` is rejected as `notReady`.
open class NavigationFixture {
  /// The engine of the application under test.
  public let engine: NavigationEngine
  /// The notices of all coordinators that have finished, oldest first, including their results.
  public internal(set) var finishes: [FinishNotice] = []
  /// The checks that are performed when the fixture ends.
  public var exhaustivity: Exhaustivity

  package let host: any FixtureHost
  package let project: TestProject
  package let report: FixtureReport
  let time: FixtureTime
  private let steps: FixtureSteps
  private let snapshots: FixtureSnapshots
  private let definitions: DefinitionCheck
  /// The events that ``expectEvents(_:of:fileID:filePath:line:column:)`` has compared.
  private var comparedEvents = ComparedEvents()
  private var isClosed = false
  private var finishHook: EngineHookID?

  /// Creates a fixture with an engine.
  ///
  /// - Parameters:
  ///   - isClockAutomatic: Whether the virtual clock advances automatically, so that animations end
  ///     immediately. If `false`, only methods such as `advance(by:)` advance time.
  ///   - exhaustivity: The checks that are performed when the fixture ends.
  ///   - checksDefinitions: Whether the first launch fails the test if a route or a page leads to a
  ///     coordinator that is not registered, or if another definition is wrong. To test a
  ///     coordinator without the coordinators that it leads to, pass `false`, or define stubs with
  ///     ``define(_:_:)``. See ``/Signalbox/NavigationEngine/validate()``.
  ///   - define: A closure that registers the coordinators.
  /// - Throws: Any error that `define` throws, and a ``FixtureError`` if the value of
  ///   `SIGNALBOX_UPDATE` is invalid.
  public init(
    isClockAutomatic: Bool = true, exhaustivity: Exhaustivity = .off,
    checksDefinitions: Bool = true, function: StaticString = #function,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, define: (NavigationFixture) throws -> Void = { _ in }
  ) throws {
    let engine = NavigationEngine()
    (self.engine, self.exhaustivity) = (engine, exhaustivity)
    let test = TestIdentity(function, fileID, filePath, line, column)
    (project, host) = (test.project, EngineHost(engine))
    (report, time) = (FixtureReport(engine, host), FixtureTime(engine))
    steps = FixtureSteps(engine, host, report, time, home: test.location)
    definitions = DefinitionCheck(isWanted: checksDefinitions)
    snapshots = try FixtureSnapshots(project, test.name)
    connect()
    engine.isClockAutomatic = isClockAutomatic
    try define(self)
    begin()
  }

  /// Creates a fixture with another host. `begin` must be called after the application has been
  /// defined.
  package init(
    _ engine: NavigationEngine, _ host: any FixtureHost, exhaustivity: Exhaustivity,
    _ test: TestIdentity
  ) throws(FixtureError) {
    (self.engine, self.host, self.exhaustivity) = (engine, host, exhaustivity)
    project = test.project
    (report, time) = (FixtureReport(engine, host), FixtureTime(engine))
    steps = FixtureSteps(engine, host, report, time, home: test.location)
    definitions = DefinitionCheck(isWanted: false)
    snapshots = try FixtureSnapshots(project, test.name)
    connect()
  }

  private func connect() {
    time.connect()
    finishHook = engine.addHooks(EngineHooks(onFinish: { [unowned self] in finishes.append($0) }))
  }

  /// Begins the test. Earlier changes need no expectation.
  package func begin() {
    steps.beginTest()
    comparedEvents.skip(upTo: engine.eventCount)
    host.coverage.coverAll(upTo: engine.eventCount)
  }

  deinit { close() }

  /// Ends the application, cancels its work, and reports the findings of ``exhaustivity``. This
  /// method is called automatically when the fixture is released, and can be called more than once.
  ///
  /// A property of an `XCTestCase` is released after all tests have run. A test case that stores
  /// its fixture in a property must call this method in `tearDown()`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    // If defining the application has failed, no test has begun.
    if steps.hasBegun { steps.reportFindings(exhaustivity) }
    steps.endTest()
    if let finishHook { engine.removeHooks(finishHook) }
    time.disconnect()
    host.close()
  }

  // MARK: - Definitions

  /// Defines a coordinator for this test, or replaces the coordinator with the same name.
  ///
  /// To register coordinator classes of the application, use the fixture's engine:
  /// `app.engine.register(Payment.self)`.
  ///
  /// - Parameters:
  ///   - name: The name that routes use.
  ///   - build: A closure that adds screens, routes and actions. An error that the closure throws
  ///     is rethrown.
  /// - Throws: `badArgument` if a link pattern is malformed.
  public func define(
    _ name: String, _ build: (inout CoordinatorBuilder) throws -> Void
  ) throws {
    var builder = CoordinatorBuilder()
    try build(&builder)
    try engine.register(BuiltCoordinator.type(name, builder, in: engine))
  }

  /// Finishes a coordinator as if it had called `finishFlow` itself.
  ///
  /// - Parameters:
  ///   - name: The coordinator's type. If several coordinators of this type are running, the
  ///     frontmost coordinator finishes.
  ///   - result: The result for the coordinator's parent. If the value cannot be passed, the test
  ///     fails, and the failure contains the path of the value.
  /// - Returns: The outcome. If no coordinator of this type is running, the result is `nil` and the
  ///   test fails.
  @discardableResult
  public func finish(
    _ name: String, with result: (any Encodable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestLocation(fileID, filePath, line, column)
    guard let router = router(of: name) else {
      report.fail("finish: no coordinator \"\(name)\" is running", at: place)
      return nil
    }
    do throws(NavigationError) {
      var value: NavigationValue?
      if let result { value = try NavigationValue(encoding: result) }
      return perform("finish", name, at: place) { router.finishFlow(value) }
    } catch {
      report.fail("finish: \(error)", at: place)
      return nil
    }
  }

  /// Returns the result of the most recently finished coordinator of a type.
  ///
  /// - Parameters:
  ///   - name: The type of the coordinator.
  ///   - type: The Swift type of the result. If omitted, the type is inferred.
  /// - Throws: `badArgument` if no coordinator of this type has finished, or if the result has
  ///   another Swift type.
  public func result<Value: Decodable>(
    of name: String, as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    guard let notice = finishes.last(where: { $0.type == name }) else {
      let others = Set(finishes.map(\.type)).sorted().joined(separator: ", ")
      throw NavigationError(
        .badArgument, "result: no coordinator \"\(name)\" has finished",
        hint: others.isEmpty
          ? "no coordinator has finished yet" : "the finished coordinators are \(others)")
    }
    cover([.named(.coordinatorFinished, name)])
    return try notice.result(as: type)
  }

  // MARK: - Expectations

  /// Expects the screens of the topmost coordinator, starting with the root.
  ///
  /// ```swift
  /// app.expectStack("catalog", .screen("product", ["id": 42]))
  /// ```
  ///
  /// - Parameter screens: The names of all screens. Use `.screen` to also compare all arguments.
  public func expectStack(
    _ screens: ExpectedScreen..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    cover(.inStack)
    let stack = engine.topCoordinator.map(engine.stack(of:)) ?? []
    compare(
      "expectStack", "stack", screens, stack.map { ExpectedScreen($0.name, $0.arguments) },
      at: TestLocation(fileID, filePath, line, column))
  }

  /// Expects the frontmost screen.
  ///
  /// - Parameter screen: The name of the screen. Use `.screen` to also compare all arguments.
  public func expectFront(
    _ screen: ExpectedScreen, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let front = engine.tree.front
    if let front { cover(.showing(front, in: engine)) }
    compare(
      "expectFront", "front", [screen],
      front.map { [ExpectedScreen($0.name, $0.arguments)] } ?? [],
      at: TestLocation(fileID, filePath, line, column))
  }

  /// Expects the topmost screens of the layers above the root layer, lowest layer first. Sheets,
  /// covers, popovers and alerts are layers.
  ///
  /// ```swift
  /// app.expectModals("address")
  /// ```
  ///
  /// ```swift
  /// app.expectModals()  // no layer is presented
  /// ```
  ///
  /// - Parameter screens: The names of the screens. Use `.screen` to also compare all arguments.
  public func expectModals(
    _ screens: ExpectedScreen..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let modals = VisibleScreens(engine.tree).modals.compactMap(\.screen)
    cover(
      modals.reduce(into: Set.inLayers) { changes, screen in
        changes.formUnion(Set.showing(screen, in: engine))
      })
    compare(
      "expectModals", "modals", screens, modals.map { ExpectedScreen($0.name, $0.arguments) },
      at: TestLocation(fileID, filePath, line, column))
  }

  /// Expects the selected page of the innermost visible tabs.
  ///
  /// - Parameter page: The id of the page.
  public func expectTab(
    _ page: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    cover([.all(.tabChanged)])
    let selected = VisibleScreens(engine.tree).tabs?.pages.first { $0.isSelected }?.id
    guard selected != page else { return }
    report.fail(
      "expectTab", "tab", expected: "\"\(page)\"",
      actual: selected.map { "\"\($0)\"" } ?? "no tabs are shown",
      at: TestLocation(fileID, filePath, line, column))
  }

  private func compare(
    _ verb: String, _ name: String, _ expected: [ExpectedScreen], _ actual: [ExpectedScreen],
    at place: TestLocation
  ) {
    let actual = actual.enumerated().map { index, screen in
      let isPrecise = expected.indices.contains(index) && expected[index].arguments != nil
      return isPrecise ? screen : ExpectedScreen(screen.name, nil)
    }
    guard actual != expected else { return }
    report.fail(
      verb, name, expected: ExpectedScreen.text(of: expected),
      actual: ExpectedScreen.text(of: actual), at: place)
  }

  /// Expects the complete tree of coordinators and screens, in the format of ``tree``.
  ///
  /// ```swift
  /// app.expectTree(
  ///   """
  ///   Shop  list ▸ product { id = 2 }
  ///   └─ ⤒ Checkout  sheet  address      ← front
  ///   """)
  /// ```
  ///
  /// - Parameter expected: The lines of the tree, without a line ending after the last line.
  public func expectTree(
    _ expected: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    cover(.inTree)
    let difference = LineDifference(expected: expected, actual: tree)
    guard !difference.isEmpty else { return }
    report.failAlone(
      "expectTree: the tree differs (- expected, + actual)\n\n\(difference)",
      at: TestLocation(fileID, filePath, line, column))
  }

  /// The visible state as a tree, with one line for each coordinator. Cost: O(size of the state).
  public var tree: String { TreeRenderer.render(RenderSubject(engine)) }

  /// The visible state, rendered as a screen. Cost: O(size of the state).
  public var screen: String { ScreenRenderer.render(RenderSubject(engine)) }

  /// The kinds of events that report changes.
  public static let changes: [NavigationEvent.Kind] = ChangeCoverage.changes

  /// The events since the fixture was created that the engine retains, oldest first.
  public var events: [NavigationEvent] { engine.events() }

  /// Expects the events since the fixture was created, or since the previous call that compared
  /// events of the same kind.
  ///
  /// ```swift
  /// app.open("shop://product/7")
  /// app.back()
  /// app.expectEvents(["entry.pushed product", "entry.popped product userBack"])
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The expected events in the order of occurrence, each with its kind, name and
  ///     reason.
  ///   - kinds: The kinds of events to compare. By default, the events that report changes are
  ///     compared.
  public func expectEvents(
    _ expected: [String], of kinds: [NavigationEvent.Kind] = NavigationFixture.changes,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    cover(Set(kinds.map { .all($0) }))
    let actual = comparedEvents.takeNew(Set(kinds), in: engine)
    let difference = LineDifference(expected, actual.map(ChangeCoverage.text(of:)))
    guard !difference.isEmpty else { return }
    report.failAlone(
      "expectEvents: the events differ (- expected, + actual)\n\n\(difference)",
      at: TestLocation(fileID, filePath, line, column))
  }

  /// Expects the screen and the tree to equal the recorded snapshot with the given name.
  ///
  /// The snapshot is a file in the folder `snapshots` next to the test. By default, a missing file
  /// is written, except in CI. If the environment variable `SIGNALBOX_UPDATE` is 1, a snapshot that
  /// has changed is overwritten.
  ///
  /// - Parameter name: The name of the snapshot, unique within the test.
  public func expectSnapshot(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    cover(.inTree)
    let place = TestLocation(fileID, filePath, line, column)
    do throws(FixtureError) {
      guard let difference = try snapshots.difference(name, engine) else { return }
      report.failAlone("expectSnapshot: \(difference)", at: place)
    } catch {
      report.fail("expectSnapshot: \(error)", at: place)
    }
  }

  /// Expects that no coordinators or screens have leaked, for example through timers or observers.
  public func expectNoLeaks(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let leaks = host.leaks
    guard !leaks.isEmpty else { return }
    let list = leaks.map { "  \($0)" }.joined(separator: "\n")
    report.failAlone(
      "expectNoLeaks: these objects have leaked\n\n\(list)",
      at: TestLocation(fileID, filePath, line, column))
  }

  /// Expects a rejection with the given reason. The rejection can be the outcome of a step, occur
  /// in a callback, or be the error that a typed operation throws.
  ///
  /// - Parameters:
  ///   - reason: The reason. The test fails if there is a different rejection, no rejection or more
  ///     than one.
  ///   - body: A closure that performs the operation on the fixture or with a typed router. The
  ///     first `NavigationError` that is thrown ends the closure. Other errors are rethrown.
  public func expectRejection(
    _ reason: ReasonCode, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, during body: (NavigationFixture) throws -> Void
  ) rethrows {
    let actual = try steps.rejections { try body(self) }
    guard actual != [reason.name] else { return }
    report.fail(
      "expectRejection", "rejections", expected: reason.name,
      actual: actual.isEmpty ? "no operation was rejected" : actual.joined(separator: ", "),
      at: TestLocation(fileID, filePath, line, column))
  }

  // MARK: - Exhaustivity

  /// Ignores all previous changes, so that ``exhaustivity`` requires no expectation for these
  /// changes.
  public func skipChanges() { host.coverage.coverAll(upTo: engine.eventCount) }

  /// Records that an expectation has compared changes.
  package func cover(_ changes: Set<ShownChange>) {
    host.coverage.cover(changes, upTo: engine.eventCount)
  }

  // MARK: - Steps

  /// Performs a step. Rejections and errors of callbacks are test failures.
  @discardableResult
  package func perform(
    _ verb: String, _ argument: String? = nil, at place: TestLocation, _ body: () -> Outcome?
  ) -> Outcome? {
    steps.perform(verb, argument, at: place, body)
  }

  /// Launches a coordinator. Before the first launch, the definitions are checked.
  private func launch(
    _ type: String, at place: TestLocation, _ body: () -> Outcome?
  ) -> Outcome? {
    if let problem = definitions.problem(in: engine) {
      report.fail("launch: \(problem)", at: place)
    }
    return perform("launch", type, at: place, body)
  }

  /// Performs a user gesture.
  func gesture(
    _ name: String, _ argument: String?, at place: TestLocation,
    _ change: (inout OperationCall, SymbolTable) -> Void
  ) -> Outcome? {
    perform(name, argument, at: place) { engine.perform(name) { change(&$0, engine.symbols) } }
  }

  /// Performs a step that is not listed in reports, because its operations are listed separately.
  package func performUnlisted<Result>(
    _ verb: String, at place: TestLocation, _ body: () -> Result
  ) -> Result {
    steps.begin(verb, at: place, isListed: false)
    defer { steps.end(at: place) }
    return body()
  }

  /// Records a rejection.
  ///
  /// - Returns: Whether the test currently expects rejections.
  package func takeExpectedRejection(_ code: String) -> Bool {
    steps.takeExpectedRejection(code)
  }

  // MARK: - Recordings

  /// Creates a fixture and repeats a recording. The test continues after the last recorded step.
  ///
  /// If a step's result differs from the recording, the test fails, and the fixture remains at that
  /// step.
  ///
  /// - Parameters:
  ///   - recording: The recording to repeat.
  ///   - exhaustivity: The checks that are performed when the fixture ends.
  ///   - define: A closure that registers the coordinators that the recording requires.
  /// - Throws: An error if the recording cannot be read or is not valid, and any error that
  ///   `define` throws.
  public convenience init(
    recording: SessionRecording, exhaustivity: Exhaustivity = .off,
    function: StaticString = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, define: (NavigationFixture) throws -> Void
  ) throws {
    try self.init(
      exhaustivity: exhaustivity, function: function, fileID: fileID, filePath: filePath,
      line: line, column: column, define: define)
    try replay(recording, at: TestLocation(fileID, filePath, line, column))
  }

  /// Repeats a recording, after which the test begins.
  package func replay(_ recording: SessionRecording, at place: TestLocation) throws {
    let result = try SessionReplay(recording.lines(in: project)).run(on: engine)
    steps.proceed(at: place)
    if let divergence = result.divergence {
      report.fail(
        "the result of the replay differs from the recording\n\n\(divergence)", at: place)
    }
    begin()
  }

  /// Starts recording all calls.
  ///
  /// - Throws: `notSerializable` if the current state cannot be saved.
  public func record() throws(NavigationError) -> RunningRecording {
    let recording = RunningRecording()
    try engine.record { recording.add($0) }
    return recording
  }

  // MARK: - The application

  /// Launches a coordinator with its input.
  ///
  /// - Parameters:
  ///   - coordinator: The class of the coordinator.
  ///   - input: The value with which the coordinator is created.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func launch<Class: Coordinator>(
    _ coordinator: Class.Type, with input: Class.Input, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    launch(Class.name, at: TestLocation(fileID, filePath, line, column)) {
      do throws(NavigationError) {
        return try engine.launch(coordinator, with: input)
      } catch {
        return .rejected(error)
      }
    }
  }

  /// Launches a coordinator that has no input.
  ///
  /// - Parameter coordinator: The class of the coordinator.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func launch<Class: Coordinator>(
    _ coordinator: Class.Type, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? where Class.Input == Void {
    launch(coordinator, with: (), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Launches a coordinator, identified by its type name.
  ///
  /// - Parameters:
  ///   - type: The name of the coordinator's type.
  ///   - arguments: The arguments of the coordinator.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func launch(
    _ type: String, _ arguments: NavigationArguments = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    launch(type, at: TestLocation(fileID, filePath, line, column)) {
      engine.launch(type, arguments)
    }
  }

  /// Runs an operation of the topmost coordinator, or of the frontmost coordinator of a type.
  ///
  /// ```swift
  /// app.perform { $0.navigate(to: "product", ["id": 42]) }
  /// ```
  ///
  /// ```swift
  /// app.perform(in: "Shop") { $0.dismiss() }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the coordinator, or `nil` for the topmost coordinator.
  ///   - operation: A closure that calls the operation on the router.
  /// - Returns: The outcome. If there is no such coordinator, the result is `nil` and the test
  ///   fails. A rejection is also a test failure.
  @discardableResult
  public func perform(
    in type: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ operation: (AnyRouter) -> Outcome?
  ) -> Outcome? {
    let place = TestLocation(fileID, filePath, line, column)
    guard let router = type.map(router(of:)) ?? router else {
      let reason = type.map { "no coordinator \"\($0)\" is running" } ?? "nothing has been launched"
      report.fail("perform: \(reason); call launch() first", at: place)
      return nil
    }
    return perform("perform", type, at: place) { operation(router) }
  }

  /// The router of the topmost coordinator, or `nil` before launch. A rejected call fails the test,
  /// unless the call has a completion or ``expectRejection(_:fileID:filePath:line:column:during:)``
  /// expects the rejection.
  public var router: AnyRouter? { engine.topCoordinator.map(engine.router(of:)) }

  /// Returns the router of the frontmost coordinator of a type, or `nil` if there is none.
  ///
  /// - Parameter type: The name of the coordinator type.
  public func router(of type: String) -> AnyRouter? {
    CoordinatorSearch(engine).nearest(type).map(engine.router(of:))
  }

  // MARK: - Time

  /// The virtual clock for services that sleep. Use `any Clock<Duration>` in the application, and
  /// pass this clock in tests. The asynchronous work of coordinators receives the clock
  /// automatically.
  public var clock: NavigationClock { time.clock }

  /// The virtual time since the fixture was created.
  public var now: Duration { engine.now }

  /// Advances virtual time. Animations end, timers fire, tasks that sleep with ``clock`` wake, and
  /// the work of coordinators continues, all in chronological order.
  ///
  /// Work that waits for other code, such as code on the main actor, continues when the caller
  /// awaits.
  ///
  /// - Parameter duration: The virtual time to advance, rounded up to milliseconds. A negative
  ///   duration is a test failure.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = TestLocation(fileID, filePath, line, column)
    guard let end = begin("advance", duration, at: place) else { return }
    if !time.advance(to: end) { failInCallback("advance", at: place) }
    steps.end(at: place)
  }

  /// Advances virtual time and lets waiting tasks run.
  ///
  /// The coordinators' own work in ``/Signalbox/AnyRouter/work(_:then:)`` continues in a
  /// deterministic order. Other tasks that sleep with ``clock``, such as tasks on the main actor,
  /// run whenever a task wakes.
  ///
  /// - Parameter duration: The virtual time to advance, rounded up to milliseconds. A negative
  ///   duration is a test failure.
  public nonisolated(nonsending) func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let place = TestLocation(fileID, filePath, line, column)
    guard let end = begin("advance", duration, at: place) else { return }
    if await !time.advanceLettingOthersRun(to: end) { failInCallback("advance", at: place) }
    steps.end(at: place)
  }

  /// Advances virtual time until all work of coordinators is complete and no animation is running.
  ///
  /// - Parameter limit: The maximum virtual time to advance. Work that is still incomplete at the
  ///   limit is a test failure.
  public nonisolated(nonsending) func finishWork(
    within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = TestLocation(fileID, filePath, line, column)
    guard let end = begin("finishWork", limit, at: place) else { return }
    if await !time.finishWork(until: end) { failInCallback("finishWork", at: place) }
    steps.end(at: place)
    let count = engine.openWorkCount
    guard count > 0 else { return }
    let what = count == 1 ? "one work item is pending" : "\(count) work items are pending"
    report.fail(
      "finishWork: \(what), and nothing is due within \(limit) of virtual time; in a test, work "
        + "can wait only for the clock", at: place)
  }

  /// Holds the asynchronous work that coordinators of a type start from now on, until
  /// ``endWork(of:at:with:fileID:filePath:line:column:)`` ends it. The test thereby determines the
  /// results and the order of responses.
  ///
  /// ```swift
  /// app.holdWork(of: "Payment")
  /// app.launch()
  /// app.tap("Buy")
  /// app.tap("Pay at the bank")
  /// app.expectStack("confirm")
  /// app.endWork(of: "Payment", with: .success(Receipt(number: 9)))
  /// ```
  ///
  /// - Parameter type: The name of the coordinator type.
  public func holdWork(of type: String) { time.hold(type) }

  /// Ends held work of a coordinator and delivers the result of the work.
  ///
  /// If no such work is held, or if the work returns values of another type, the test fails and
  /// nothing changes.
  ///
  /// - Parameters:
  ///   - type: The name of the coordinator type.
  ///   - index: The position among the held work of this type, oldest first, counted from 0.
  ///   - ending: The result, or `.completion` to run the work as it is written.
  public func endWork(
    of type: String, at index: Int = 0, with ending: WorkEnding = .completion,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = TestLocation(fileID, filePath, line, column)
    steps.begin("endWork", type, at: place)
    let problem = time.endWork(of: type, at: index, with: ending)
    if let problem { report.fail("endWork: \(problem)", at: place) }
    steps.end(at: place)
  }

  /// Advances virtual time until no animation is running and no operation is waiting.
  public func settle(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = TestLocation(fileID, filePath, line, column)
    steps.begin("settle", at: place)
    engine.settle()
    steps.end(at: place)
  }

  /// Returns the time to which to advance, or `nil` for a negative duration, which is a test
  /// failure.
  private func begin(_ verb: String, _ duration: Duration, at place: TestLocation) -> Duration? {
    steps.begin(verb, "\(duration)", at: place)
    if duration >= .zero { return time.end(of: duration) }
    report.fail(
      "\(verb): \(duration) is not a valid duration, expected 0 or more", at: place)
    steps.end(at: place)
    return nil
  }

  private func failInCallback(_ verb: String, at place: TestLocation) {
    report.fail("\(verb): time cannot pass in a callback; call \(verb) from the test", at: place)
  }
}
