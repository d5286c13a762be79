public import Signalbox
package import SignalboxInspector

/// An application under test: an engine with coordinators in Swift, virtual time and recorded events
/// for one test.
///
/// ```swift
/// @Test func `signing in opens the profile`() throws {
///   let app = try NavigationFixture { try AccountApp.register(in: $0.engine) }
///   app.launch(Home.self)
///   app.tap("Sign in")
///   app.tap("Submit")
///   app.expectStack("home", .screen("profile", ["name": "ada"]))
/// }
/// ```
///
/// Failed expectations are reported as failures of the test at the calling line. The fixture closes
/// itself when it is released. It is not `Sendable`: it belongs to the test that created it. For
/// applications with scripts, `SignalboxScriptTesting` has the subclass `ScriptFixture`. A subclass
/// can add the steps of an application. It overrides nothing.
///
/// Asynchronous work of coordinators needs iOS 18 or macOS 15 in a fixture: on older systems,
/// ``/Signalbox/AnyRouter/work(_:then:)`` is rejected as `notReady`.
open class NavigationFixture {
  /// The engine.
  public let engine: NavigationEngine
  /// Every coordinator that has finished, in order, with its result.
  public private(set) var finishes: [FinishNotice] = []
  /// What is checked when the fixture ends.
  public var exhaustivity: Exhaustivity

  package let host: any FixtureHost
  package let project: TestProject
  package let report: FixtureReport
  private let time: FixtureTime
  private let check: ExhaustivityCheck
  private let snapshots: FixtureSnapshots
  private let rejections = ExpectedRejections()
  private let home: TestLocation
  /// The events that ``expectEvents(_:of:fileID:filePath:line:column:)`` has compared.
  private var comparedEvents = ComparedEvents()
  private var hasBegun = false
  private var isClosed = false
  private var finishHook: EngineHookID?

  /// Creates a fixture with an engine.
  ///
  /// - Parameters:
  ///   - isClockAutomatic: Whether animations run immediately, each in its virtual time. Otherwise
  ///     time advances only with `advance(by:)`.
  ///   - exhaustivity: What is checked when the fixture ends.
  ///   - define: Registers the coordinators.
  /// - Throws: The errors of `define`, and a ``FixtureError`` for an invalid value of
  ///   `SIGNALBOX_UPDATE`.
  public init(
    isClockAutomatic: Bool = true, exhaustivity: Exhaustivity = .off,
    function: StaticString = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    define: (NavigationFixture) throws -> Void = { _ in }
  ) throws {
    let engine = NavigationEngine()
    (self.engine, self.exhaustivity) = (engine, exhaustivity)
    let test = TestPlace(function, fileID, filePath, line, column)
    (project, home) = (test.project, test.location)
    host = EngineHost(engine)
    report = FixtureReport(engine, host)
    time = FixtureTime(engine)
    check = ExhaustivityCheck(engine, home: home)
    snapshots = try FixtureSnapshots(project, test.name)
    connect()
    engine.isClockAutomatic = isClockAutomatic
    try define(self)
    begin()
  }

  /// Creates a fixture with another host. `begin` must be called when its application is defined.
  package init(
    _ engine: NavigationEngine, _ host: any FixtureHost, exhaustivity: Exhaustivity,
    _ test: TestPlace
  ) throws(FixtureError) {
    (self.engine, self.host, self.exhaustivity) = (engine, host, exhaustivity)
    (project, home) = (test.project, test.location)
    report = FixtureReport(engine, host)
    time = FixtureTime(engine)
    check = ExhaustivityCheck(engine, home: home)
    snapshots = try FixtureSnapshots(project, test.name)
    connect()
  }

  private func connect() {
    time.connect()
    finishHook = engine.addHooks(EngineHooks(onFinish: { [unowned self] in finishes.append($0) }))
  }

  /// The test begins: what has changed until now needs no expectation.
  package func begin() {
    hasBegun = true
    comparedEvents.skip(upTo: engine.eventCount)
    host.coverage.coverAll(upTo: engine.eventCount)
  }

  deinit { close() }

