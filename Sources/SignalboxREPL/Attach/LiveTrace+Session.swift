internal import Signalbox
package import SignalboxInspector
package import SignalboxScenarios
package import SignalboxScripting

extension LiveTrace {
  /// Creates a trace that begins with the current state of a session. The trace includes the script
  /// lines that make calls.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - sources: The sources of the scripts, which determine the destinations of actions.
  package convenience init(recording session: ScriptSession, _ sources: SourceCache) {
    self.init(of: session.engine, view: Self.view(of: session))
    let reader = CoverageReader(session, CoverageCollector(sources: sources))
    coverage = { reader.current.recordedCounts }
    // The hooks belong to the session, which removes them when it is closed.
    _ = session.addHooks(
      SessionHooks(
        onCall: { [weak self] in self?.note(place: Self.place(of: $0)) },
        onInnerCall: { [weak self] site in
          guard let place = Self.place(of: site) else { return }
          self?.note(inner: site.operation, place: place)
        }))
  }

  /// The maximum time for reading titles and actions from scripts.
  private static let viewTime = Duration.milliseconds(500)

  /// Returns the titles and actions of a session, or `nil` if the session shows no screens yet.
  private static func view(of session: ScriptSession) -> NavigationValue? {
    let engine = session.engine
    guard !engine.tree.layers.isEmpty else { return nil }
    return try? HostRun(in: session, timeout: viewTime).read {
      StepView(of: engine, events: 1..<1).view
    }
  }

  /// Returns the file and line of a call, or `nil` for inputs of a prompt.
  private static func place(of site: CallSite) -> String? {
    guard let location = site.location, location.file.hasSuffix(".lua") else { return nil }
    return location.description
  }
}
