internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What a run leaves behind beside its reports, and what those are made with.
extension TestHost {
  /// Writes down what later runs look at; where that fails it is reported and changes nothing.
  func keep(_ summary: FlowSummary, of shard: FlowShard?) {
    func attempt(_ body: () throws(ScriptError) -> Void) {
      do throws(ScriptError) {
        try body()
      } catch {
        errors.write("signalbox: \(DisplayText.lines("\(error)"))\n")
        errors.flush()
      }
    }
    if !isCI {
      attempt { () throws(ScriptError) in try LastRun(project).note(summary.results) }
    }
    guard let path = options.timings else { return }
    attempt { () throws(ScriptError) in
      var timings = try selection.timings(of: shard)
      timings.note(summary.results, of: shard)
      try WrittenFile.write(timings.json, to: path)
    }
  }

  /// Names the slowest flows on standard error, where no report of the run does.
  func reportDurations(of summary: FlowSummary) {
    let choice = options.reporter.first { $0.path == nil }
    guard let choice, choice.reporter?.isForPeople != true else { return }
    errors.write(summary.slowest(context))
    errors.flush()
  }

  /// What runs flows again as they were run, in front of what selects them.
  var command: String {
    var words = ["signalbox test"]
    words += plugins.plugins.map { "--plugin \($0)" }
    words += plugins.grants.map { "--allow \($0.argument)" }
    words += plugins.config.map { ["--config \($0)"] } ?? []
    words += plugins.trust ? ["--trust"] : []
    words += given.limits.timeout.map { ["--timeout \($0.text)"] } ?? []
    words += given.limits.memory.map { ["--memory \($0.text)"] } ?? []
    words += given.options.rounds.maxSteps.map { ["--max-steps \($0)"] } ?? []
    words += given.options.env.map { "--env \($0.quoted)" }
    return words.joined(separator: " ")
  }

  var context: ReportContext {
    let isColored = (limits.color ?? .auto).isColored(onTerminal: output.isTerminal)
    var context = ReportContext(
      palette: TextPalette(isColored: isColored), sources: sources, isVerbose: options.verbose,
      isQuiet: options.quiet, command: command)
    context.durations = options.durations ?? 0
    context.repeatsOutput = !options.showsOutput
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    context.start = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    return context
  }
}
