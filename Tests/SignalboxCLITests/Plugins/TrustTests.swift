import Foundation
import Testing

/// Tests that the permissions in a project's configuration take effect only after the user has
/// trusted the folder.
struct TrustTests {
  private static let plugin = """
    return { name = "io", version = "1.0.0", api = 1, summary = "", permissions = { "env:WHO" },
      setup = function(host) host:global("who", function() return os.getenv "WHO" end) end }
    """
  private static let permission =
    "return { plugins = { io = { permissions = { \"env:WHO\" } } } }\n"

  private func tool(_ files: [String: String] = [:]) throws -> Tool {
    try Tool(
      ["plugins/io/plugin.lua": Self.plugin, "signalbox.lua": Self.permission].merging(files) { $1 }
    )
  }

  private func environment(_ tool: Tool) -> [String: String] {
    ["XDG_CONFIG_HOME": tool.folder.appending(path: "home").path, "WHO": "Ada"]
  }

  private func run(_ tool: Tool, _ arguments: String...) throws -> Tool.Result {
    try tool.run(arguments, environment: environment(tool))
  }

  private static func rejection(_ advice: String = "") -> String {
    """
    ✗ plugin "io" is rejected: signalbox.lua grants it env:WHO, but you have not trusted the folder
      review signalbox.lua and the plugins, then run signalbox trust\(advice), or pass --trust for one run

    """
  }

  @Test func `a cloned folder has no permissions until its user trusts it`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let real = tool.folder.resolvingSymlinksInPath().path
    let rejected = Tool.Result("nil\n", errors: Self.rejection(), code: 2)
    let given = Tool.Result("Ada\n")

