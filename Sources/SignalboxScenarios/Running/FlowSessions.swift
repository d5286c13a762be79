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
  /// Whether it can be used again.
  fileprivate var isPrepared = false
  let collector = FlowCollector()
  let verbs = FlowVerbs()

  init(_ session: ScriptSession) throws(ScriptError) {
    self.session = session
    try FlowWords.define(in: session, collector, owner: session.makeOwner("flow files"))
    try verbs.define(in: session, owner: session.makeOwner("flows"))
  }
}

/// Hands out sessions, one at a time: the same one again and again where that is possible, since
/// opening and closing one costs several times what a short flow does (decision 0160).
///
/// Guarded by bench: runs.
final class FlowSessions {
  private let source: any FlowSessionSource
  private var idle: FlowSession?
  /// How often a session that was prepared could not be used again.
  private var failures = 0
  /// After so many, sessions are no longer prepared: what keeps one from it keeps the next as well.
  private static let mostFailures = 3

  init(_ source: any FlowSessionSource) { self.source = source }

  deinit { idle?.session.close() }

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
      let fresh = try FlowSession(session)
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
  func giveBack(_ session: FlowSession, isSound: Bool) {
    if isSound, session.isPrepared {
      idle = session
    } else {
      session.session.close()
    }
  }
}
