import SignalboxScripting
import Testing

/// A plugin in Swift.
private final class Badges: SignalboxPlugin {
  let manifest = PluginManifest(name: "badges", version: "1.0.0", summary: "Counts badges")

  func setup(_ host: PluginRegistrar, options: ScriptValue) throws(ScriptError) {
    try host.global("badges", value: 3)
  }
}

/// A plugin in Lua that is stored in memory.
private final class Library: PluginLibrary {
  let loadsAtStart = true
  let isBundled = false

  func folders() -> [PluginFolder] { [PluginFolder(name: "notes", path: "notes")] }

  func text(_ file: String, of folder: PluginFolder) -> [UInt8]? {
    guard file == "plugin.lua" else { return nil }
    return Array(
      """
      return {
        name = "notes", version = "1.0.0", api = 1, summary = "Reads notes",
        permissions = { "fs:read:texts", "fs:write:texts", "env:USER", "run" },
        setup = function(host)
          host:global("notes", function()
            fs.write("texts/new", "new")
            local names = table.concat(fs.list "texts", ",")
            return names, fs.read "texts/a", os.getenv "USER", (run("echo", "x"))
          end)
        end,
      }
      """.utf8)
  }
}

/// A system that exists only in memory.
private final class System: PluginSystem {
  private var files = ["texts/a": Array("text".utf8)]

  private func missing(_ path: String) -> ScriptError { ScriptError(.runtime, "no file \(path)") }

  func read(_ path: String, below folder: String, maxBytes: Int) throws(ScriptError) -> [UInt8] {
    guard let bytes = files[path] ?? files["\(folder)/\(path)"] else { throw missing(path) }
    return Array(bytes.prefix(maxBytes))
  }

  func list(_ path: String, below folder: String) throws(ScriptError) -> [String] {
    files.keys.sorted()
  }

  func write(_ bytes: [UInt8], to path: String, below folder: String) throws(ScriptError) {
    files[path] = bytes
  }

  func environment(_ name: String) -> String? { "\(name) in memory" }

  func run(
    _ command: String, _ arguments: [String], timeout: Duration
  ) throws(ScriptError) -> PluginProcess {
    PluginProcess(output: Array("\(command) \(arguments.joined())".utf8), errors: [], code: 0)
  }
}

/// Modules that are stored in memory.
private final class Modules: ModuleSource {
  func module(named name: String) -> ScriptModule? {
    name == "sum" ? ScriptModule(path: "sum.lua", source: Array("return 1 + 1".utf8)) : nil
  }

  func searched(for name: String) -> [String] { ["\(name).lua"] }
}

struct ScriptingTests {
  @Test func `a session runs a script and reports the script's error`() throws {
    let session = try ScriptSession()
    try session.run(Array("assert(1 + 1 == 2)".utf8), name: "sum.lua")
    let error = #expect(throws: ScriptError.self) {
      try session.run(Array("error 'none'".utf8), name: "fails.lua")
    }
    #expect(error?.message.contains("none") == true)
  }

  @Test func `a package can provide plugins, their system and modules`() throws {
    var plugins = PluginConfiguration(libraries: [Library()], native: [{ Badges() }])
    plugins.permissions = ["fs:read:texts", "fs:write:texts", "env:USER", "run"].compactMap {
      PluginPermission($0)
    }
    plugins.system = System()
    let session = try ScriptSession(ScriptConfiguration(modules: Modules(), plugins: plugins))
    try session.plugins.loadAtStart()
    #expect(session.plugins.rejections.map { "\($0)" } == [])
    let result = session.evaluate("badges, require 'sum', notes()")
    #expect(
      "\(result)"
        == "\(Evaluation.values(["3", "2", "\"texts/a,texts/new\"", "\"text\"", "\"USER in memory\"", "\"echo x\""]))"
    )
  }
}