    #expect(try run(tool, "-e", "print(who and who())") == rejected)
    #expect(try run(tool, "--trust", "-e", "print(who())") == given)
    #expect(try run(tool, "-e", "print(who and who())") == rejected)
    #expect(
      try tool.run(
        "-e", "print(who())",
        environment: environment(tool).merging(["SIGNALBOX_TRUST": "1"]) { $1 }) == given)

    #expect(
      try run(tool, "trust")
        == Tool.Result("trusted \(real) with these permissions:\n  io=env:WHO\n"))
    #expect(try run(tool, "-e", "print(who())") == given)
    #expect(try run(tool, "trust", "--list") == Tool.Result("\(real)\n  io=env:WHO\n"))
    #expect(
      try Tool.text(of: tool.folder.appending(path: "home/signalbox/trusted.lua"))
        == "return { folders = {\n  [\"\(real)\"] = { \"io=env:WHO\" },\n} }\n")

    #expect(try run(tool, "untrust") == Tool.Result("\(real) is no longer trusted\n"))
    #expect(try run(tool, "untrust") == Tool.Result("\(real) was not trusted\n"))
    #expect(try run(tool, "trust", "--list") == Tool.Result("no folder is trusted\n"))
    #expect(try run(tool, "-e", "print(who and who())") == rejected)
  }

  @Test func `an added permission must be trusted again, but a narrower permission need not`()
    throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let permissions = { (list: String) in
      "return { plugins = { io = { permissions = { \(list) } } } }\n"
    }
    try tool.write(permissions("\"env:WHO\", \"fs:read:data\""), to: "signalbox.lua")
    #expect(try run(tool, "trust").code == 0)
    try tool.write(
      Self.plugin.replacing("\"env:WHO\" }", with: "\"env:WHO\", \"fs:read:data/in\" }"),
      to: "plugins/io/plugin.lua")
    try tool.write(permissions("\"env:WHO\", \"fs:read:data/in\""), to: "signalbox.lua")
    #expect(try run(tool, "-e", "print(who())") == Tool.Result("Ada\n"))

    try tool.write(
      Self.plugin.replacing("\"env:WHO\" }", with: "\"env:WHO\", \"run\" }"),
      to: "plugins/io/plugin.lua")
    try tool.write(permissions("\"env:WHO\", \"run\""), to: "signalbox.lua")
    let result = try run(tool, "-e", "print(who and who())")
    #expect(
      result.errors.contains("signalbox.lua grants it run, but you have not"))
    #expect(result.code == 2)
    #expect(
      try run(tool, "doctor").output.contains(
        "  ✓ signalbox.lua grants io=env:WHO; you trust the folder\n"
          + "  ! signalbox.lua grants io=run; you have not trusted the folder\n      review signalbox.lua"
      ))
  }

  @Test
  func `a project that grants no permissions needs no trust, and trust applies to one folder`()
    throws
  {
    let tool = try tool([
      "plain/plugins/io/plugin.lua": """
      return { name = "io", version = "1.0.0", api = 1, summary = "",
        setup = function(host) host:global("who", "nobody") end }
      """, "plain/signalbox.lua": "return { plugins = { io = { load = true } } }\n",
      "other/plugins/io/plugin.lua": Self.plugin, "other/signalbox.lua": Self.permission,
    ])
    defer { tool.remove() }
    #expect(
      try run(tool, "--config", "plain/signalbox.lua", "-e", "print(who)")
        == Tool.Result("nobody\n"))
    #expect(
      try run(tool, "trust", "plain")
        == Tool.Result("plain/signalbox.lua grants no permissions: there is nothing to trust\n"))
    #expect(try run(tool, "trust").code == 0)
    let other = try run(tool, "--config", "other/signalbox.lua", "-e", "print(who)")
    #expect(other.errors.contains("then run signalbox trust other, or pass --trust for one run"))
    #expect(try run(tool, "trust", "other").code == 0)
    #expect(
      try run(tool, "--config", "other/signalbox.lua", "-e", "print(who())")
        == Tool.Result("Ada\n"))
    #expect(
      try run(tool, "trust", "none")
        == Tool.Result(
          errors:
            "signalbox: trust: none/signalbox.lua does not exist; a project that grants no permissions does not need to be trusted\n",
          code: 2))
  }

  @Test func `permissions granted on the command line need no trust`() throws {
    let tool = try tool()
    defer { tool.remove() }
    #expect(
      try run(tool, "--allow", "io=env:WHO", "-e", "print(who())") == Tool.Result("Ada\n"))
  }

  @Test func `a list of trusted folders that cannot be read is an error`() throws {
    let tool = try tool([
      "home/signalbox/trusted.lua": "return { folders = {\n  [\"/x\"] = { \"nothing\" } } }\n"
    ])
    defer { tool.remove() }
    let result = try run(tool, "-e", "")
    #expect(
      result.errors.contains("trusted.lua:2: folders: /x[1] is \"nothing\", expected PLUGIN="))
    #expect(result.code == 2)
    let variable = try tool.run("-e", "", environment: ["SIGNALBOX_TRUST": "maybe"])
    #expect(variable.errors.contains("SIGNALBOX_TRUST is \"maybe\"; expected 1 to trust"))
    let homeless = try tool.run("trust")
    #expect(
      homeless.errors.contains(
        "cannot find the list of trusted folders: neither XDG_CONFIG_HOME nor HOME is an absolute path"
      ))
  }

  // MARK: - Commands without permissions

  /// A trusted project. Each of its code files creates a marker file when it runs.
  private func marking(_ setup: String) throws -> Tool {
    var tool = try Tool([
      "plugins/io/plugin.lua": """
      return { name = "io", version = "1.0.0", api = 1, summary = "",
        permissions = { "fs:write:marks", "run", "env:HOME" },
        setup = function(host)
          host:global("mark", function(name) fs.write("marks/" .. name, "x") end)
          \(setup)
        end, teardown = function() pcall(fs.write, "marks/teardown", "x") end }
      """,
      "signalbox.lua":
        "return { plugins = { io = { permissions = { \"fs:write:marks\", \"run\", \"env:HOME\" } } } }\n",
      "marks/.keep": "",
      "a.scenario.lua": """
      pcall(mark, "file")
      suite "s" { scenario "a" { function() mark "scenario" end } }
      """,
    ])
    tool.isTrusted = true
    return tool
  }

  private func marks(_ tool: Tool) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.appending(path: "marks").path
    ).filter { $0 != ".keep" }.sorted()
  }

  @Test func `the commands lint and plugin list use no permissions, even in a trusted folder`()
    throws
  {
    let checked = try marking(
      "pcall(fs.write, 'marks/setup', 'x') pcall(run, 'touch', 'marks/run')")
    defer { checked.remove() }
    #expect(try checked.run("lint") == Tool.Result(" no mistakes found   1 file, 1 scenario\n"))
    #expect(try checked.run("plugin", "list").code == 0)
    #expect(try marks(checked) == [])
    #expect(try checked.run("test").code == 0)
    #expect(try marks(checked) == ["file", "run", "scenario", "setup", "teardown"])

    let loud = try marking("fs.write('marks/setup', 'x')")
    defer { loud.remove() }
    let result = try loud.run("lint")
    #expect(
      result.output.contains(
        "warning: plugin \"io\" is rejected: setup failed: pluginSealed: fs.write: the sandbox blocks access to files, environment variables and programs; lint does not know what the plugin adds"
      ))
    #expect(result.code == 0)
    #expect(try marks(loud) == [])
  }

  @Test func `the command lint requires no trust because it grants no permissions`() throws {
    let tool = try tool([
      "a.scenario.lua": "suite \"s\" { scenario \"a\" { function() who() end } }"
    ])
    defer { tool.remove() }
    #expect(try run(tool, "lint") == Tool.Result(" no mistakes found   1 file, 1 scenario\n"))
    let list = try run(tool, "plugin", "list")
    #expect(list.output.contains("io  ") && list.output.contains("rejected"))
    #expect(list.output.contains("but you have not trusted the folder"))
  }
}
