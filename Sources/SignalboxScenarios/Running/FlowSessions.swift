public import SignalboxScripting

/// Makes the sessions that flows run in.
public protocol FlowSessionSource {
  /// A fresh session for a flow of a file.
  ///
  /// - Parameter isReused: Whether it will be prepared for reuse, as its configuration must say.
  func makeSession(for file: FlowFile, isReused: Bool) throws(ScriptError) -> ScriptSession

  /// Makes a session that was prepared as new for a flow of a file.
  ///
  /// `ScriptSession.renew(modules:)` does that; what surrounds a session has to be put back as well.
  /// - Returns: False where that is not possible.
  func renew(_ session: ScriptSession, for file: FlowFile) -> Bool
}

/// Sessions that are made by a function, each for one flow.
struct SingleSessions: FlowSessionSource {
  let make: (FlowFile) throws(ScriptError) -> ScriptSession

  func makeSession(for file: FlowFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    try make(file)
  }

  func renew(_ session: ScriptSession, for file: FlowFile) -> Bool { false }
}

/// A session with the words and verbs of flows.
final class FlowSession {
  let session: ScriptSession
  /// The flows of the file that it keeps loaded, by title; `nil` for one that loads files.
  fileprivate(set) var flows: [String: CollectedFlow]?
  /// What loading that file printed, line by line.
  fileprivate let loadLines = PrintedLines()
  var loadOutput: [String] { loadLines.list }
  /// Whether it can be used again.
  fileprivate var isPrepared = false
  let collector = FlowCollector()
  let verbs = FlowVerbs()

  /// - Parameter settings: Has what scripts find in `env`, and the values of shared fixtures.
  init(_ session: ScriptSession, _ settings: FlowSettings) throws(ScriptError) {
    self.session = session
    try FlowWords.define(in: session, collector, settings, owner: session.makeOwner("flow files"))
    try verbs.define(in: session, owner: session.makeOwner("flows"))
  }
}

/// Hands out sessions, one at a time: the same one again and again where that is possible, since
/// opening and closing one costs several times what a short flow does (decision 0160). For files
/// whose text declares many flows at once a session keeps the file loaded (decision 0213).
///
/// Guarded by bench: runs.
final class FlowSessions {
  private let source: any FlowSessionSource
  private var idle: FlowSession?
  /// How often a session that was prepared could not be used again.
  private var failures = 0
  /// After so many, sessions are no longer prepared: what keeps one from it keeps the next as well.
  private static let mostFailures = 3
  /// Sessions that keep a file loaded, the one used last at the end.
  private var loaded: [(path: String, session: FlowSession)] = []
  /// The maximum number of those sessions.
  private static let mostLoaded = 4
  /// The files that declare many flows, and whether a session can keep them loaded.
  private var crowded: [String: Bool] = [:]
  /// The number of flows in one load from which a file is kept loaded.
  private var crowd: Int { settings.crowd }
  private let settings: FlowSettings

  init(_ source: any FlowSessionSource, _ settings: FlowSettings) {
    self.source = source
    self.settings = settings
  }

  deinit {
    idle?.session.close()
    for (_, session) in loaded { session.session.close() }
  }

  // MARK: - Loaded files

  /// Notes how many flows a load of a file declared, though one was wanted.
  func note(_ count: Int, of file: FlowFile) {
    if count >= crowd, crowded[file.path] == nil { crowded[file.path] = true }
  }

  /// The session that keeps a file loaded; `nil` where none does and none should.
  ///
  /// - Parameter load: Loads the file in a new session.
  func takeLoaded(
    for file: FlowFile, _ load: (FlowSession) throws(ScriptError) -> [CollectedFlow]
  ) throws(ScriptError) -> FlowSession? {
    guard crowded[file.path] == true else { return nil }
    if let index = loaded.firstIndex(where: { $0.path == file.path }) {
      let used = loaded.remove(at: index).session
      if source.renew(used.session, for: file) { return used }
      used.session.close()
      crowded[file.path] = false
      return nil
    }
    let session = try source.makeSession(for: file, isReused: true)
    do throws(ScriptError) {
      let fresh = try FlowSession(session, settings)
      session.addHooks(SessionHooks(output: { [lines = fresh.loadLines] in lines.append($0) }))
      let flows = try load(fresh)
      fresh.flows = Dictionary(flows.map { ($0.description.title, $0) }) { first, _ in first }
      fresh.isPrepared = session.prepareForReuse()
      if !fresh.isPrepared { crowded[file.path] = false }
      return fresh
    } catch {
      session.close()
      throw error
    }
  }

  // MARK: - Sessions

  /// A fresh session for a flow of a file; to be given back.
  func take(for file: FlowFile) throws(ScriptError) -> FlowSession {
    if let used = idle {
      idle = nil
      if source.renew(used.session, for: file) {
        used.collector.removeAll()
        return used
      }
      used.session.close()
      failures += 1
    }
    let isReused = failures < Self.mostFailures
    let session = try source.makeSession(for: file, isReused: isReused)
    do throws(ScriptError) {
      let fresh = try FlowSession(session, settings)
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
  func giveBack(_ session: FlowSession, of file: FlowFile, isSound: Bool) {
    guard isSound, session.isPrepared else { return session.session.close() }
    // As closing it would.
    _ = session.session.plugins.tearDown()
    if session.flows == nil {
      idle = session
    } else {
      loaded.append((file.path, session))
      if loaded.count > Self.mostLoaded { loaded.removeFirst().session.session.close() }
    }
  }
}
