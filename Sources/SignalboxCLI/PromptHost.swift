internal import LineEditor
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// Provides the prompt's commands with access to the files of the process, the shell and the doctor.
final class PromptHost: CommandHost {
  private let project: Project
  private let options: PluginOptions
  private let limits: Limits
  private let sources: SourceCache
  /// A closure that writes pending output.
  private let flush: () -> Void
  /// The prompt's remote application, and whether files with a model were loaded, or `nil` if there
  /// is no such application.
  var app: (application: AppPrompt, hasModel: Bool)?
  /// The line editor that uses the terminal, or `nil` if there is none.
  weak var editor: LineEditor?

  init(
    _ project: Project, _ options: PluginOptions, _ limits: Limits, _ sources: SourceCache,
    flush: @escaping () -> Void
  ) {
    self.project = project
    self.options = options
    self.limits = limits
    self.sources = sources
    self.flush = flush
  }

  // MARK: - Files

  func read(_ path: String) throws(ScriptError) -> [UInt8] {
    let place = FilePath.expanded(path)
    guard !Self.isFolder(place) else {
      throw ScriptError(.module, "cannot read \(path): it is a folder")
    }
    return try ScriptFile.read(place)
  }

  func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(ScriptError) {
    try NewFile(FilePath.expanded(path), shown: path).write(bytes, replacing: replacing)
  }

  func makeRecording(_ path: String, replacing: Bool) throws(ScriptError) -> any CommandRecording {
    try NewFile(FilePath.expanded(path), shown: path).open(replacing: replacing)
  }

  private static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  // MARK: - Scenarios

  func makeSession(
    forScenariosIn path: String, with modules: [String: ScriptModule], isReused: Bool
  ) throws(ScriptError) -> ScriptSession {
    let files = FolderModules(of: FilePath.expanded(path), sources: SourceCache())
    var configuration = ScriptConfiguration(
      modules: modules.isEmpty ? files : UnwrittenModules(modules, before: files),
      plugins: project.plugins(SourceCache(), timeout: limits.timeout?.duration))
    configuration.hold(to: limits.memory?.bytes)
    configuration.isReused = isReused
    // The new session does not become the target of Ctrl-C, which still stops the prompt's own
    // session.
    let session = try ScriptSession(configuration)
    try session.plugins.loadAtStart()
    return session
  }

  func scenarioSessions(
    _ own: any ScenarioSessionSource
  ) -> (any ScenarioSessionSource)? {
    app.map { $0.application.sessions(own) } ?? own
  }

  func modelSessions(_ own: any ScenarioSessionSource) -> (any ScenarioSessionSource)? {
    app?.hasModel == true ? own : nil
  }

  func module(of script: String, forScenariosIn path: String) -> String? {
    Self.module(of: script, forScenariosIn: path)
  }

  /// Returns the module name of a script for `require` in a scenario file, or `nil` if the file
  /// cannot require the script.
  ///
  /// - Parameter allowsDots: Whether the name of a script in one of the searched folders may
  ///   contain dots. Such a script is found only if there is no folder with the first part of the
  ///   name.
  static func module(
    of script: String, forScenariosIn path: String, allowingDots allowsDots: Bool = false
  ) -> String? {
    let (script, scenario) = (Self.parts(script), Self.parts(path))
    let folder = scenario.dropLast()
    var name = script
    if !folder.isEmpty, script.starts(with: folder) { name = Array(script.dropFirst(folder.count)) }
    guard let file = name.last, file.hasSuffix(".lua") else { return nil }
    name[name.count - 1] = String(file.dropLast(4))
    if allowsDots, name.count == 1 { name = Self.words(of: name[0]) }
    let isPlain = name.allSatisfy { !$0.isEmpty && !$0.contains(".") && !$0.contains("/") }
    return isPlain ? name.joined(separator: ".") : nil
  }

  private static func words(of name: String) -> [String] {
    name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Splits a path into components. The first component of an absolute path is `/`.
  private static func parts(_ path: String) -> [String] {
    let path = FilePath.expanded(path)
    let parts = path.split(separator: "/").map(String.init).filter { $0 != "." }
    return path.hasPrefix("/") ? ["/"] + parts : parts
  }

  // MARK: - Programs

  func health() throws(ScriptError) -> String { try DoctorReport(options, limits).text }

  func runShell(_ command: String) throws(ScriptError) -> Int {
    guard project.allowsShell else {
      throw ScriptError(
        .runtime, "!\(command): shell commands are not permitted in this project",
        hint: project.trust.missing.contains(ProjectFile.shell)
          ? project.trustAdvice
          : "permit them with --allow repl=run, or repl = { shell = true } in \(ProjectFile.name)")
    }
    return try runProgram(command)
  }

  func edit(_ text: String) throws(ScriptError) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/signalbox-XXXXXX.lua".utf8CString)
    let file = mkstemps(&path, 4)
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard file >= 0 else {
      throw ScriptError(
        .runtime, "cannot create a file in \(folder): \(String(cString: strerror(errno)))")
    }
    defer { unlink(name) }
    let bytes = Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)
    let count = put(file, bytes)
    close(file)
    guard count == bytes.count else { throw ScriptError(.runtime, "cannot write \(name)") }
    let names = ["VISUAL", "EDITOR"].map { (name: String) in
      getenv(name).map { String(cString: $0) } ?? ""
    }
    let program = names.first { !$0.isEmpty } ?? "vi"
    let code = try runProgram("\(program) \(ShellWord.quoted(name, always: true))")
    guard code == 0 else {
      throw ScriptError(
        .runtime, "\(program) ended with exit code \(code), so the edited input is not run",
        hint: "set VISUAL or EDITOR to use another editor")
    }
    return String(decoding: try ScriptFile.read(name), as: UTF8.self)
  }

  /// Runs a command line with the original terminal modes.
  private func runProgram(_ command: String) throws(ScriptError) -> Int {
    flush()
    defer { _ = ProcessSignals.takePendingInterrupt() }
    guard let editor else { return try ShellRun(command).run() }
    return try editor.lend { () throws(ScriptError) in try ShellRun(command).run() }
  }

  func terminalImage(
    _ draw: () -> ScreenFormat.Drawing
  ) throws(ScriptError) -> String? {
    guard let editor else { return nil }
    flush()
    guard let graphics = try TerminalGraphics.detected(keep: editor.keep) else { return nil }
    return try TerminalImage(draw(), for: graphics).text
  }

  var today: String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    let digits = { (value: Int32) in value < 10 ? "0\(value)" : "\(value)" }
    return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
  }
}

/// Calls the system function `write(2)`, which a method of the same name hides inside the type.
private func put(_ file: Int32, _ bytes: [UInt8]) -> Int { write(file, bytes, bytes.count) }
