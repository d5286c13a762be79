public import SignalboxScripting

/// Creates and resets the sessions in which scenarios run.
public protocol ScenarioSessionSource {
  /// Creates a session for a scenario in a file.
  ///
  /// - Parameters:
  ///   - file: The file that contains the scenario. The function `require` searches the file's
  ///     folder.
  ///   - isReused: Whether the session will be prepared for reuse. If `true`, the session's
  ///     configuration must set `isReused`.
  /// - Throws: The error of a plugin that failed to load.
  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession

  /// Resets a session for a scenario in a file.
  ///
  /// An implementation that reuses sessions calls `ScriptSession.reset(modules:)`, which removes
  /// all hooks, and adds its own hooks again.
  ///
  /// - Parameters:
  ///   - session: A session that ``makeSession(for:isReused:)`` created for reuse.
  ///   - file: The file that contains the next scenario.
  /// - Returns: Whether the session was reset.
  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool

  /// Called before a scenario runs in a session that has loaded the scenario's file.
  ///
  /// - Parameters:
  ///   - session: A session that ``makeSession(for:isReused:)`` created.
  ///   - timeout: The wall-clock time limit of the scenario.
  /// - Throws: An error that causes the scenario to fail.
  func begin(_ session: ScriptSession, timeout: Duration) throws(ScriptError)

  /// Returns the reason why the source stopped the running script, or `nil` if it did not. Each
  /// error is returned only once.
  ///
  /// - Parameter session: The session whose scenario is running.
  func takeFailure(of session: ScriptSession) -> ScriptError?

  /// Called after the scenario and its teardowns, even if ``begin(_:timeout:)`` threw an error.
  ///
  /// - Parameter session: The session that ran the scenario.
  func end(_ session: ScriptSession)
}

extension ScenarioSessionSource {
  /// The default implementation does nothing.
  public func begin(_ session: ScriptSession, timeout: Duration) throws(ScriptError) {}
  /// The default implementation returns `nil`.
  public func takeFailure(of session: ScriptSession) -> ScriptError? { nil }
  /// The default implementation does nothing.
  public func end(_ session: ScriptSession) {}
}

/// Creates a session for each scenario, using a function.
struct SingleSessions: ScenarioSessionSource {
  let make: (ScenarioFile) throws(ScriptError) -> ScriptSession

  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    try make(file)
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool { false }
}

/// A session in which scripts can use the functions for scenarios.
final class ScenarioSession {
  let session: ScriptSession
  /// The scenarios in the file that the session keeps loaded, keyed by title, or `nil` if the
  /// session does not keep a file loaded.
  fileprivate(set) var scenarios: [String: CollectedScenario]?
  /// The output that was printed while the file was loaded.
  fileprivate let loadLines = PrintedLines()
  var loadOutput: [String] { loadLines.list }
  /// Whether the session has been prepared for reuse.
  fileprivate var isPrepared = false
  let collector = ScenarioCollector()
  let verbs = AppMethods()
  /// The properties declared by the file or by a module that it requires.
  let properties = PropertyCollector()

  /// - Parameter settings: The settings, which contain the values of `env` and of shared resources.
  init(_ session: ScriptSession, _ settings: RunSettings) throws(ScriptError) {
    self.session = session
    try ScenarioGlobals.define(
      in: session, collector, settings, owner: session.host.makeOwner("scenario files"))
    try ExplorationGlobals.define(
      in: session, properties, owner: session.host.makeOwner("properties"))
    try verbs.define(in: session, owner: session.host.makeOwner("scenarios"))
  }
}