  /// Ends the application: cancels its work, and reports the findings of ``exhaustivity``. Called
  /// automatically when the fixture is released; can be called again.
  ///
  /// A property of an `XCTestCase` is released after all tests: a test case that has its fixture in
  /// one calls this function in `tearDown()`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    // A fixture whose definition has failed has no test.
    if hasBegun { reportFindings() }
    for failure in host.finish() { report(failure, at: home) }
    if let finishHook { engine.removeHooks(finishHook) }
    time.disconnect()
    host.close()
  }

  // MARK: - Definitions

  /// Defines a coordinator for this test, or replaces the one with that name.
  ///
  /// Register classes of the application with its engine: `app.engine.register(Payment.self)`.
  ///
  /// - Parameters:
  ///   - name: The name that routes use.
  ///   - build: Adds screens, routes and actions. Its error is rethrown.
  /// - Throws: `badArgument` for a malformed link pattern.
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
  ///   - name: The type; of several coordinators, the one nearest to the front finishes.
  ///   - result: The result for its parent. A value that cannot be passed is a failure with its
  ///     path.
  /// - Returns: The outcome, or `nil` if no coordinator of that type runs, which is a failure.
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

  /// Returns the result that the last coordinator of a type passed to `finishFlow`.
  ///
  /// - Parameters:
  ///   - name: The type of the coordinator.
  ///   - type: The Swift type of the result; inferred if omitted.
  /// - Throws: `badArgument` if none has finished, or its result has another type.
  public func result<Value: Decodable>(
    of name: String, as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    guard let notice = finishes.last(where: { $0.type == name }) else {
      let others = Set(finishes.map(\.type)).sorted().joined(separator: ", ")
      throw NavigationError(
        .badArgument, "result: no coordinator \"\(name)\" has finished",
        hint: others.isEmpty ? "no coordinator has finished yet" : "finished are \(others)")
    }
    cover([.named(.coordinatorFinished, name)])
    return try notice.result(as: type)
  }

  // MARK: - Expectations

  /// Expects the screens of the topmost coordinator, the root first.
  ///
  /// ```swift
  /// app.expectStack("catalog", .screen("product", ["id": 42]))
  /// ```
  ///
  /// - Parameter screens: The names of all screens. `.screen` also compares all arguments.
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

  /// Expects the screen in front of everything.
  ///
  /// - Parameter screen: The name of the screen. `.screen` also compares all arguments.
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

  /// Expects the topmost screen of each layer above the root, the lowest first: sheets, covers,
  /// popovers, alerts.
  ///
  /// ```swift
  /// app.expectModals("address")
  /// app.expectModals()  // no layer is presented
  /// ```
  ///
  /// - Parameter screens: The names of the screens. `.screen` also compares all arguments.
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

  /// Expects the selected page of the tabs that are shown, the innermost ones.
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

  /// Expects the whole tree of coordinators and screens, in the format of ``tree``.
  ///
  /// ```swift
  /// app.expectTree(
  ///   """
  ///   Shop
  ///   └ ⤒ Checkout  address ←
  ///   """)
  /// ```
  ///
  /// - Parameter expected: The lines of the tree, without a line ending after the last one.
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

  /// The visible state, as a tree of coordinators, one line each.
  public var tree: String { TreeRenderer.render(RenderSubject(engine)) }

  /// The visible state as a screen.
  public var screen: String { ScreenRenderer.render(RenderSubject(engine)) }

  /// The kinds of events that report changes.
  public static let changes: [NavigationEvent.Kind] = ChangeCoverage.changes

  /// Every event since the fixture was created, the oldest first.
  public var events: [NavigationEvent] { engine.events() }

  /// Expects the events since the fixture was created, or since the previous call that compared their
  /// kind.
  ///
  /// ```swift
  /// app.tap("Buy")
  /// app.expectEvents(["entry.pushed product"])
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The kinds of events with their names and reasons, in order.
  ///   - kinds: The kinds of events to compare; by default those that report changes.
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

  /// Expects the screen and the tree to equal the recorded snapshot of a name.
  ///
  /// The snapshot is a file in the folder `snapshots` next to the test. A missing file is written;
  /// `SIGNALBOX_UPDATE=1` overwrites files that changed.
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

  /// Expects that no coordinator, screen, timer or observer is leaked.
  public func expectNoLeaks(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let leaks = host.leaks
    guard !leaks.isEmpty else { return }
    let list = leaks.map { "  \($0)" }.joined(separator: "\n")
    report.failAlone(
      "expectNoLeaks: these objects are leaked\n\n\(list)",
      at: TestLocation(fileID, filePath, line, column))
  }

  /// Expects a rejection with a reason: in the outcome of a step, in a callback, or as the error that
  /// a typed operation throws.
  ///
  /// - Parameters:
  ///   - reason: The reason. Other rejections, none or several are failures.
  ///   - body: Performs the operation on the fixture, or with a typed router. The first
  ///     `NavigationError` that it throws ends it. Other errors are rethrown.
  public func expectRejection(
    _ reason: ReasonCode, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, during body: (NavigationFixture) throws -> Void
  ) rethrows {
    let actual = try rejections.during { try body(self) }
    guard actual != [reason.name] else { return }
    report.fail(
      "expectRejection", "rejections", expected: reason.name,
      actual: actual.isEmpty ? "no operation was rejected" : actual.joined(separator: ", "),
      at: TestLocation(fileID, filePath, line, column))
  }

  // MARK: - Exhaustivity

  /// Ignores the changes so far: ``exhaustivity`` needs no expectation for them.
  public func skipChanges() { host.coverage.coverAll(upTo: engine.eventCount) }

  /// An expectation has compared changes.
  package func cover(_ changes: Set<ShownChange>) {
    host.coverage.cover(changes, upTo: engine.eventCount)
  }

  private func reportFindings() {
    for finding in check.findings(exhaustivity.checks, host.coverage, time) {
      if exhaustivity.isWarning {
        report.warn(finding.message, at: finding.place)
      } else {
        report.fail(finding.message, at: finding.place)
      }
    }
  }

  // MARK: - Steps

  /// Performs one step: a rejection is a failure, and so are errors of callbacks.
  @discardableResult
  package func perform(
    _ verb: String, _ argument: String? = nil, at place: TestLocation, _ body: () -> Outcome?
  ) -> Outcome? {
    note(verb, argument, at: place)
    let outcome = body()
    if let error = outcome?.error, !rejections.take(error.code.name) {
      report.fail(error.description, at: place)
    }
    afterwards(at: place)
    return outcome
  }

  /// Performs a gesture of the user.
  func gesture(
    _ name: String, _ argument: String?, at place: TestLocation,
    _ change: (inout OperationCall, SymbolTable) -> Void
  ) -> Outcome? {
    perform(name, argument, at: place) { engine.perform(name) { change(&$0, engine.symbols) } }
  }

  /// Records a step.
  package func note(
    _ verb: String, _ argument: String? = nil, at place: TestLocation, isListed: Bool = true
  ) {
    check.begin(verb, argument, at: place)
    if isListed { host.note(verb, argument) }
  }

  /// Continues work and reports errors of callbacks.
  package func afterwards(at place: TestLocation) {
    time.proceed()
    for failure in host.takeFailures() { report(failure, at: place) }
  }

  /// Records a rejection.
  ///
  /// - Returns: Whether the test expects rejections at the moment.
  package func takeExpectedRejection(_ code: String) -> Bool { rejections.take(code) }

  private func report(_ failure: FixtureFailure, at place: TestLocation) {
    if let code = failure.rejection, rejections.take(code) { return }
    report.fail(failure.message, at: failure.line.map(place.moved) ?? place)
  }

  // MARK: - Recordings

  /// Creates a fixture and repeats a recording. The test continues from there.
  ///
  /// A step with a different result is a failure of the test, and the fixture remains at that step.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - exhaustivity: What is checked when the fixture ends.
  ///   - define: Registers the coordinators that the recording requires.
  /// - Throws: An error if the text is not a recording, and the errors of `define`.
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

  /// Repeats a recording. The test begins after it.
  package func replay(_ recording: SessionRecording, at place: TestLocation) throws {
    let result = try SessionReplay(recording.lines(in: project)).run(on: engine)
    afterwards(at: place)
    if let divergence = result.divergence {
      report.fail(
        "the result of the replay differs from the recording\n\n\(divergence)", at: place)
    }
    begin()
  }

  /// Records all calls from now on.
  ///
  /// - Throws: `notSerializable` if the current state cannot be saved.
  public func record() throws(NavigationError) -> RunningRecording {
    let recording = RunningRecording()
    try engine.record { recording.add($0) }
    return recording
  }

  // MARK: - The application

  /// Launches a coordinator of the application.
  ///
  /// - Parameters:
  ///   - coordinator: The class.
  ///   - input: What it is created with.
  /// - Returns: The outcome. A rejection is a failure.
  @discardableResult
  public func launch<Class: Coordinator>(
    _ coordinator: Class.Type, with input: Class.Input, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    perform("launch", Class.name, at: TestLocation(fileID, filePath, line, column)) {
      do throws(NavigationError) {
        return try engine.launch(coordinator, with: input)
      } catch {
        return .rejected(error)
      }
    }
  }

  /// Launches a coordinator of the application that has no input.
  ///
  /// - Parameter coordinator: The class.
  /// - Returns: The outcome. A rejection is a failure.
  @discardableResult
  public func launch<Class: Coordinator>(
    _ coordinator: Class.Type, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? where Class.Input == Void {
    launch(coordinator, with: (), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Launches a coordinator by its name.
  ///
  /// - Parameters:
  ///   - type: The name of the coordinator's type.
  ///   - arguments: The arguments of the coordinator.
  /// - Returns: The outcome. A rejection is a failure.
  @discardableResult
  public func launch(
    _ type: String, _ arguments: NavigationArguments = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    perform("launch", type, at: TestLocation(fileID, filePath, line, column)) {
      engine.launch(type, arguments)
    }
  }

  /// Runs an operation of the coordinator on top, or of the nearest one of a type.
  ///
  /// ```swift
  /// app.perform { $0.navigate(to: "product", ["id": 42]) }
  /// app.perform(in: "Home") { $0.select("me") }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the coordinator. `nil` is the coordinator on top.
  ///   - operation: Calls the operation on the router.
  /// - Returns: The outcome, or `nil` if there is no such coordinator, which is a failure like a
  ///   rejection.
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

  /// The operations of the coordinator on top, or `nil` before launch. Rejections are reported only
  /// in the outcome.
  public var router: AnyRouter? { engine.topCoordinator.map(engine.router(of:)) }

  /// Returns the router of the frontmost coordinator of a type, or `nil` if there is none.
  ///
  /// - Parameter type: The name of the coordinator type.
  public func router(of type: String) -> AnyRouter? {
    CoordinatorSearch(engine).nearest(type).map(engine.router(of:))
  }

  // MARK: - Time

  /// The virtual clock for services that sleep: use `any Clock<Duration>` in the application and
  /// this one in its tests. Work of coordinators receives it automatically.
  public var clock: NavigationClock { time.clock }

  /// Virtual time since the fixture was created.
  public var now: Duration { engine.now }

  /// Advances virtual time: animations end, timers fire, tasks that sleep with ``clock`` wake, and
  /// work of coordinators continues, each at its time.
  ///
  /// Work that waits for other code, such as code of the main actor, continues when the caller
  /// awaits.
  ///
  /// - Parameter duration: The span of virtual time, rounded up to milliseconds. A negative one is
  ///   a failure.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = TestLocation(fileID, filePath, line, column)
    guard let end = begin("advance", duration, at: place) else { return }
    if !time.advance(to: end) { failInCallback(at: place) }
    afterwards(at: place)
  }

  /// Advances virtual time, and lets waiting tasks run.
  ///
  /// The coordinators' own work in ``/Signalbox/AnyRouter/work(_:then:)`` continues in a deterministic
  /// order. Other tasks that sleep with ``clock``, such as those of the main actor, run whenever a
  /// task wakes.
  ///
  /// - Parameter duration: The span of virtual time, rounded up to milliseconds. A negative one is
  ///   a failure.
  public nonisolated(nonsending) func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let place = TestLocation(fileID, filePath, line, column)
    guard let end = begin("advance", duration, at: place) else { return }
    if await !time.advanceLettingOthersRun(to: end) { failInCallback(at: place) }
    afterwards(at: place)
  }

  /// Advances virtual time until all work of coordinators is complete and no animation runs.
  ///
  /// - Parameter limit: Work that is not complete after this duration of virtual time is a failure.
  public nonisolated(nonsending) func finishWork(
    within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let place = TestLocation(fileID, filePath, line, column)
    guard let end = begin("finishWork", limit, at: place) else { return }
    if await !time.finishWork(until: end) { failInCallback(at: place) }
    afterwards(at: place)
    let count = engine.openWorkCount
    guard count > 0 else { return }
    let what = count == 1 ? "one work item is pending" : "\(count) work items are pending"
    report.fail(
      "finishWork: \(what), and nothing is due within \(limit) of virtual time; work waits for "
        + "nothing but the clock in a test", at: place)
  }

  /// Advances virtual time until no animation runs and no operation waits.
  public func settle(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = TestLocation(fileID, filePath, line, column)
    note("settle", at: place)
    engine.settle()
    afterwards(at: place)
  }

  /// Returns the time to advance to. A negative duration is a failure.
  private func begin(_ verb: String, _ duration: Duration, at place: TestLocation) -> Duration? {
    note(verb, "\(duration)", at: place)
    if duration >= .zero { return time.end(of: duration) }
    report.fail(
      "\(verb): \(duration) is not a valid duration, expected 0 or more", at: place)
    return nil
  }

  private func failInCallback(at place: TestLocation) {
    report.fail("advance: time cannot pass within a callback; call it from the test", at: place)
  }
}
