public import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
public import SignalboxScripting

/// An application under test: a session with scripts, native coordinators, virtual time and
/// recorded events for one test.
///
/// ```swift
/// @Test func `a guest pays`() throws {
///   let app = try NavigationFixture(scripts: ["shop/app.lua"])
///   app.launch()
///   app.tap("Buy")
///   app.expectStack("address")
///   app.expectNoLeaks()
/// }
/// ```
///
/// Failed expectations are reported as failures of the test at the calling line. The fixture closes
/// its session when it is released. It is not `Sendable`: it belongs to the test that created it.
public final class NavigationFixture {
  /// The session.
  public let session: ScriptSession
  /// The engine of the session.
  public var engine: NavigationEngine { session.engine }
  /// Every coordinator that has finished, in order, with its result.
  public private(set) var finishes: [FinishNotice] = []
  /// The lines that scripts printed.
  public var output: [String] { printed.lines }

  let report = TestReport()
  let project: TestProject
  /// The sources of scripts, for excerpts.
  let sources: SourceCache
  let work: FixtureWork
  /// The scenario functions; `nil` in the session of a scenario, which has its own.
  var hosted: HostedScenario?
  /// The first event that ``expectEvents(_:of:fileID:filePath:line:column:)`` has not compared yet.
  var firstNewEvent = 1
  /// How many errors of callbacks were reported.
  var reportedCount = 0
  /// The rejections that are expected at the moment, by their codes.
  var expectedRejections: [String]?
  private let home: TestLocation
  private let printed = PrintedLines()
  private var isClosed = false
  private var finishHook: EngineHookID?

  private final class PrintedLines { var lines: [String] = [] }

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - scripts: Files to load, relative to the test's source file or to the root of its package.
  ///   - isClockAutomatic: Whether animations run immediately, each in its virtual time. Otherwise
  ///     time advances only with `advance(by:)`.
  ///   - configuration: Limits, plugins and modules; by default, scripts `require` modules from the
  ///     test's folder and from the root of its package.
  ///   - define: Defines what the scripts require: native coordinators, modules, services.
  /// - Throws: An error with its location if a script or plugin fails to load, and the errors of
  ///   `define`.
  public convenience init(
    scripts: [String] = [], isClockAutomatic: Bool = true,
    configuration: ScriptConfiguration = ScriptConfiguration(),
    function: StaticString = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, define: (NavigationFixture) throws -> Void = { _ in }
  ) throws {
    let project = TestProject(testFile: "\(filePath)")
    try self.init(
      project, folder: project.folder, sources: SourceCache(), configuration,
      TestLocation(fileID, filePath, line, column))
    engine.isClockAutomatic = isClockAutomatic
    var file = project.name(of: "\(filePath)")
    if file.hasSuffix(".swift") { file.removeLast(6) }
    hosted = try HostedScenario(
      session, ScenarioDescription(file: file, line: Int(line), name: "\(function)"),
      snapshots: project.files, policy: try .ofEnvironment())
    try define(self)
    for script in scripts { try load(script) }
    firstNewEvent = engine.eventCount + 1
  }

  /// Creates the fixture for the session of a scenario.
  ///
  /// - Parameter folder: The folder of the scenario's file.
  convenience init(
    scenarioIn project: TestProject, folder: String, sources: SourceCache,
    configuration: ScriptConfiguration
  ) throws(ScriptError) {
    try self.init(
      project, folder: folder, sources: sources, configuration, TestLocation("", "", 0, 0))
  }

  private init(
    _ project: TestProject, folder: String, sources: SourceCache,
    _ configuration: ScriptConfiguration, _ home: TestLocation
  ) throws(ScriptError) {
    self.project = project
    self.sources = sources
    self.home = home
    var configuration = configuration
    if configuration.modules == nil {
      configuration.modules = project.modules(in: folder, sources: sources)
    }
    session = try ScriptSession(configuration)
    work = FixtureWork(session.engine)
    session.addHooks(SessionHooks(output: { [printed] in printed.lines.append($0) }))
    if work.canRun { engine.workHost = work }
    finishHook = engine.addHooks(EngineHooks(onFinish: { [unowned self] in finishes.append($0) }))
    try session.plugins.loadAtStart()
    if let rejection = session.plugins.rejections.first { throw rejection.error }
  }

