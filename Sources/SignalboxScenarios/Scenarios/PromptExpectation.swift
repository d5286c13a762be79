package import SignalboxScripting

/// Checks an expectation outside scenarios, in the same way as `app:expect`.
package enum PromptExpectation {
  /// Returns the differences between a table of expected values and the current state of a session,
  /// as the lines of a report. The array is empty if all values match.
  ///
  /// - Throws: `badArgument` or `unknownMatcher`, in the same cases as `app:expect`.
  package static func differences(
    from expected: ScriptValue, in session: ScriptSession
  ) throws(ScriptError) -> [String] {
    let expectation = try Expectation(expected, of: "expect", in: session)
    let differences = try expectation.differences(MatchSubject(session))
    return HostedScenario.lines(of: differences)
  }
}
