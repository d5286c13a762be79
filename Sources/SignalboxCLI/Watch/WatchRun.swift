internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox test --watch`: runs everything, then what each change touches, until the user ends it.
///
/// What a file of scenarios uses is read from its text, and noted while its scenarios run (decision 0150).
final class WatchRun {
  private let makeHost: () throws(ScriptError) -> TestHost
  private var host: TestHost
  private let errors = OutputFile(OutputFile.error)
  private let events = WatchEvents()
  /// The files as they were when they were last looked at; `nil` where a place is missing.
  private var files: WatchedFiles?
  /// What failed when it was last run, by whole names.
  private var failing: Set<String> = []
  /// The files that did not load when they were last read.
  private var broken: Set<String> = []
  /// The snapshots that the last iteration may have written or removed itself.
  private var written: Set<String> = []
  /// What was said last, which is not said again.
  private var complaint = ""
  /// How many names are listed.
  private static let maxNames = 3

  init(_ makeHost: @escaping () throws(ScriptError) -> TestHost) throws(ScriptError) {
    self.makeHost = makeHost
    host = try makeHost()
  }

  /// - Returns: The code to end with: 130 for Ctrl-C, else whether something failed when it last ran.
  func run() throws(ScriptError) -> ExitCode {
    if let code = host.prepare() { return code }
    look()
    var round = TestRound()
    while true {
      do throws(ScriptError) {
        if try !run(round) { return .interrupted }
      } catch {
        if error.kind == .interrupted { return .interrupted }
        complain(error)
      }
      // What scenarios have required meanwhile is watched as well.
      let touched = events.take().subtracting(written)
      guard let next = afterChanges(touched, besides: written) ?? wait() else {
        return isInterrupted ? .interrupted : outcome
      }
      round = next
    }
  }

  private var isInterrupted = false

  private var outcome: ExitCode {
    broken.isEmpty ? (failing.isEmpty ? .success : .failed) : .notLoaded
  }

  /// - Returns: Whether to go on.
  private func run(_ round: TestRound) throws(ScriptError) -> Bool {
    written = []
    let result = try host.run(round)
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
    if round.ids == nil { broken.subtract(round.files ?? broken) }
    broken.formUnion(run.summary.unloaded.map(\.path))
    return run.summary.stop?.exitCode == nil
  }

  // MARK: - Waiting

  /// - Returns: What to run next; `nil` for the end.
  private func wait() -> TestRound? {
    let keys = events.hasKeys ? "Enter runs all, f what failed, q quits" : "Ctrl-C ends"
    say("watching \(Self.counted(files?.count ?? 0, "file")); \(keys)")
    while true {
      switch events.next() {
      case .changed(let touched):
        if let round = afterChanges(touched) { return round }
      case .all:
        say("running all")
        forget(Set(files?.scenarioFiles ?? []))
        return TestRound()
      case .failed:
        guard !failing.isEmpty else {
          say("nothing has failed")
          continue
        }
        say("running \(Self.counted(failing.count, "scenario")) that failed")
        return TestRound(ids: failing)
      case .interrupted:
        isInterrupted = true
        return nil
      case .end: return nil
      }
    }
  }

  /// Finds out what has changed since the last look, and takes that in.
  ///
  /// - Parameter own: What the run itself has changed, which is taken in and runs nothing.
  /// - Returns: What has to run again; `nil` for nothing.
  private func afterChanges(_ touched: Set<String>, besides own: Set<String> = []) -> TestRound? {
    guard let earlier = files else {
      look()
      return files == nil ? nil : TestRound()
    }
    let now: [String]
    do throws(ScriptError) {
      now = try host.request().files
    } catch {
      complain(error)
      return nil
    }
    let changes = earlier.changes(among: now, touched: touched).filter { !own.contains($0.key) }
    let paths = Set(changes.keys)
    if paths.contains(host.project.path ?? ProjectFile.name) { renewHost() }
    forget(earlier.users(of: paths).union(paths))
    look()
    guard !changes.isEmpty, let files else { return nil }
    complaint = ""
    let gone = Set(changes.filter { $0.value == .removed }.keys)
    failing = failing.filter { id in !gone.contains { id.hasPrefix("\($0)::") } }
    broken.subtract(gone)
    let known = Set(files.scenarioFiles)
    let wanted = files.users(of: paths).union(earlier.users(of: paths)).intersection(known)
    say("\(Self.list(changes)); \(Self.plan(wanted, of: known.count))")
    return wanted.isEmpty ? nil : TestRound(files: wanted == known ? nil : wanted)
  }

  /// Takes in how the files are, and watches where they are.
  private func look() {
    guard let uses = host.uses else { return }
    do throws(ScriptError) {
      let now = try WatchedFiles(host, uses)
      files = now
      events.watch(now.folders)
    } catch {
      files = nil
      complain(error)
    }
  }

  private func forget(_ paths: Set<String>) {
    host.uses?.forget(paths)
    host.scenarioCache.forget(paths)
  }

  /// Reads the configuration again; one that is wrong leaves everything as it was.
  private func renewHost() {
    do throws(ScriptError) {
      host = try makeHost()
    } catch {
      complain(error)
    }
  }

  // MARK: - ReportTime

  private func say(_ text: String) {
    errors.write("signalbox: \(text)\n")
    errors.flush()
  }

  private func complain(_ error: ScriptError) {
    let text = "\(error)"
    if text != complaint { say(text) }
    complaint = text
  }

  /// `app.lua changed, scenarios/b.scenario.lua is new`.
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

  private static func counted(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}