  deinit { close() }

  /// Ends the session. Called automatically when the fixture is released; can be called again.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    if hosted != nil {
      for error in session.tearDownPlugins() {
        fail(FailureReport(error, sources: sources).text, at: home)
      }
      reportUnhandled(at: home)
    }
    hosted?.end()
    hosted = nil
    if let finishHook { engine.removeHooks(finishHook) }
    work.close()
    engine.workHost = nil
    session.close()
  }

  // MARK: - Scripts

  /// Loads a script; later scripts can use its globals.
  ///
  /// - Parameter path: The script, relative to the test's source file or to the root of its
  ///   package.
  /// - Throws: An error with its location if the script cannot be read or fails.
  public func load(_ path: String) throws(ScriptError) {
    let file = try project.path(of: path)
    let source = try project.read(file)
    let name = project.name(of: file)
    sources[name] = source
    try session.run(source, name: name, sharesEnvironment: true)
  }

  /// Runs Lua text, such as a definition, a few steps or an expression. Errors refer to test lines.
  ///
  /// - Parameter text: Lua text; its globals remain for later calls.
  /// - Returns: The value of an expression, or the returned value.
  @discardableResult
  public func run(
    _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> [ScriptValue] {
    let place = TestLocation(fileID, filePath, line, column)
    let name = project.name(of: "\(filePath)")
    let lead =
      text.contains("\n") ? linesBefore(text, from: Int(line), of: "\(filePath)") : Int(line) - 1
    let padded = String(repeating: "\n", count: max(0, lead)) + text
    sources[name] = Array(padded.utf8)
    defer { afterwards(at: place) }
    switch session.prompt.answer(padded, name: name).outcome {
    case .values(let values): return values
    case .failed(let error): fail(error, at: place)
    case .incomplete:
      fail(ScriptError(.syntax, "unexpected end of the script"), at: place)
    }
    return []
  }

  /// Returns how many lines of a source file precede a text of several lines in a call, up to the
  /// quotes.
  private func linesBefore(_ text: String, from line: Int, of file: String) -> Int {
    guard let source = try? project.read(file) else { return line }
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let quotes = lines.indices.dropFirst(line - 1).first { index in
      lines[index].suffix(3).elementsEqual(Array("\"\"\"".utf8))
    }
    return quotes.map { $0 + 1 } ?? line
  }

  // MARK: - Definitions

  /// Defines a native coordinator, or replaces the one with that name.
  ///
  /// Register classes and types of the application with its engine:
  /// `app.engine.register(Payment.self)`.
  ///
  /// - Parameters:
  ///   - name: The name that routes and scripts use.
  ///   - build: Adds screens, routes and actions; its error is rethrown.
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

  /// Replaces a coordinator, native or scripted, with the one with that name in a script. Existing
  /// coordinators continue; new navigation uses the stub.
  ///
  /// - Parameters:
  ///   - name: The type to replace.
  ///   - path: A script that defines a coordinator of that name, relative to the test's source file
  ///     or to the root of its package.
  /// - Throws: An error if the script fails to load or does not define that coordinator; the
  ///   previous definition is then kept.
  public func stub(_ name: String, with path: String) throws(ScriptError) {
    let before = engine.coordinatorType(named: name)
    let known = Set(engine.coordinatorTypeNames)
    engine.registry.unregister(coordinatorType: name)
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
      // It was registered before, so it is not rejected now.
      if let before { try? engine.register(before) }
      throw error
    }
  }

  /// Finishes a coordinator as if it had called `finishFlow` itself.
  ///
  /// - Parameters:
  ///   - name: The type; of several coordinators, the one nearest to the front finishes.
  ///   - result: The result for its parent; a value without a representation in scripts is a
  ///     failure with its path.
  /// - Returns: The outcome; `nil` if no coordinator of that type runs, which is a failure.
  @discardableResult
  public func finish(
    _ name: String, with result: (any Encodable)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestLocation(fileID, filePath, line, column)
    guard let router = router(of: name) else {
      fail("finish: no coordinator \"\(name)\" is running", at: place)
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
    return try notice.result(as: type)
  }

  // MARK: - Expectations

  /// Expects the screens of the topmost coordinator, the root first.
  ///
  /// ```swift
  /// app.expectStack("catalog", .screen("product", ["id": 42]))
  /// ```
  ///
  /// - Parameter screens: The names of all screens; `.screen` also compares all arguments.
  public func expectStack(
    _ screens: ExpectedScreen..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let stack = engine.topCoordinator.map(engine.stack(of:)) ?? []
    let actual = stack.enumerated().map { index, screen in
      screens.indices.contains(index) && screens[index].arguments != nil
        ? ExpectedScreen(screen.name, screen.arguments) : ExpectedScreen(screen.name, nil)
    }
    guard actual != screens else { return }
    fail(
      "expectStack",
      [ScenarioDifference("stack", expected: text(of: screens), actual: text(of: actual))],
      at: TestLocation(fileID, filePath, line, column))
  }

  private func text(of screens: [ExpectedScreen]) -> String {
    screens.isEmpty ? "{}" : "{ \(screens.map(\.description).joined(separator: ", ")) }"
  }

  /// Expects the whole tree of coordinators and screens, in the format of `app:tree()` and
  /// ``tree``.
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
    let difference = LineDifference(expected: expected, actual: tree)
    guard !difference.isEmpty else { return }
    report.fail(
      "expectTree: the tree differs (- expected, + actual)\n\n\(difference)",
      at: TestLocation(fileID, filePath, line, column))
  }

  /// The visible state, as a tree of coordinators, one line each.
  public var tree: String { TreeRenderer.render(RenderSubject(engine)) }

  /// The visible state as a screen.
  public var screen: String { ScreenRenderer.render(RenderSubject(engine)) }

  // MARK: - Events

  /// The kinds of events that report changes.
  public static let changes: [NavigationEvent.Kind] = [
    .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .tabChanged, .rootChanged,
    .coordinatorFinished, .exitRequested, .linkUnhandled, .handlerFailed,
  ]

  /// Every event since the session began, the oldest first.
  public var events: [NavigationEvent] { engine.events() }

  /// Expects the events since the fixture was created, or since the previous call.
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
    let wanted = Set(kinds)
    let actual = engine.events(from: firstNewEvent).filter { wanted.contains($0.kind) }
    firstNewEvent = engine.eventCount + 1
    let difference = LineDifference(expected, actual.map(Self.text(of:)))
    guard !difference.isEmpty else { return }
    report.fail(
      "expectEvents: the events differ (- expected, + actual)\n\n\(difference)",
      at: TestLocation(fileID, filePath, line, column))
  }

  /// Returns an event as text, `entry.popped product userBack`, without parts that differ from run
  /// to run.
  private static func text(of event: NavigationEvent) -> String {
    [event.kind.name, event.name, event.explanation].filter { !$0.isEmpty }.joined(separator: " ")
  }

  // MARK: - The rest

  /// Expects what `app:expect` of scenarios expects: matchers with their expected values.
  ///
  /// ```swift
  /// app.expect(["stack": ["catalog"], "modal": []])
  /// app.expect("stack = { 'catalog', match '^prod' }")
  /// ```
  ///
  /// - Parameter expected: A table, or the contents of one as Lua.
  public func expect(
    _ expected: ScriptValue, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = TestLocation(fileID, filePath, line, column)
    do throws(ScriptError) {
      let table = try table(of: expected)
      let scenario = try scenario(for: "expect")
      scenario.note("expect { \(Self.names(in: table)) }")
      fail("expect", try scenario.differences(from: table, of: "expect"), at: place)
    } catch {
      fail(error, at: place)
    }
  }

  /// Returns the scenario for expectations.
  private func scenario(for verb: String) throws(ScriptError) -> HostedScenario {
    if let hosted { return hosted }
    throw ScriptError(
      .closed, "\(verb): the fixture is closed, or the session belongs to a scenario",
      hint: "in scenarios, use app:expect and app:snapshot")
  }

  private func table(of expected: ScriptValue) throws(ScriptError) -> ScriptValue {
    guard let text = expected.text else { return expected }
    let function = try session.load(Array("return { \(text) }".utf8), name: "expect")
    return try function.call().first ?? .nil
  }

  private static func names(in table: ScriptValue) -> String {
    (table.table?.pairs ?? []).compactMap(\.key.text).joined(separator: ", ")
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
    let place = TestLocation(fileID, filePath, line, column)
    do throws(ScriptError) {
      let differences = try scenario(for: "expectSnapshot").snapshotDifferences(name)
      fail("snapshot \"\(name)\"", differences, at: place)
    } catch {
      fail(error, at: place)
    }
  }

  /// Expects that no coordinator, screen, timer or observer is leaked.
  public func expectNoLeaks(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let leaks = session.leaks
    guard !leaks.isEmpty else { return }
    let list = leaks.map { "  \($0)" }.joined(separator: "\n")
    report.fail(
      "expectNoLeaks: these objects are leaked\n\n\(list)",
      at: TestLocation(fileID, filePath, line, column))
  }

  /// Expects a rejection with a reason.
  ///
  /// - Parameters:
  ///   - reason: The reason; other rejections, none or several are failures.
  ///   - body: Performs the operation on the fixture.
  public func expectRejection(
    _ reason: ReasonCode, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, during body: (NavigationFixture) throws -> Void
  ) rethrows {
    let outer = expectedRejections
    expectedRejections = []
    defer { expectedRejections = outer }
    try body(self)
    let actual = expectedRejections ?? []
    guard actual != [reason.name] else { return }
    let came = actual.isEmpty ? "no operation was rejected" : actual.joined(separator: ", ")
    fail(
      "expectRejection",
      [ScenarioDifference("rejections", expected: reason.name, actual: came)],
      at: TestLocation(fileID, filePath, line, column))
  }

  // MARK: - Failing

  /// How many of the last steps a failure lists.
  private static let maxSteps = 12

  /// Reports a failure of the test: the message, the visible state, and the steps so far.
  func fail(_ message: String, at place: TestLocation) {
    report.fail(([message] + story).joined(separator: "\n\n"), at: place)
  }

  /// Reports an error of a script, at its own line if that is a line of the test.
  func fail(_ error: ScriptError, at place: TestLocation) {
    let text = FailureReport(error, sources: sources).text
    guard let location = error.location, location.file == project.name(of: "\(place.testPath)")
    else { return fail(text, at: place) }
    fail(text, at: place.moved(to: location.line))
  }

  /// Reports the differences of an expectation.
  func fail(_ verb: String, _ differences: [ScenarioDifference], at place: TestLocation) {
    guard !differences.isEmpty else { return }
    let table = HostedScenario.lines(of: differences).map { "  \($0)" }.joined(separator: "\n")
    fail("\(verb): the state differs from what was expected\n\n\(table)", at: place)
  }

  /// The visible state, and the steps so far.
  private var story: [String] {
    var parts: [String] = []
    if engine.main != nil {
      let tree = TreeRenderer.render(RenderSubject(engine))
      parts.append("shown\n" + tree.indented)
    }
    let steps = hosted?.steps ?? []
    guard !steps.isEmpty else { return parts }
    let shown = steps.suffix(Self.maxSteps).map { step in
      let effect = step.effect.isEmpty ? "" : "  \(step.effect)"
      return "\(step.number)  \(step.text)\(effect)"
    }
    let omitted = steps.count - shown.count
    let head = omitted > 0 ? ["… \(omitted) before"] : []
    parts.append("steps\n" + (head + shown).joined(separator: "\n").indented)
    return parts
  }

  /// Performs one step: a rejection is a failure, and so are errors of callbacks.
  func perform(
    _ verb: String, _ argument: String? = nil, at place: TestLocation, _ body: () -> Outcome?
  ) -> Outcome? {
    hosted?.note(verb, argument)
    let outcome = body()
    if let error = outcome?.error { reject(error, at: place) }
    afterwards(at: place)
    return outcome
  }

  private func reject(_ error: NavigationError, at place: TestLocation) {
    if expectedRejections != nil {
      expectedRejections?.append(error.code.name)
    } else {
      fail(error.description, at: place)
    }
  }

  /// Continues work and reports unhandled errors.
  func afterwards(at place: TestLocation) {
    if !engine.isInCallback { work.proceed() }
    reportUnhandled(at: place)
    for check in hosted?.takeSoftFailures() ?? [] {
      let line = check.error.location?.line ?? place.number
      fail("check", check.differences, at: place.moved(to: line))
    }
  }

  /// Reports errors of callbacks, each once.
  func reportUnhandled(at place: TestLocation) {
    let unhandled = session.unhandled
    guard unhandled.count != reportedCount else { return }
    // A script may have cleared some.
    let new = unhandled.dropFirst(min(reportedCount, unhandled.count))
    reportedCount = unhandled.count
    for error in new {
      if error.kind == .rejected, let code = error.code, expectedRejections != nil {
        expectedRejections?.append(code)
      } else {
        fail("unhandled\n\n" + FailureReport(error, sources: sources).text, at: place)
      }
    }
  }

  // MARK: - The user

  /// Taps an action of the front screen by its label.
  ///
  /// - Parameter label: The label, as ``CoordinatorDelegate/actions(of:)`` returns it; an unknown
  ///   one is rejected as `unknownAction`.
  /// - Returns: The outcome; a rejection is a failure.
  @discardableResult
  public func tap(
    _ label: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("tap", label, at: TestLocation(fileID, filePath, line, column)) { $0.text = label }
  }

  /// Taps a tab of the tab bar in front.
  ///
  /// - Parameter page: The id of the page; an unknown one is rejected as `unknownPage`.
  /// - Returns: The outcome; a rejection is a failure.
  @discardableResult
  public func tapTab(
    _ page: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("tapTab", page, at: TestLocation(fileID, filePath, line, column)) {
      $0.name = engine.symbols.intern(page)
    }
  }

  /// Taps a button of the alert or dialog in front.
  ///
  /// - Parameter button: The title of the button; an unknown one is rejected.
  /// - Returns: The outcome; a rejection is a failure.
  @discardableResult
  public func tapAlert(
    _ button: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("tapAlert", button, at: TestLocation(fileID, filePath, line, column)) {
      $0.text = button
    }
  }

  /// Goes back with the system's or the navigation bar's button.
  @discardableResult
  public func back(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("back", at: TestLocation(fileID, filePath, line, column))
  }

  /// Swipes the front screen back; if cancelled, nothing changes.
  ///
  /// - Parameter cancelled: Whether the user lets go before the screen is removed.
  /// - Returns: The outcome; a rejection is a failure.
  @discardableResult
  public func swipeBack(
    cancelled: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("swipeBack", at: TestLocation(fileID, filePath, line, column)) {
      if cancelled { $0.options.switches.insert(.cancel) }
    }
  }

  /// Swipes the topmost layer down; if cancelled, nothing changes.
  ///
  /// - Parameter cancelled: Whether the user lets go before the layer is removed.
  /// - Returns: The outcome; a rejection is a failure.
  @discardableResult
  public func swipeDown(
    cancelled: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("swipeDown", at: TestLocation(fileID, filePath, line, column)) {
      if cancelled { $0.options.switches.insert(.cancel) }
    }
  }

  /// Goes back several screens in one step, from the list of the back button.
  ///
  /// - Parameter index: The screen that is on top afterwards: 0 is the first above the root, -1 the
  ///   root.
  @discardableResult
  public func longPressBack(
    to index: Int, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("longPressBack", String(index), at: TestLocation(fileID, filePath, line, column)) {
      $0.count = index
    }
  }

  /// Opens a link: a deep link, a notification, a shortcut.
  ///
  /// - Parameter link: The URL as text; without a handler the outcome is reported in ``events``
  ///   only.
  /// - Returns: The outcome; a rejection is a failure.
  @discardableResult
  public func open(
    _ link: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("open", link, at: TestLocation(fileID, filePath, line, column)) { $0.text = link }
  }

  private func gesture(
    _ name: String, _ argument: String? = nil, at place: TestLocation,
    _ change: (inout OperationCall) -> Void = { _ in }
  ) -> Outcome? {
    perform(name, argument, at: place) { engine.perform(name) { change(&$0) } }
  }

  // MARK: - The application

  /// Launches the application.
  ///
  /// - Parameters:
  ///   - type: The main coordinator; by default the one in a script's `application`.
  ///   - arguments: The arguments of the coordinator.
  @discardableResult
  public func launch(
    _ type: String? = nil, _ arguments: NavigationArguments = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestLocation(fileID, filePath, line, column)
    guard let type = type ?? session.application?.main else {
      fail(
        "launch: no script declares the application; pass the name of its main "
          + "coordinator: launch(\"Main\")", at: place)
      return nil
    }
    return perform("launch", type, at: place) { engine.launch(type, arguments) }
  }

  /// Runs an operation of the coordinator on top, or of the nearest one of a type.
  ///
  /// ```swift
  /// app.perform { $0.navigate(to: "product", ["id": 42]) }
  /// app.perform(in: "Home") { $0.select("me") }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the coordinator; `nil` is the coordinator on top.
  ///   - operation: Calls the operation on the router.
  /// - Returns: The outcome; `nil` if there is no such coordinator, which is a failure like a
  ///   rejection.
  @discardableResult
  public func perform(
    in type: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ operation: (AnyRouter) -> Outcome?
  ) -> Outcome? {
    let place = TestLocation(fileID, filePath, line, column)
    guard let router = type.map(router(of:)) ?? router else {
      let reason = type.map { "no coordinator \"\($0)\" is running" } ?? "nothing has been launched"
      fail("perform: \(reason); call launch() first", at: place)
      return nil
    }
    return perform("perform", type, at: place) { operation(router) }
  }

  /// The operations of the coordinator on top; `nil` before launch. Rejections are reported only in
  /// the outcome.
  public var router: AnyRouter? { engine.topCoordinator.map(engine.router(of:)) }

  /// Returns the operations of the coordinator of a type that is nearest to the front; `nil` if
  /// there is none.
  ///
  /// - Parameter type: The name of the coordinator type.
  public func router(of type: String) -> AnyRouter? {
    var candidates = engine.topCoordinator.map { [$0] } ?? []
    while let parent = candidates.last.flatMap(engine.parent(of:)) { candidates.append(parent) }
    if let found = candidates.first(where: { engine.typeName(of: $0) == type }) {
      return engine.router(of: found)
    }
    return engine.tree.main.flatMap { Self.find(type, in: $0) }.map(engine.router(of:))
  }

  private static func find(_ type: String, in node: CoordinatorNode) -> CoordinatorID? {
    for child in node.children.reversed() {
      if let found = find(type, in: child) { return found }
    }
    return node.type == type ? node.id : nil
  }

  // MARK: - Time

  /// The virtual clock for services that sleep: use `any Clock<Duration>` in the application and
  /// this one in its tests. Work of coordinators receives it automatically.
  public var clock: NavigationClock { work.navigationClock }

  /// Virtual time since the session began.
  public var now: Duration { engine.now }

  /// Advances virtual time: animations end, timers fire, tasks that sleep with ``clock`` wake, and
  /// work of coordinators continues, each at its time.
  ///
  /// Work that waits for other code, such as code of the main actor, continues when the caller
  /// awaits.
  ///
  /// - Parameter duration: The span of virtual time; a negative one is a failure.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = TestLocation(fileID, filePath, line, column)
    guard let end = begin("advance", duration, at: place) else { return }
    work.proceed()
    pass(to: end, at: place)
    afterwards(at: place)
  }

  /// Advances virtual time, and lets waiting tasks run.
  ///
  /// The coordinators' own work in ``/Signalbox/AnyRouter/work(_:then:)`` continues in a deterministic
  /// order. Other tasks that sleep with ``clock``, such as those of the main actor, run whenever a
  /// task wakes.
  ///
  /// - Parameter duration: The span of virtual time; a negative one is a failure.
  public nonisolated(nonsending) func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let place = TestLocation(fileID, filePath, line, column)
    guard let end = begin("advance", duration, at: place) else { return }
    await letOthersRun()
    while let next = engine.nextDeadline, next <= end, engine.now < end || next <= engine.now {
      pass(to: next, at: place)
      await letOthersRun()
    }
    pass(to: end, at: place)
    await letOthersRun()
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
    await letOthersRun()
    engine.settle()
    while engine.openWorkCount > 0, let next = engine.nextDeadline, next <= end {
      pass(to: next, at: place)
      engine.settle()
      await letOthersRun()
    }
    afterwards(at: place)
    let count = engine.openWorkCount
    guard count > 0 else { return }
    let what = count == 1 ? "one work item is pending" : "\(count) work items are pending"
    fail(
      "finishWork: \(what), and nothing is due within \(limit) of virtual time; work waits for "
        + "nothing but the clock in a test", at: place)
  }

  /// Advances virtual time until no animation runs and no operation waits.
  public func settle(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    hosted?.note("settle")
    engine.settle()
    afterwards(at: TestLocation(fileID, filePath, line, column))
  }

  // MARK: - Passing

  /// How often other tasks run at one point in time: each may resume another one.
  private static let turns = 16
  /// How often they run if no work is known: a task that has just started does not sleep yet.
  private static let fewestTurns = 4

  /// Returns the time to advance to; a negative duration is a failure.
  private func begin(_ verb: String, _ duration: Duration, at place: TestLocation) -> Duration? {
    hosted?.note(verb, "\(duration)")
    guard duration >= .zero else {
      fail("\(verb): \(duration) is not a valid duration, expected 0 or more", at: place)
      return nil
    }
    let (end, overflows) = engine.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    return .milliseconds(overflows ? .max : end)
  }

  private func pass(to time: Duration, at place: TestLocation) {
    guard engine.advance(by: time - engine.now) else {
      return fail("advance: time cannot pass within a callback; call it from the test", at: place)
    }
    work.proceed()
  }

  /// Lets other tasks run that wait for the caller's executor.
  private nonisolated(nonsending) func letOthersRun() async {
    work.proceed()
    for turn in 0..<Self.turns where turn < Self.fewestTurns || work.isBusy {
      await Task.yield()
      work.proceed()
    }
  }
}

