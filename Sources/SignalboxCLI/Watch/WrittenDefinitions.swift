internal import Signalbox
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Creates and writes the editor definitions of a project, either once or whenever files change.
final class WrittenDefinitions {
  private let paths: [String]
  private let output: String?
  private let linter: ProjectLint
  private let errors = OutputFile(OutputFile.error)
  /// The most recently written definitions.
  private var written: String?
  /// The identities of the files as of the last time they were read.
  private var stamps: [String: FileStamp] = [:]
  /// Whether a file failed to load, in which case some of the files that it requires may be
  /// unknown.
  private var isIncomplete = false
  /// The last message, which is not printed again.
  private var complaint = ""

  /// - Parameters:
  ///   - paths: The files and folders of the project. If there are none, the definitions belong to
  ///     no project.
  ///   - output: The path of the file to write, or `nil` for standard output.
  ///   - linter: The linter that loads the files.
  init(of paths: [String], to output: String?, _ linter: ProjectLint) {
    self.paths = paths
    self.output = output
    self.linter = linter
  }

  /// Writes the definitions once.
  func write() throws(ScriptError) -> ExitCode {
    let (names, unloaded) = try names()
    let text = Self.text(names)
    if let output {
      try WrittenFile.write(text, to: output)
    } else {
      OutputFile(OutputFile.output).print(text)
    }
    for file in unloaded { say("\(file.error)") }
    return unloaded.isEmpty ? .success : .notLoaded
  }

  /// Returns the definitions, and reports the files that fail to load.
  func text() throws(ScriptError) -> String {
    let (names, unloaded) = try names()
    for file in unloaded { say("\(file.error)") }
    return Self.text(names)
  }

  /// Writes the definitions, and writes them again whenever the names have changed, until the user
  /// stops the command. If a file fails to load, for example while it is being edited, the
  /// definitions stay unchanged.
  func watch() throws(ScriptError) -> ExitCode {
    let events = WatchEvents(endsWithInput: true)
    refresh()
    say(
      "watching \(counted(stamps.count, "file")); "
        + (events.hasKeys ? "Enter writes the definitions again, q quits" : "Ctrl-C quits"))
    while true {
      if let message = events.watch(folders) { say(message) }
      // Files may have changed during the last refresh.
      if isChanged(events.take()) { refresh() }
      switch events.next() {
      case .changed(let touched): if isChanged(touched) { refresh() }
      case .elapsed: if FileStamp.all(of: Set(stamps.keys)) != stamps { refresh() }
      case .all:
        written = nil
        refresh()
      case .failed: continue
      case .interrupted: return .interrupted
      case .end: return .success
      }
    }
  }

  // MARK: - Names

  private func names() throws(ScriptError) -> (ProjectNames, [UnloadedFile]) {
    guard !paths.isEmpty else { return (ProjectNames(), []) }
    let request = try ScenarioFinder.request(paths)
    let before = FileStamp.all(of: Set(stamps.keys).union(request.files))
    let (names, read, unloaded) = try linter.names(in: try LintCommand.files(request.files))
    isIncomplete = !unloaded.isEmpty
    var used = read.union(unloaded.compactMap { $0.error.location?.file })
    if isIncomplete { used.formUnion(before.keys) }
    // A file that changes while it is being read counts as changed.
    stamps = FileStamp.all(of: used).merging(before.filter { used.contains($0.key) }) { $1 }
    return (names, request.unreadable + unloaded)
  }

  private static func text(_ names: ProjectNames) -> String {
    ScriptReference.editorDefinitions(
      with: [ScenarioReference.supplement, ProjectFile.supplement], names: names)
  }

  // MARK: - Watching

  private func refresh() {
    do throws(ScriptError) {
      let (names, unloaded) = try names()
      if let file = unloaded.first { return complain(file.error) }
      complaint = ""
      let text = Self.text(names)
      guard text != written, let output else { return }
      try WrittenFile.write(text, to: output)
      say("wrote \(output)")
      written = text
    } catch {
      complain(error)
    }
  }

  /// The folders of the files that were read, and of the files that may be added.
  private var folders: Set<String> {
    let below = paths.filter { !FilePath.isFile($0) }.flatMap(FolderSearch.folders)
    return Set(below + stamps.keys.map(FilePath.folder))
  }

  private func isChanged(_ touched: Set<String>) -> Bool {
    if isIncomplete, touched.contains(where: { $0.hasSuffix(".lua") && $0 != output }) {
      return true
    }
    guard let request = try? ScenarioFinder.request(paths) else { return !touched.isEmpty }
    let now = FileStamp.all(of: Set(stamps.keys).union(request.files))
    return now != stamps
  }

  private func say(_ text: String) { errors.print("signalbox: \(text)\n") }

  private func complain(_ error: ScriptError) {
    let text = DisplayText.lines("\(error)")
    if text != complaint { say(text) }
    complaint = text
  }
}
