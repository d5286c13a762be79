public import Signalbox
internal import SignalboxScenarios
public import SignalboxScripting
// The import is public, because `ScriptFixture` inherits its expectations from this module.
@_exported public import SignalboxTesting

/// A fixture for an application under test whose coordinators are defined in Lua, in Swift or in
/// both.
///
/// ```swift
/// @Test func `a guest pays`() throws {
///   let app = try ScriptFixture(scripts: ["Scenarios/app.lua"])
///   app.launch()
///   app.tap("Lamp")
///   app.tap("Buy")
///   app.expectStack("address")
///   app.expectNoLeaks()
/// }
/// ```
public final class ScriptFixture: NavigationFixture {
  /// The session that runs the scripts.
  public let session: ScriptSession
  /// The lines that the scripts have printed.
  public var output: [String] { printed.lines }

  private let scripts: ScriptHost
  private let printed: PrintedLines

  private final class PrintedLines { var lines: [String] = [] }

  /// Creates a fixture with a script session.
  ///
  /// - Parameters:
  ///   - scripts: The files to load, relative to the test's source file or to the root of the
  ///     test's package.
  ///   - isClockAutomatic: Whether the virtual clock advances automatically, so that animations end
  ///     immediately. If `false`, only methods such as `advance(by:)` advance time.
  ///   - exhaustivity: The checks that are performed when the fixture ends.
  ///   - configuration: The limits, plugins and modules. By default, `require` finds modules in the
  ///     test's folder and in the root of the test's package.
  ///   - define: A closure that defines everything that the scripts require, such as Swift
  ///     coordinators, modules and services.
  /// - Throws: An error with its location if a script or plugin fails to load, and any error that
  ///   `define` throws.
  public convenience init(
    scripts: [String] = [], isClockAutomatic: Bool = true, exhaustivity: Exhaustivity = .off,
    configuration: ScriptConfiguration = ScriptConfiguration(),
    function: StaticString = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, define: (ScriptFixture) throws -> Void = { _ in }
  ) throws {
    let test = TestIdentity(function, fileID, filePath, line, column)
    let scenario = ScenarioDescription(
      file: test.name.file, line: Int(line), name: test.name.function)
    try self.init(
      test, folder: test.project.folder, SourceCache(), configuration, exhaustivity, scenario)
    engine.isClockAutomatic = isClockAutomatic
    try define(self)
    for script in scripts { try load(script) }
    begin()
  }

  /// Creates the fixture for the session of a scenario.
  ///
  /// - Parameter folder: The folder of the scenario's file.
  convenience init(
    scenarioIn project: TestProject, folder: String, sources: SourceCache,
    configuration: ScriptConfiguration
  ) throws(ScriptError) {
    try self.init(
      TestIdentity(scenarioIn: project), folder: folder, sources, configuration, .off, nil)
  }

  private init(
    _ test: TestIdentity, folder: String, _ sources: SourceCache,
    _ configuration: ScriptConfiguration, _ exhaustivity: Exhaustivity,
    _ scenario: ScenarioDescription?
  ) throws(ScriptError) {
    let project = test.project
    var configuration = configuration
    if configuration.modules == nil {
      configuration.modules = project.modules(in: folder, sources: sources)
    }
    let session = try ScriptSession(configuration)
    let printed = PrintedLines()
    session.addHooks(SessionHooks(output: { printed.lines.append($0) }))
    let scripts = try ScriptHost(session, sources, scenario, project.files)
    (self.session, self.scripts, self.printed) = (session, scripts, printed)
    do throws(FixtureError) {
      try super.init(session.engine, scripts, exhaustivity: exhaustivity, test)
    } catch {
      throw ScriptError(error)
    }
    try session.plugins.loadAtStart()
    if let rejection = session.plugins.rejections.first { throw rejection.error }
  }

  // MARK: - Scripts

  /// Loads a script. Scripts that are loaded later can use the script's globals.
  ///
  /// - Parameter path: The script, relative to the test's source file or to the root of the test's
  ///   package.
  /// - Throws: An error with its location if the script cannot be read or fails.
  public func load(_ path: String) throws(ScriptError) {
    let (name, source) = try project.script(path)
    scripts.sources[name] = source
    try session.run(source, name: name, sharesEnvironment: true)
  }

