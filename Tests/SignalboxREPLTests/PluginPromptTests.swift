import SignalboxScripting
import Testing

@testable import SignalboxREPL

struct PluginPromptTests {
  /// A library with one plugin in memory.
  private final class Library: PluginLibrary {
    func folders() -> [PluginFolder] { [PluginFolder(name: "todo", path: "plugins/todo")] }
    let loadsAtStart = true
    let isBundled = false

    func text(_ file: String, of folder: PluginFolder) -> [UInt8]? {
      file == "plugin.lua" ? Array(Self.source.utf8) : nil
    }

    static let source = """
      return { name = "todo", version = "1.0.0", api = 1, summary = "", setup = function(host)
        host:coordinator "Shop" { routes = { catalog = {}, product = {} },
          start = function(self) self.router:startFlow("catalog") end }
        host:command("todo", { parameters = "[NAME]", summary = "Goes there",
          run = function(name, app)
            if name == "" then error("where to?") end
            app.top.router:navigate(name)
            return "gone to " .. name
          end })
      end }
      """
  }

  private final class Written { var text = "" }

  private func prompt() throws -> (Prompt, Written) {
    let session = try ScriptSession(
      ScriptConfiguration(plugins: PluginConfiguration(libraries: [Library()])))
    try session.plugins.loadAtStart()
    #expect(session.plugins.rejections.isEmpty)
    let written = Written()
    let prompt = Prompt(session: session) { written.text += $0 }
    try session.beginRecord()
    return (prompt, written)
  }

  @Test func `a command of a plugin runs, reports its changes and shows its text`() throws {
    let (prompt, written) = try prompt()
    for line in ["app:launch 'Shop'", ".todo product", ".todo", ".tood"] { prompt.take(line) }
    #expect(
      written.text == """
          ✓ launch Shop
          ✓ push product
        gone to product
        ✗ where to?
          plugins/todo/plugin.lua:6
        ✗ there is no command .tood; did you mean .todo?

        """)
    written.text = ""
    prompt.take(".help")
    #expect(written.text.contains("\n  .todo [NAME]                   Goes there\n"))
  }

  @Test func `the reload command restarts the application and repeats the calls`() throws {
    let (prompt, written) = try prompt()
    for line in ["app:launch 'Shop'", ".todo product"] { prompt.take(line) }
    let old = prompt.session
    written.text = ""
    for line in [".reload", "app:tree()", ".reload"] { prompt.take(line) }
    #expect(
      written.text == """
        reloaded: 2 steps repeated
        "Shop  catalog ▸ product      ← front"
        reloaded: 2 steps repeated

        """)
    #expect(prompt.session !== old)
  }

  @Test func `the reload command reports a different result, and keeps the session if files fail`()
    throws
  {
    let (prompt, written) = try prompt()
    for line in [
      "local Typed = coordinator 'Typed' { routes = { a = {} } }",
      "function Typed:start() self.router:startFlow('a') end", "app:launch 'Typed'",
    ] {
      prompt.take(line)
    }
    written.text = ""
    let old = prompt.session
    prompt.host.prepare = { _ in false }
    prompt.take(".reload")
    #expect(prompt.session === old)
    prompt.host.prepare = { _ in true }
    prompt.take(".reload")
    prompt.take("Other = coordinator 'Other' { routes = { a = {} } } app.top.router:startFlow('a')")
    prompt.take("function Other:start() self.router:startFlow('a') end")
    prompt.take("app.top.router:present(Other:new())")
    prompt.take(".reload")
    #expect(
      written.text == """
        ✗ not reloaded: fix the errors above; this session continues unchanged
        reloaded: 1 step repeated
          ✓ pop a · push a
          ✓ present sheet Other ▸ a
        1 input with definitions failed during the reload
        ✗ reloaded, but the result differs at step 3, startFlow: then done, now not replayed: \
        makeCoordinator: there is no coordinator "Other" of present

        """)
  }
}
