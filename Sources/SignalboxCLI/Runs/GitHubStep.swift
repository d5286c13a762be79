internal import SignalboxScenarios
internal import SystemLibrary

/// Writes the summary page of a GitHub job, to which each step appends its part.
///
/// Source: GitHub's "Workflow commands", "Adding a job summary".
enum GitHubStep {
  /// Appends the summary of the run to the page if the process runs in GitHub Actions and the
  /// reporter was requested.
  static func write(
    _ summary: RunSummary, _ choices: [ReporterChoice], _ context: ReportContext
  ) {
    guard choices.contains(where: { $0.name == GitHubReporter.name }),
      let path = RunSelection.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty
    else { return }
    guard let file = OutputFile(appendingTo: path) else {
      let reason = String(cString: strerror(errno))
      let errors = OutputFile(OutputFile.error)
      errors.print("signalbox: cannot write \(path), which GITHUB_STEP_SUMMARY names: \(reason)\n")
      return
    }
    file.write(GitHubSummary.markdown(summary, context))
    file.close()
  }
}
