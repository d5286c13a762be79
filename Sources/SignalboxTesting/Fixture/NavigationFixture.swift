public import Signalbox
internal import SignalboxScenarios
public import SignalboxScripting

/// An application under test: a session with scripts, native coordinators, virtual time and recorded
/// events, of one test alone.
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
/// What goes wrong is a failure of the test at the line that called. The fixture closes itself when
/// the test lets go of it, and nothing of it stays. It is not `Sendable`: it belongs to the test that
/// made it.
public final class NavigationFixture {
  /// The session.
  public let session: ScriptSession
  /// The engine of the session.
  public var engine: NavigationEngine { session.engine }
  /// Every coordinator that has gone, in order, with its result.
  public private(set) var finishes: [FinishNotice] = []
  /// The lines that scripts printed.
  public var output: [String] { printed.lines }

  let report = TestReport()
  let project: TestProject
  /// The texts of scripts, for excerpts.
  let sources: SourceShelf
  let work: FixtureWork
  /// The verbs of flows; `nil` in the session of a flow, which brings its own.
  var hosted: HostedFlow?
  /// The first event that no ``expectEvents(_:of:fileID:filePath:line:column:)`` has seen.
  var firstNewEvent = 1
  /// How many errors of callbacks were told.
  var toldCount = 0
  /// Refusals that are expected now, by their words.
  var expectedRefusals: [String]?
  private let home: TestPlace
  private let printed = PrintedLines()
  private var isClosed = false

  private final class PrintedLines { var lines: [String] = [] }

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - scripts: Files to load, relative to the test's source file or to the root of its package.
  ///   - isClockAutomatic: Whether animations take place at once, each in its virtual time. Without
  ///     it nothing goes on but by `advance(by:)`.
  ///   - configuration: Limits, plugins and modules; without a source of modules, scripts `require`
  ///     from the test's folder and from the root of its package.
  ///   - define: Defines what the scripts need: native coordinators, modules, services.
  /// - Throws: where a script or plugin does not load, with its place, and what `define` throws.
  public convenience init(
    scripts: [String] = [], isClockAutomatic: Bool = true,
    configuration: ScriptConfiguration = ScriptConfiguration(),
    function: StaticString = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, define: (NavigationFixture) throws -> Void = { _ in }
  ) throws {
    let project = TestProject(testFile: "\(filePath)")
    try self.init(
      project, folder: project.folder, sources: SourceShelf(), configuration,
      TestPlace(fileID, filePath, line, column))
    engine.isClockAutomatic = isClockAutomatic
    var file = project.name(of: "\(filePath)")
    if file.hasSuffix(".swift") { file.removeLast(6) }
    hosted = try HostedFlow(
      session, FlowDescription(file: file, line: Int(line), name: "\(function)"),
      frames: project.files, policy: try .ofEnvironment())
    try define(self)
    for script in scripts { try load(script) }
    firstNewEvent = engine.eventCount + 1
  }

  /// The session of a flow.
  ///
  /// - Parameter folder: Where the flow's file is.
  convenience init(
    flowIn project: TestProject, folder: String, sources: SourceShelf,
    configuration: ScriptConfiguration
  ) throws(ScriptError) {
    try self.init(
      project, folder: folder, sources: sources, configuration, TestPlace("", "", 0, 0))
  }

  private init(
    _ project: TestProject, folder: String, sources: SourceShelf,
    _ configuration: ScriptConfiguration, _ home: TestPlace
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
    engine.workHost = work
    engine.onFinish = { [unowned self] in finishes.append($0) }
    try session.plugins.loadAtStart()
    if let refusal = session.plugins.refusals.first { throw refusal.error }
  }

  deinit { close() }

  /// Ends the session with everything in it; it is called by itself when the test lets go of the
  /// fixture. Does nothing the second time.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    if hosted != nil {
      for error in session.tearDownPlugins() {
        fail(FailureReport(error, sources: sources).text, at: home)
      }
      tellUnhandled(at: home)
    }
    hosted?.end()
    hosted = nil
    engine.onFinish = nil
    work.close()
    engine.workHost = nil
    session.close()
  }

  // MARK: - Scripts

  /// Loads a script; its globals are there for later ones.
  ///
  /// - Parameter path: Relative to the test's source file or to the root of its package.
  /// - Throws: where it cannot be read or fails, with the place.
  public func load(_ path: String) throws(ScriptError) {
    let file = try project.path(of: path)
    let source = try project.read(file)
    let name = project.name(of: file)
    sources[name] = source
    try session.run(source, name: name, sharesEnvironment: true)
  }

  /// Runs Lua text, such as a definition, a few steps or an expression. Lines of errors are those of
  /// the test.
  ///
  /// - Returns: What it gives: the value of an expression, or what it returns.
  @discardableResult
  public func run(
    _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> [ScriptValue] {
    let place = TestPlace(fileID, filePath, line, column)
    let name = project.name(of: "\(filePath)")
    let lead =
      text.contains("\n") ? linesBefore(text, from: Int(line), of: "\(filePath)") : Int(line) - 1
    let padded = String(repeating: "\n", count: max(0, lead)) + text
    sources[name] = Array(padded.utf8)
    defer { afterwards(at: place) }
    switch session.answer(padded, name: name).outcome {
    case .values(let values): return values
    case .failed(let error): fail(error, at: place)
    case .incomplete:
      fail(ScriptError(.syntax, "the script ends before it is complete"), at: place)
    }
    return []
  }

  /// How many lines of a source file stand before a text of several lines that a call in it begins
  /// with: those up to the quotes.
  private func linesBefore(_ text: String, from line: Int, of file: String) -> Int {
    guard let source = try? project.read(file) else { return line }
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let quotes = lines.indices.dropFirst(line - 1).first { index in
      lines[index].suffix(3).elementsEqual(Array("\"\"\"".utf8))
    }
    return quotes.map { $0 + 1 } ?? line
  }
}
