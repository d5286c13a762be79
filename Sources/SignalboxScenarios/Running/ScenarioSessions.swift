public import SignalboxScripting

/// Creates the sessions of scenarios.
public protocol ScenarioSessionSource {
  /// A fresh session for a scenario of a file.
  ///
  /// - Parameter isReused: Whether it will be prepared for reuse, as its configuration must say.
  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession

  /// Makes a session that was prepared as new for a scenario of a file.
  ///
  /// `ScriptSession.reset(modules:)` does that; what surrounds a session has to be put back as
  /// well.
  /// - Returns: False where that is not possible.
  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool
}

/// Sessions that are made by a function, each for one scenario.
struct SingleSessions: ScenarioSessionSource {
  let make: (ScenarioFile) throws(ScriptError) -> ScriptSession

  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    try make(file)
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool { false }
}

/// A session with the words and verbs of scenarios.
final class ScenarioSession {
  let session: ScriptSession
  /// The scenarios of the file that it keeps loaded, by title; `nil` for one that loads files.
  fileprivate(set) var scenarios: [String: CollectedScenario]?
  /// What loading that file printed, line by line.
  fileprivate let loadLines = PrintedLines()
  var loadOutput: [String] { loadLines.list }
  /// Whether it can be used again.
  fileprivate var isPrepared = false
  let collector = ScenarioCollector()
  let verbs = AppMethods()

  /// - Parameter settings: Has what scripts find in `env`, and the values of shared fixtures.
  init(_ session: ScriptSession, _ settings: RunSettings) throws(ScriptError) {
    self.session = session
    try ScenarioGlobals.define(
      in: session, collector, settings, owner: session.makeOwner("scenario files"))
    try verbs.define(in: session, owner: session.makeOwner("scenarios"))
  }
}

/// Hands out sessions, one at a time: the same one again and again where that is possible, since
/// opening and closing one costs several times what a short scenario does (decision 0160). For files
/// whose text declares many scenarios at once a session keeps the file loaded (decision 0213).
///
/// Guarded by bench: runs.
final class ScenarioSessions {
  private let source: any ScenarioSessionSource
  private var idle: ScenarioSession?
  /// How often a session that was prepared could not be used again.
  private var failures = 0
  /// After so many, sessions are no longer prepared: what keeps one from it keeps the next as well.
  private static let maxFailures = 3
  /// Sessions that keep a file loaded, the one used last at the end.
  private var loaded: [(path: String, session: ScenarioSession)] = []
  /// The maximum number of those sessions.
  private static let maxLoaded = 4
  /// The files that declare many scenarios, and whether a session can keep them loaded.
  private var crowded: [String: Bool] = [:]
  /// The number of scenarios in one load from which a file is kept loaded.
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

  /// Notes how many scenarios a load of a file declared, though one was wanted.
  func note(_ count: Int, of file: ScenarioFile) {
    if count >= crowd, crowded[file.path] == nil { crowded[file.path] = true }
  }

  /// The session that keeps a file loaded; `nil` where none does and none should.
  ///
  /// - Parameter load: Loads the file in a new session.
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

  /// A fresh session for a scenario of a file; to be given back.
  func take(for file: ScenarioFile) throws(ScriptError) -> ScenarioSession {
    if let used = idle {
      idle = nil
      if source.reset(used.session, for: file) {
        used.collector.removeAll()
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

  /// - Parameter isSound: Whether nothing stopped what ran in it.
  func giveBack(_ session: ScenarioSession, of file: ScenarioFile, isSound: Bool) {
    guard isSound, session.isPrepared else { return session.session.close() }
    // As closing it would.
    _ = session.session.plugins.tearDown()
    if session.scenarios == nil {
      idle = session
    } else {
      loaded.append((file.path, session))
      if loaded.count > Self.maxLoaded { loaded.removeFirst().session.session.close() }
    }
  }
}