/// Provides sessions, one at a time. Sessions are reused if possible, because opening and closing a
/// session costs several times as much as a short scenario (decision 0160). A file with many
/// scenarios is kept loaded in a session (decision 0213).
///
/// Benchmark: `runs`.
final class ScenarioSessions {
  private let source: any ScenarioSessionSource
  private var idle: ScenarioSession?
  /// The number of sessions that could not be prepared for reuse or could not be reset.
  private var failures = 0
  /// The number of failures after which sessions are no longer prepared, because the cause is
  /// likely to persist.
  private static let maxFailures = 3
  /// The sessions that keep a file loaded, least recently used first.
  private var loaded: [(path: String, session: ScenarioSession)] = []
  /// The maximum number of sessions that keep a file loaded.
  private static let maxLoaded = 4
  /// For each file with many scenarios, whether the file can be kept loaded in a session.
  private var crowded: [String: Bool] = [:]
  /// The minimum number of scenarios in a file for the file to be kept loaded.
  private var crowd: Int { settings.crowd }
  private let settings: RunSettings

  init(_ source: any ScenarioSessionSource, _ settings: RunSettings) {
    self.source = source
    self.settings = settings
  }

  deinit {
    idle?.session.close()
    for (_, session) in loaded { session.session.close() }
  }

  // MARK: - Loaded files

  /// Records whether a file declares enough scenarios to be kept loaded.
  func note(_ count: Int, of file: ScenarioFile) {
    if count >= crowd, crowded[file.path] == nil { crowded[file.path] = true }
  }

  /// Returns a session that keeps a file loaded, or `nil` if the file has few scenarios or cannot
  /// be kept loaded.
  ///
  /// - Parameter load: A closure that loads the file in a new session.
  func takeLoaded(
    for file: ScenarioFile, _ load: (ScenarioSession) throws(ScriptError) -> [CollectedScenario]
  ) throws(ScriptError) -> ScenarioSession? {
    guard crowded[file.path] == true else { return nil }
    if let index = loaded.firstIndex(where: { $0.path == file.path }) {
      let used = loaded.remove(at: index).session
      if source.reset(used.session, for: file) { return used }
      used.session.close()
      crowded[file.path] = false
      return nil
    }
    let session = try source.makeSession(for: file, isReused: true)
    do throws(ScriptError) {
      let fresh = try ScenarioSession(session, settings)
      session.addHooks(SessionHooks(output: { [lines = fresh.loadLines] in lines.append($0) }))
      let scenarios = try load(fresh)
      fresh.scenarios = Dictionary(scenarios.map { ($0.description.title, $0) }) { first, _ in first
      }
      fresh.isPrepared = session.prepareForReuse()
      if !fresh.isPrepared { crowded[file.path] = false }
      return fresh
    } catch {
      session.close()
      throw error
    }
  }

  // MARK: - Sessions

  /// Returns a session for a scenario in a file. The session must be returned with `giveBack`.
  func take(for file: ScenarioFile) throws(ScriptError) -> ScenarioSession {
    if let used = idle {
      idle = nil
      if source.reset(used.session, for: file) {
        used.collector.removeAll()
        used.properties.removeAll()
        return used
      }
      used.session.close()
      failures += 1
    }
    let isReused = failures < Self.maxFailures
    let session = try source.makeSession(for: file, isReused: isReused)
    do throws(ScriptError) {
      let fresh = try ScenarioSession(session, settings)
      if isReused {
        fresh.isPrepared = session.prepareForReuse()
        if !fresh.isPrepared { failures += 1 }
      }
      return fresh
    } catch {
      session.close()
      throw error
    }
  }

  /// - Parameter isSound: Whether the session's scripts ran without being stopped, so that the
  ///   session can be reused.
  func giveBack(_ session: ScenarioSession, of file: ScenarioFile, isSound: Bool) {
    guard isSound, session.isPrepared else { return session.session.close() }
    // The plugins are torn down here, as they would be if the session were closed.
    _ = session.session.plugins.tearDown()
    if session.scenarios == nil {
      idle = session
    } else {
      loaded.append((file.path, session))
      if loaded.count > Self.maxLoaded { loaded.removeFirst().session.session.close() }
    }
  }
}