/// A screen that a test expects: its name, and optionally its arguments.
public struct ExpectedScreen: Hashable, Sendable {
  /// The name of its route.
  public let name: String
  /// All arguments; `nil` matches any.
  public let arguments: NavigationArguments?

  init(_ name: String, _ arguments: NavigationArguments?) {
    self.name = name
    self.arguments = arguments
  }

  /// Creates an expected screen with all its arguments.
  ///
  /// - Parameters:
  ///   - name: The name of the screen.
  ///   - arguments: All arguments; others than these are a difference.
  public static func screen(_ name: String, _ arguments: NavigationArguments) -> ExpectedScreen {
    ExpectedScreen(name, arguments)
  }
}

extension ExpectedScreen: ExpressibleByStringLiteral {
  /// Creates an expected screen with any arguments.
  public init(stringLiteral name: String) { self.init(name, nil) }
}

extension ExpectedScreen: CustomStringConvertible {
  /// `"product"`, `{ "product", id = 42 }`.
  public var description: String {
    let name = NavigationValue.string(name).description
    guard let arguments else { return name }
    if arguments.isEmpty { return "{ \(name) }" }
    return "{ \(name), \(arguments.description.dropFirst(2))"
  }
}

extension TestLocation {
  /// Returns another line of the same file.
  func moved(to line: Int) -> TestLocation {
    var place = self
    place.move(to: line)
    return place
  }
}

extension String {
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}
