internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Implements `signalbox test --watch`, which first runs all scenarios and then, after each change,
/// the affected scenarios, until the user quits.
///
/// The dependencies of a scenario file are read from its source and recorded while its scenarios
/// run (decision 0150).
final class WatchRun {
  private let makeHost: () throws(ScriptError) -> TestHost
  private var host: TestHost
  private let errors = OutputFile(OutputFile.error)
  private let events = WatchEvents()
  /// The state of the files at the last check, or `nil` if a requested path did not exist.
  private var files: WatchedFiles?
  /// The identifiers of the scenarios that failed in their last run.
  private var failing: Set<String> = []
  /// The files that failed to load when they were last read.
  private var broken: Set<String> = []
  /// The snapshots that the last run may have written or removed.
  private var written: Set<String> = []
  /// The last message, which is not printed again.
  private var complaint = ""
  /// The maximum number of names that are listed.
  private static let maxNames = 3

  init(_ makeHost: @escaping () throws(ScriptError) -> TestHost) throws(ScriptError) {
    self.makeHost = makeHost
    host = try makeHost()
  }

  /// - Returns: The exit code, which is 130 after Ctrl-C. Otherwise, the exit code indicates
  ///   whether a scenario failed in its last run or a file failed to load when it was last read.
  func run() throws(ScriptError) -> ExitCode {
    if let code = host.prepare() { return code }
    scan()
    var iteration = TestIteration()
    while true {
      do throws(ScriptError) {
        if try !run(iteration) { return .interrupted }
      } catch {
        if error.kind == .interrupted { return .interrupted }
        complain(error)
      }
      // Files that scenarios required during the run are also watched.
      let touched = events.take().subtracting(written)
      guard let next = afterChanges(touched, besides: written) ?? wait() else {
        return isInterrupted ? .interrupted : outcome
      }
      iteration = next
    }
  }

  private var isInterrupted = false

  private var outcome: ExitCode {
    broken.isEmpty ? (failing.isEmpty ? .success : .failed) : .notLoaded
  }

  /// - Returns: Whether to continue to watch.
  private func run(_ iteration: TestIteration) throws(ScriptError) -> Bool {
    written = []
    let result = try host.run(iteration)
    guard let run = result.run else { return true }
    if host.options.snapshots.update == .all { written = Set(run.summary.snapshotFiles) }
    for result in run.summary.results where result.status != .notRun {
      written.formUnion(result.snapshots.lazy.filter { $0.state == .written }.map(\.path))
      if result.status == .failed {
        failing.insert(result.scenario.id)
      } else {
        failing.remove(result.scenario.id)
      }
    }
    forgetMissing(after: iteration, run.plan)
    if iteration.ids == nil { broken.subtract(iteration.files ?? broken) }
    broken.formUnion(run.summary.unloaded.map(\.path))
    return run.summary.stop?.exitCode == nil
  }

  /// Removes failed scenarios that the run should have contained, but that were renamed or deleted.
  private func forgetMissing(after iteration: TestIteration, _ plan: RunPlan) {
    let planned = Set(plan.scenarios.lazy.map(\.id))
    let unloaded = plan.unloaded.map(\.path)
    failing = failing.filter { id in
      func isIn(_ file: String) -> Bool { id.hasPrefix("\(file)::") }
      let isRequested =
        iteration.ids?.contains(id) ?? iteration.files?.contains(where: isIn) ?? true
      return !isRequested || planned.contains(id) || unloaded.contains(where: isIn)
    }
  }

  // MARK: - Waiting

