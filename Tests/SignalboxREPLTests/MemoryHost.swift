import SignalboxREPL
import SignalboxScripting

/// Simulates files, a shell and a date for commands.
final class MemoryHost: CommandHost {
  var files: [String: String] = [:]
  /// The number of lines that fit on the disk.
  var room = Int.max
  /// The folder that contains the only writable files, or `nil` if all files are writable.
  var writableFolder: String?
  /// Called before a session is created for a scenario.
  var onSession: () -> Void = {}
  /// The shell commands that were run.
  private(set) var commands: [String] = []
  let today = "2026-11-20"

  func read(_ path: String) throws(ScriptError) -> [UInt8] {
    guard let text = files[path] else {
      throw ScriptError(.module, "cannot read \(path): no such file or directory")
    }
    return Array(text.utf8)
  }

  func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(ScriptError) {
    try check(path, replacing)
    files[path] = String(decoding: bytes, as: UTF8.self)
  }

  func makeRecording(_ path: String, replacing: Bool) throws(ScriptError) -> any CommandRecording {
    try check(path, replacing)
    files[path] = ""
    return Recording(host: self, path: path)
  }

  private func check(_ path: String, _ replacing: Bool) throws(ScriptError) {
    guard replacing || files[path] == nil else {
      throw ScriptError(
        .runtime, "cannot write \(path): it already exists",
        hint: "to overwrite it, add ! to the name: \(path)!")
    }
    if let writableFolder, !path.hasPrefix(writableFolder) {
      throw ScriptError(.runtime, "cannot write \(path): read-only file system")
    }
  }

  func makeSession(
    forScenariosIn path: String, with modules: [String: ScriptModule], isReused: Bool
  ) throws(ScriptError) -> ScriptSession {
    onSession()
    var configuration = ScriptConfiguration(
      modules: UnwrittenModules(modules, before: Modules(host: self)))
    configuration.isReused = isReused
    return try ScriptSession(configuration)
  }

  func module(of script: String, forScenariosIn path: String) -> String? {
    let name = script.hasSuffix(".lua") ? String(script.dropLast(4)) : nil
    return name?.contains(".") == true ? nil : name
  }

  func health() throws(ScriptError) -> String { "environment\n  ✓ all is well\n" }

  func runShell(_ command: String) throws(ScriptError) -> Int {
    commands.append(command)
    if command == "no" {
      throw ScriptError(.runtime, "!no: not granted here", hint: "grant it")
    }
    return command == "false" ? 1 : 0
  }

  /// The text after editing, or `nil` if the text is not edited.
  var edited: String?
  /// The texts that were opened in the editor.
  private(set) var opened: [String] = []

  func edit(_ text: String) throws(ScriptError) -> String {
    opened.append(text)
    return edited ?? text
  }

  private final class Recording: CommandRecording {
    let host: MemoryHost
    let path: String

    init(host: MemoryHost, path: String) {
      self.host = host
      self.path = path
    }

    func append(_ line: String) throws(ScriptError) {
      guard host.room > 0 else {
        throw ScriptError(.runtime, "cannot write \(path): no space left on device")
      }
      host.room -= 1
      host.files[path]?.append(line + "\n")
    }

    func close() {}
  }

  private final class Modules: ModuleSource {
    let host: MemoryHost

    init(host: MemoryHost) { self.host = host }

    func module(named name: String) throws(ScriptError) -> ScriptModule? {
      host.files["\(name).lua"].map {
        ScriptModule(path: "\(name).lua", source: Array($0.utf8))
      }
    }

    func searched(for name: String) -> [String] { ["\(name).lua"] }
  }
}
