import Foundation
import Testing

@testable import SignalboxCLI

/// Tests images in terminals that report support for images. The test acts as the terminal.
@Suite struct TerminalImageTests {
  private static let app = """
    Main = coordinator "Main" { routes = { home = { actions = { "More" } }, more = {} } }
    function Main:start() self.router:startFlow("home") end
    function Main:onMore() self.router:navigate("more") end
    application "Main" { main = "Main" }
    """
  private static let escape = "\u{1B}"
  private static let end = "\u{1B}\\"
  private static let kittyQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let questions = "\u{1B}[>0q\u{1B}[c"
  /// The output of the image programs below.
  private static let pixels = "cGl4ZWxz"

  /// Creates a project, and stand-ins for programs that convert images.
  ///
  /// - Parameter programs: The names of the programs.
  private func tool(
    _ programs: [String] = ["rsvg-convert", "img2sixel"], app: String = app
  ) throws -> Tool {
    let tool = try Tool(["app.lua": app, "bin/none": ""])
    let texts = [
      "rsvg-convert": "printf pixels >\"$4\"",
      "img2sixel": "printf '\\033Pq%s\\033\\\\' \"$2\" >\"$4\"",
    ]
    for name in programs { try tool.addProgram("bin/\(name)", try #require(texts[name])) }
    return tool
  }

  private func environment(_ tool: Tool, _ more: [String] = []) -> [String] {
    ["TERM=xterm-256color", "PATH=\(tool.folder.path)/bin"] + more
  }

  /// Runs a command at a terminal that answers the queries, and returns the rest of the output.
  private func output(
    of arguments: [String], in tool: Tool, answer: String, _ variables: [String] = []
  ) throws -> String {
    let terminal = try Terminal(
      arguments, folder: tool.folder, environment: environment(tool, variables))
    let before = try terminal.wait(for: Self.questions)
    let isMultiplexed = variables.contains { $0.hasPrefix("TMUX=") }
    #expect(before.hasSuffix(Self.kittyQuestion) != isMultiplexed)
    try terminal.type(answer)
    return try terminal.rest()
  }

  private static let kitty = "\(escape)_Gi=31;OK\(end)\(escape)P>|kitty(0.42)\(end)\(escape)[?62;c"
  private static let iterm = "\(escape)P>|iTerm2 3.5.4\(end)\(escape)[?65;1;2;4c"
  private static let sixel = "\(escape)_Gi=31;EINVAL:x\(end)\(escape)[?63;4;6c"
  private static let plain = "\(escape)P>|XTerm(390)\(end)\(escape)[?64;1;2;6c"

  @Test func `a terminal with Kitty's protocol receives the graph as PNG`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let output = try output(of: ["graph", "app.lua"], in: tool, answer: Self.kitty)
    #expect(output.contains("\(Self.escape)_Ga=T,f=100,q=2,c=19,m=0;\(Self.pixels)\(Self.end)\r\n"))
    #expect(!output.contains("digraph"))
  }

  @Test func `a terminal with inline images of iTerm2 receives the graph as PNG`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let expected =
      "\(Self.escape)]1337;File=inline=1;size=6;width=19;preserveAspectRatio=1:\(Self.pixels)\u{7}\r\n"
    #expect(
      try output(of: ["graph", "app.lua"], in: tool, answer: Self.iterm).contains(expected))
    let features = ["TERM_FEATURES=T3LrMSc7UUw9Ts3BFGsSyHNoSxF"]
    #expect(
      try output(of: ["graph", "app.lua"], in: tool, answer: Self.plain, features)
        .contains(expected))
  }

  @Test func `a terminal with Sixel receives the graph as Sixel, with the width in pixels`() throws
  {
    let tool = try tool()
    defer { tool.remove() }
    #expect(
      try output(of: ["graph", "app.lua"], in: tool, answer: Self.sixel)
        .contains("\(Self.escape)Pq152\(Self.end)\r\n"))
  }

  @Test func `a terminal without images, in tmux or not, receives text`() throws {
    let tool = try tool()
    defer { tool.remove() }
    for (answer, variables) in [(Self.plain, [String]()), (Self.plain, ["TMUX=/tmp/x,1,0"])] {
      let output = try output(of: ["graph", "app.lua"], in: tool, answer: answer, variables)
      #expect(output.contains("digraph {\r\n"))
      #expect(!output.contains(Self.escape + "_") && !output.contains(Self.escape + "P"))
    }
  }

  @Test func `no terminal is asked that does not understand the questions, and no file`() throws {
    let tool = try tool()
    defer { tool.remove() }
    for variables in [["TERM=dumb"], ["TERM=linux"], ["SIGNALBOX_IMAGES=off"]] {
      let terminal = try Terminal(
        ["graph", "app.lua"], folder: tool.folder, environment: variables + environment(tool))
      let output = try terminal.rest()
      #expect(output.contains("digraph {"))
      #expect(!output.contains("\(Self.escape)[c"), "\(variables)")
    }
    let piped = try tool.run("graph", "app.lua", environment: ["SIGNALBOX_IMAGES": "kitty"])
    #expect(piped.output.hasPrefix("digraph {"))
    #expect(!(piped.output + piped.errors).contains(Self.escape))
  }

  @Test func `the protocol can be selected, and other values are reported`() throws {
    let tool = try tool()
    defer { tool.remove() }
    func output(_ value: String) throws -> String {
      let variables = environment(tool, ["SIGNALBOX_IMAGES=\(value)"])
      return try Terminal(["graph", "app.lua"], folder: tool.folder, environment: variables).rest()
    }
    #expect(try output("sixel").contains("\(Self.escape)Pq"))
    let wrong = try output("regis")
    #expect(
      wrong.contains(
        "signalbox: SIGNALBOX_IMAGES is \"regis\"; expected kitty, iterm2, sixel or off"))
    #expect(wrong.contains("digraph {"))
  }

  @Test func `a missing program is reported, and text is printed`() throws {
    for (programs, answer, missing) in [
      ([], Self.kitty, "converts SVG to PNG"),
      (["rsvg-convert"], Self.sixel, "converts PNG to Sixel"),
    ] {
      let tool = try tool(programs)
      defer { tool.remove() }
      let output = try output(of: ["graph", "app.lua"], in: tool, answer: answer)
      #expect(
        output.contains(
          "signalbox: cannot show an image: no program that \(missing) is installed; install "))
      #expect(output.contains("digraph {"))
    }
  }

  @Test func `the screens of a scenario are an image as well`() throws {
    let tool = try tool(app: Self.app + "\nscenario \"go\" { function(app) app:launch() end }\n")
    defer { tool.remove() }
    let file = tool.folder.appending(path: "go.scenario.lua")
    try FileManager.default.moveItem(at: tool.folder.appending(path: "app.lua"), to: file)
    let image = try output(of: ["render", "go.scenario.lua"], in: tool, answer: Self.kitty)
    #expect(image.contains(";\(Self.pixels)\(Self.end)"))
    let plain = try output(of: ["render", "go.scenario.lua"], in: tool, answer: Self.plain)
    #expect(plain.contains("home"))
    let text = try Terminal(
      ["render", "go.scenario.lua", "--format", "txt"], folder: tool.folder,
      environment: environment(tool)
    ).rest()
    #expect(!text.contains("\(Self.escape)[c") && text.contains("home"))
  }

  @Test func `the prompt shows the graph as an image and keeps what is typed meanwhile`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let terminal = try Terminal(
      "repl", "--no-history", "app.lua", folder: tool.folder,
      environment: environment(tool))
    try terminal.wait(for: "signalbox>")
    try terminal.type("app:launch()\r")
    try terminal.wait(for: "home")
    try terminal.type(".graph\r")
    try terminal.wait(for: Self.questions)
    try terminal.type("print(6" + Self.kitty + " * 7)\r")
    try terminal.wait(for: "_Ga=T,f=100,q=2,c=29,m=0;\(Self.pixels)\(Self.end)")
    try terminal.wait(for: "l42\r\n")
    // The terminal is asked once.
    try terminal.type(".graph\r")
    let second = try terminal.wait(for: ";\(Self.pixels)\(Self.end)")
    #expect(!second.contains(Self.questions))
    try terminal.type(".quit\r")
    #expect(try terminal.finish() == 0)
  }

  @Test func `answers are separated from typed text`() {
    let text = "a\(Self.kitty)b\(Self.escape)[Ac\(Self.escape)"
    let answers = TerminalAnswers(Array(text.utf8))
    #expect(answers.hasKittyGraphics)
    #expect(answers.version == "kitty(0.42)")
    #expect(answers.attributes == [62])
    #expect(String(decoding: answers.rest, as: UTF8.self) == "ab\(Self.escape)[Ac\(Self.escape)")
    #expect(TerminalAnswers(Array("\(Self.escape)[?62;".utf8)).attributes == nil)
    #expect(TerminalAnswers(Array(Self.sixel.utf8)).hasSixel)
    #expect(!TerminalAnswers(Array(Self.sixel.utf8)).hasKittyGraphics)
  }
}