  /// - Returns: The next run, or `nil` to quit.
  private func wait() -> TestIteration? {
    let keys =
      events.hasKeys
      ? "Enter runs all scenarios, f runs failed scenarios, q quits" : "Ctrl-C quits"
    say("watching \(counted(files?.count ?? 0, "file")); \(keys)")
    while true {
      switch events.next() {
      case .changed(let touched):
        if let iteration = afterChanges(touched) { return iteration }
      case .elapsed:
        if files?.isChanged ?? true, let iteration = afterChanges([]) { return iteration }
      case .all:
        say("running all scenarios")
        forget(Set(files?.scenarioFiles ?? []))
        return TestIteration()
      case .failed:
        guard !failing.isEmpty else {
          say("no scenario has failed")
          continue
        }
        say("running \(counted(failing.count, "scenario")) that failed")
        return TestIteration(ids: failing)
      case .interrupted:
        isInterrupted = true
        return nil
      case .end: return nil
      }
    }
  }

  /// Determines the changes since the last check.
  ///
  /// - Parameter own: The paths of the files that the run has changed. These changes do not cause
  ///   another run.
  /// - Returns: The next run, or `nil` if no run is needed.
  private func afterChanges(_ touched: Set<String>, besides own: Set<String> = []) -> TestIteration?
  {
    guard let earlier = files else {
      scan()
      return files == nil ? nil : TestIteration()
    }
    let now: [String]
    do throws(ScriptError) {
      now = try host.request().files
    } catch {
      complain(error)
      return nil
    }
    let plugins = host.project.ownFiles
    let changes = earlier.changes(among: now, own: plugins, touched: touched)
      .filter { !own.contains($0.key) }
    let paths = Set(changes.keys)
    if paths.contains(host.project.path ?? ProjectFile.name) { renewHost() }
    // A new file in one of the project's own plugins can affect every scenario.
    let all = paths.isDisjoint(with: plugins) ? [] : earlier.scenarioFiles
    forget(earlier.users(of: paths).union(paths).union(all))
    scan()
    guard !changes.isEmpty, let files else { return nil }
    complaint = ""
    let gone = Set(changes.filter { $0.value == .removed }.keys)
    failing = failing.filter { id in !gone.contains { id.hasPrefix("\($0)::") } }
    broken.subtract(gone)
    let known = Set(files.scenarioFiles)
    let wanted = files.users(of: paths).union(earlier.users(of: paths)).intersection(known)
    say("\(Self.list(changes)); \(Self.plan(wanted, of: known.count))")
    return wanted.isEmpty ? nil : TestIteration(files: wanted == known ? nil : wanted)
  }

  /// Records the state of the files and watches their folders.
  private func scan() {
    guard let uses = host.uses else { return }
    do throws(ScriptError) {
      let now = try WatchedFiles(host, uses)
      files = now
      if let message = events.watch(now.folders) { say(message) }
    } catch {
      files = nil
      complain(error)
    }
  }

  private func forget(_ paths: Set<String>) {
    host.uses?.forget(paths)
    host.scenarioCache.forget(paths)
  }

  /// Reads the project's configuration again. An invalid configuration is reported and otherwise
  /// ignored.
  private func renewHost() {
    do throws(ScriptError) {
      host = try makeHost()
    } catch {
      complain(error)
    }
  }

  // MARK: - Texts

  private func say(_ text: String) {
    errors.print("signalbox: \(text)\n")
  }

  private func complain(_ error: ScriptError) {
    let text = "\(error)"
    if text != complaint { say(text) }
    complaint = text
  }

  /// Returns a list such as `app.lua changed, scenarios/b.scenario.lua is new`.
  private static func list(_ changes: [String: WatchedFiles.Change]) -> String {
    let sorted = changes.sorted { $0.key < $1.key }
    var texts = sorted.prefix(maxNames).map { "\($0.key) \($0.value.rawValue)" }
    if sorted.count > maxNames { texts.append("\(sorted.count - maxNames) more") }
    return texts.joined(separator: ", ")
  }

  private static func plan(_ files: Set<String>, of count: Int) -> String {
    if files.isEmpty { return "nothing to run" }
    if files.count == count, count > 1 { return "running all \(count) files" }
    if files.count > maxNames { return "running \(files.count) of \(count) files" }
    return "running \(files.sorted().joined(separator: ", "))"
  }
}
