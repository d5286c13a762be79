package import SignalboxInspector
package import SignalboxScripting

extension LiveTrace {
  /// Begins with the present state of a session, and notes the lines of scripts that make calls.
  ///
  /// - Parameter session: The session, which the trace does not retain.
  package convenience init(recording session: ScriptSession) {
    self.init(of: session.engine)
    // The hooks belong to the session, which removes them when it is closed.
    _ = session.addHooks(
      SessionHooks(
        onCall: { [weak self] in self?.note(place: Self.place(of: $0)) },
        onInnerCall: { [weak self] site in
          guard let place = Self.place(of: site) else { return }
          self?.note(inner: site.operation, place: place)
        }))
  }

  /// Returns the line of a call in a file; `nil` for inputs of a prompt.
  private static func place(of site: CallSite) -> String? {
    guard let location = site.location, location.file.hasSuffix(".lua") else { return nil }
    return location.description
  }
}