  /// Runs Lua source, such as a definition, a few steps or an expression. Errors refer to lines in
  /// the source file of the test.
  ///
  /// - Parameter text: The Lua source. Globals that it defines remain available to later calls.
  /// - Returns: The values of the expression at the end of the source, or the values that the
  ///   source returns, without trailing nils. The array is empty if there are none or the source
  ///   fails.
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
    scripts.sources[name] = Array(padded.utf8)
    return performUnlisted("run", at: place) {
      switch session.prompt.answer(padded, name: name).outcome {
      case .values(let values): return values
      case .failed(let error): fail(error, at: place)
      case .incomplete:
        fail(ScriptError(.syntax, "unexpected end of the script"), at: place)
      }
      return []
    }
  }

  /// Returns the number of lines in a file before the first line of the multiline string literal in
  /// a call.
  ///
  /// - Parameter line: The line at which the call begins.
  private func linesBefore(_ text: String, from line: Int, of file: String) -> Int {
    guard let source = try? project.read(file) else { return line }
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let quotes = lines.indices.dropFirst(line - 1).first { index in
      lines[index].suffix(3).elementsEqual(Array("\"\"\"".utf8))
    }
    return quotes.map { $0 + 1 } ?? line
  }

  private func fail(_ error: ScriptError, at place: TestLocation) {
    if error.kind == .rejected, let code = error.code, takeExpectedRejection(code) { return }
    let isOfTest = error.location?.file == project.name(of: "\(place.testPath)")
    let line = isOfTest ? error.location?.line : nil
    report.fail(
      FailureReport(error, sources: scripts.sources).text,
      at: line.map { place.moved(to: $0) } ?? place)
  }

  /// Launches the application that a script declares.
  ///
  /// - Returns: The outcome. If no script declares an application, the result is `nil` and the test
  ///   fails. The test also fails if the launch is rejected unexpectedly.
  @discardableResult
  public func launch(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Outcome? {
    let place = TestLocation(fileID, filePath, line, column)
    guard let main = session.application?.main else {
      report.fail(
        "launch: no script declares the application; pass the name of its main "
          + "coordinator: launch(\"Main\")", at: place)
      return nil
    }
    return perform("launch", main, at: place) { engine.launch(main) }
  }

  /// Replaces a coordinator that is defined in Swift or Lua with the coordinator of the same name
  /// that a script defines. Existing coordinators do not change. Coordinators that are created
  /// later use the script's definition.
  ///
  /// - Parameters:
  ///   - name: The name of the coordinator type to replace.
  ///   - path: A script that defines a coordinator with the same name. The path is relative to the
  ///     test's source file or to the root of the test's package.
  /// - Throws: An error if the script fails to load or does not define the coordinator. In this
  ///   case, the previous definition is kept.
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
          "stub: \(path) does not define coordinator \"\(name)\"; new coordinators in the file: "
            + defined,
          hint: "add coordinator \"\(name)\" { … } to the file")
      }
    } catch {
      // The type was accepted when it was first registered, so it is not rejected now.
      if let before { try? engine.register(before) }
      throw error
    }
  }

  // MARK: - Expectations

  /// Checks expectations in the same way as `app:expect` in scenarios. The expectations consist of
  /// matchers with their expected values.
  ///
  /// ```swift
  /// app.expect(["stack": ["catalog", "product"], "modal": []])
  /// app.expect("stack = { 'catalog', match '^prod' }")
  /// ```
  ///
  /// - Parameter expected: A table, or the contents of a table as Lua source.
  public func expect(
    _ expected: ScriptValue, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = TestLocation(fileID, filePath, line, column)
    do throws(ScriptError) {
      let table = try table(of: expected)
      guard let scenario = scripts.hosted else {
        throw ScriptError(
          .closed, "expect: the fixture is closed, or the session belongs to a scenario",
          hint: "in scenarios, use app:expect")
      }
      scenario.note("expect { \(Self.names(in: table)) }")
      let differences = try scenario.differences(from: table, of: "expect")
      guard !differences.isEmpty else { return }
      report.fail(ScriptHost.text(of: differences, of: "expect"), at: place)
    } catch {
      fail(error, at: place)
    }
  }

  private func table(of expected: ScriptValue) throws(ScriptError) -> ScriptValue {
    guard let text = expected.text else { return expected }
    let function = try session.load(Array("return { \(text) }".utf8), name: "expect")
    return try function.call().first ?? .nil
  }

  private static func names(in table: ScriptValue) -> String {
    (table.table?.pairs ?? []).compactMap(\.key.text).joined(separator: ", ")
  }
}

extension ScriptFixture {
  /// Creates a fixture with a script session and repeats a recording. The test continues after the
  /// last recorded step.
  ///
  /// If the result of a step differs from the recorded result, the test fails, and the session
  /// remains at that step.
  ///
  /// - Parameters:
  ///   - recording: The recording to repeat.
  ///   - scripts: The files to load first, relative to the test's source file or to the root of the
  ///     test's package.
  ///   - exhaustivity: The checks that are performed when the fixture ends.
  ///   - configuration: The limits, plugins and modules.
  ///   - define: A closure that defines everything that the scripts and the recording require.
  /// - Throws: An error if the recording cannot be read or is not valid, or if a script fails to
  ///   load, and any error that `define` throws.
  public convenience init(
    recording: SessionRecording, scripts: [String] = [], exhaustivity: Exhaustivity = .off,
    configuration: ScriptConfiguration = ScriptConfiguration(),
    function: StaticString = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, define: (ScriptFixture) throws -> Void = { _ in }
  ) throws {
    try self.init(
      scripts: scripts, exhaustivity: exhaustivity, configuration: configuration,
      function: function, fileID: fileID, filePath: filePath, line: line, column: column,
      define: define)
    try replay(recording, at: TestLocation(fileID, filePath, line, column))
  }
}
