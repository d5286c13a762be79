internal import SignalboxScenarios
internal import SignalboxScripting

extension TestHost {
  /// Runs everything again and again; only the last round is told in full.
  func runUntilFailure() throws(ScriptError) -> ExitCode {
    var round = TestRound(isTold: .atItsEnd)
    while true {
      let count = Int(round.number) + 1
      let result: TestRound.Result
      do throws(ScriptError) {
        result = try run(round)
      } catch {
        guard error.kind == .interrupted else { throw error }
        return refuse("stopped in round \(count)", .interrupted)
      }
      guard let run = result.run else { return result.code }
      let isLast =
        result.code != .success || run.summary.stop != nil || count == options.repetitions
      guard isLast else {
        if errors.isTerminal { errors.write("\r round \(count) passed\u{1B}[K") }
        round.number += 1
        continue
      }
      if errors.isTerminal { errors.write("\r\u{1B}[K") }
      let failure = try tell(run.plan, run.summary)
      errors.write("signalbox: \(Self.conclusion(result.code, run.summary, count))\n")
      errors.flush()
      return result.code == .success ? failure ?? .success : result.code
    }
  }

  private static func conclusion(_ code: ExitCode, _ summary: FlowSummary, _ count: Int) -> String {
    if summary.stop != nil { return "stopped in round \(count)" }
    if code == .nothingMatched { return "there is nothing to repeat" }
    if code != .success { return "round \(count) failed" }
    return count == 1 ? "1 round passed" : "\(count) rounds passed"
  }

  /// The flows whose file, or what it uses, or whose snapshots have changed since a commit.
  ///
  /// - Returns: `nil` where there are none, which is told.
  func onlyChanged(
    since reference: String, _ flows: [FlowDescription], _ uses: FileUses
  ) throws(ScriptError) -> [FlowDescription]? {
    let changed = try ChangedFiles(since: reference)
    if changed.contains(project.path ?? ProjectFile.name)
      || project.ownFiles.contains(where: changed.contains)
    {
      return flows
    }
    var isTouched: [String: Bool] = [:]
    var hasFrames: [String: Bool] = [:]
    let touched = flows.filter { flow in
      let isFileTouched =
        isTouched[flow.file] ?? uses.files(of: flow.file).contains(where: changed.contains)
      isTouched[flow.file] = isFileTouched
      if isFileTouched { return true }
      let folder = FlowFile.frameFolder(of: flow.file).description
      let isFrameTouched = hasFrames[flow.file] ?? changed.hasChange(below: folder + "/")
      hasFrames[flow.file] = isFrameTouched
      return isFrameTouched && changed.hasChange(below: flow.framePrefix)
    }
    if touched.isEmpty, options.list == nil {
      errors.write("signalbox: no flow is touched by what has changed since \(reference)\n")
      errors.flush()
      return nil
    }
    return touched
  }
}

extension Project {
  /// The files of the project's own plugins, which every flow may use.
  var ownFiles: [String] {
    FlowFinder.folders(from: path(of: "plugins")).flatMap { folder in
      FlowFinder.names(in: folder).map { "\(folder)/\($0)" }.filter(ModuleFolders.isFile)
    }
  }
}
