internal import SignalboxScenarios
public import SignalboxScripting

/// The flows of a folder, each a case of a test.
///
/// ```swift
/// @Test(arguments: try FlowFiles(in: "Flows")) func flow(_ flow: Flow) async throws {
///   try await flow.run()
/// }
/// ```
///
/// Files end in `.flow.lua`. Frames that flows take with `app:snapshot "name"` are compared with
/// those in the folder `frames` beside them; `SIGNALBOX_UPDATE=1` writes them anew.
public struct FlowFiles: RandomAccessCollection, Sendable {
  private let flows: [Flow]

  /// Finds the flows of a folder, and of the folders in it.
  ///
  /// A file that does not load is one case, which fails and says why. Where a flow says `only` the
  /// others are left out, but in CI that is an error.
  ///
  /// - Parameters:
  ///   - folder: A folder, or one file, relative to the test's source file or to the root of its
  ///     package.
  ///   - tags: Only those that a tag expression selects, such as `smoke and not slow`.
  ///   - timeout: The wall-clock time that a flow may take, unless it says otherwise.
  ///   - retries: How often a flow that fails is tried again, unless it says otherwise.
  ///   - configuration: Limits, plugins and modules, made for each session.
  ///   - setUp: Prepares the session of each flow: native coordinators, scripts, a stage.
  /// - Throws: where the folder is not there, or has no flows.
  public init(
    in folder: String = "Flows", tags: String? = nil, timeout: Duration = .seconds(10),
    retries: Int = 0,
    configuration: @escaping @Sendable @autoclosure () throws -> ScriptConfiguration =
      ScriptConfiguration(),
    filePath: StaticString = #filePath,
    setUp: @escaping @Sendable (NavigationFixture) throws -> Void = { _ in }
  ) throws {
    let project = TestProject(testFile: "\(filePath)")
    var settings = FlowSettings()
    settings.timeout = timeout
    settings.retries = retries
    settings.frames = try .ofEnvironment()
    let suite = FlowSuite(project, settings, configuration: configuration, setUp: setUp)
    try self.init(folder: try project.path(of: folder), tags: tags, suite)
  }

  init(folder: String, tags: String?, _ suite: FlowSuite) throws(ScriptError) {
    let all = try suite.flows(in: folder)
    flows = try suite.selected(all, tags: tags)
    guard flows.isEmpty else { return }
    let shown = suite.project.name(of: folder)
    if let tags, !all.isEmpty {
      throw ScriptError(
        .module, "no flow in \(shown) is selected by the tags \"\(tags)\"",
        hint: "there are \(all.count) flows")
    }
    throw ScriptError(
      .module, "there are no flows in \(shown)", hint: "flows are in files that end in .flow.lua")
  }

  private init(_ flows: [Flow]) { self.flows = flows }

  /// The place of the first flow.
  public var startIndex: Int { flows.startIndex }
  /// The place behind the last flow.
  public var endIndex: Int { flows.endIndex }
  /// The flow at a place, in the order of files and lines.
  public subscript(position: Int) -> Flow { flows[position] }

  /// Runs all of them one after the other, for tests without parameters: those of XCTest.
  ///
  /// Flows that are not run end nothing.
  public nonisolated(nonsending) func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let test = TestPlace(fileID, filePath, line, column)
    for flow in flows { flow.runAmongOthers(in: test) }
  }
}
