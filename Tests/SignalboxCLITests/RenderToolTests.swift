import Foundation
import Testing

/// Tests `signalbox render` from the user's perspective.
@Suite struct RenderToolTests {
  private static let app = """
    local Shop = coordinator "Shop" {
      routes = { catalog = { title = "Catalog", actions = { "Buy" } }, product = { title = "Product" } },
    }
    function Shop:start() self.router:startFlow "catalog" end
    function Shop:onBuy() self.router:navigate "product" end
    application "Shop" { main = "Shop" }
    """
  private static let scenarios = """
    require "app"
    scenario "good" { function(app) app:launch() app:tap "Buy" app:expect { front = "product" } end }
    scenario "bad" { function(app) app:launch() app:tap "Buy" app:expect { front = "catalog" } end }
    scenario "skipped" { skip = true, function(app) app:launch() end }
    """
  private static let product = """
    ┌──────────────────────────────┐
    │ ‹ Catalog  Product           │
    ├──────────────────────────────┤
    │                              │
    └──────────────────────────────┘

    """

  private func tool() throws -> Tool {
    try Tool(["a.scenario.lua": Self.scenarios, "app.lua": Self.app])
  }

  private func text(_ path: String, _ tool: Tool) throws -> String {
    try String(contentsOf: tool.folder.appending(path: path), encoding: .utf8)
  }

  @Test func `one screen of a scenario is drawn as text, without writing files`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("render", "a.scenario.lua:2", "--step", "2")
    #expect(result == Tool.Result(Self.product))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: ".signalbox").path))
    #expect(try tool.run("render", "a.scenario.lua::good", "--step", "3").output == Self.product)
  }

  @Test func `the screens of a failing scenario are drawn, and the command fails`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("render", "a.scenario.lua:3", "--output", "bad.svg")
    #expect(result.code == 1)
    #expect(
      result.errors
        == "signalbox: the scenario failed: a.scenario.lua:3: expect: front expected \"catalog\", actual \"product\"\n"
    )
    let svg = try text("bad.svg", tool)
    #expect(svg.ranges(of: "clip-path=").count == 3)
    #expect(svg.ranges(of: "class=\"failed\"").count == 1)
  }

  @Test func `a recording results in the same images as its scenario`() throws {
    let tool = try tool()
    defer { tool.remove() }
    _ = try tool.run("test", "-q", "--trace", "on")
    let trace = ".signalbox/out/a-2-good.sbtrace"
    _ = try tool.run("render", trace, "--output", "one.svg")
    _ = try tool.run("render", "a.scenario.lua:2", "--output", "two.svg")
    #expect(try text("one.svg", tool) == text("two.svg", tool))
    #expect(try tool.run("render", trace, "--step", "2") == Tool.Result(Self.product))
  }

  @Test(arguments: [
    (
      ["a.scenario.lua"], 2,
      "a.scenario.lua has 3 scenarios; expected one; choose one of them, such as "
        + "a.scenario.lua:2, a.scenario.lua:3, a.scenario.lua:4"
    ),
    (["app.lua"], 2, "app.lua has 0 scenarios; expected one"),
    (["missing.sbtrace"], 2, "cannot read missing.sbtrace: no such file or directory"),
    (
      ["a.scenario.lua:2", "--step", "9"], 1,
      "a.scenario.lua:2 has no step 9 to draw; its steps are 1 to 3"
    ),
    (
      ["a.scenario.lua:4"], 1,
      "a.scenario.lua:4 has no screens; the status of the scenario is skipped"
    ),
  ])
  func `an input that cannot be drawn is an error with a reason`(
    arguments: [String], code: Int32, message: String
  ) throws {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run(["render"] + arguments)
    #expect(result == Tool.Result(errors: "signalbox: \(message)\n", code: code))
  }

  @Test func `an invalid command line is rejected`() throws {
    let tool = try tool()
    defer { tool.remove() }
    for (arguments, message) in [
      (["--step", "x"], "The value 'x' is invalid for '--step <n>'"),
      (["--step", "3-2"], "The value '3-2' is invalid for '--step <n>'"),
      (["--format", "png"], "--format png requires --output FILE."),
      (["--output", "a.gif"], "a.gif does not end in .svg, .png or .txt; add --format FORMAT."),
      (["--format", "gif"], "expected svg, png or txt"),
      (
        ["--step", "2", "--color", "always"],
        "--color colors the lines above the screens of a storyboard, but --step 2 draws one screen"
      ),
    ] {
      let result = try tool.run(["render", "a.scenario.lua:2"] + arguments)
      #expect(result.code == 64 && result.errors.contains(message), "\(arguments): \(result)")
    }
  }

  @Test func `PNG is written by a program, or the error names the program to install`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let missing = try tool.run(
      ["render", "a.scenario.lua:2", "--output", "a.png"], environment: ["PATH": "/nowhere"])
    #expect(
      missing
        == Tool.Result(
          errors: """
            signalbox: cannot write a.png: no program that converts SVG to PNG is installed; install \
            rsvg-convert (Debian: librsvg2-bin, macOS: brew install librsvg), Inkscape or Chromium, or use \
            --format svg

            """, code: 1))
    try tool.addProgram(
      "rsvg-convert", "while [ \"$1\" != --output ]; do shift; done\ncp \"$3\" \"$2\"")
    let environment = ["PATH": "\(tool.folder.path):/usr/bin:/bin"]
    let result = try tool.run(
      ["render", "a.scenario.lua:2", "--output", "a.png"], environment: environment)
    #expect(result == Tool.Result())
    #expect(try text("a.png", tool).hasPrefix("<?xml"))
    let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(files.filter { $0.contains(".svg") } == [])
    try tool.addProgram("rsvg-convert", "exit 3")
    let failed = try tool.run(
      ["render", "a.scenario.lua:2", "--output", "b.png"], environment: environment)
    #expect(
      failed
        == Tool.Result(
          errors: "signalbox: cannot write b.png: rsvg-convert ended with exit code 3\n", code: 1))
    // A file that is open for writing cannot be run.
    let writer = try FileHandle(forWritingTo: tool.folder.appending(path: "rsvg-convert"))
    let busy = try tool.run(
      ["render", "a.scenario.lua:2", "--output", "c.png"], environment: environment)
    try writer.close()
    #expect(
      busy
        == Tool.Result(
          errors: "signalbox: cannot write c.png: rsvg-convert does not start: Text file busy\n",
          code: 1))
  }
}
