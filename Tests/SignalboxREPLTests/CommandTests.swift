import Foundation
import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct CommandTests {
  private func answers(_ lines: String...) throws -> String {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    prompt.take(#"Main = coordinator "Main" { routes = { home = { title = "Home" } } }"#)
    prompt.take(#"function Main:start() self.router:startFlow("home") end"#)
    prompt.take(#"app:launch "Main""#)
    text = ""
    for line in lines { prompt.take(line) }
    return text
  }

  @Test func `each renderer is available as a command`() throws {
    let text = try answers(".tree", ".screen", ".stack", ".layers", " .events 2 ")
    #expect(
      text == """
        Main  home      ← you are here
        ┌──────────────────────────────┐
        │             Home             │
        ├──────────────────────────────┤
        │                              │
        └──────────────────────────────┘
        Main  home
        Main
        11  0 ms  #1  op.settled  launch Main
        12  0 ms  #1  app.ready   c1

        """)
  }

  @Test func `a mistyped command is rejected with the nearest name`() throws {
    #expect(try answers(".treee") == "✗ there is no command .treee; did you mean .tree?\n")
    #expect(
      try answers(".whatever") == "✗ there is no command .whatever; .help lists the commands\n")
  }

  @Test func `an invalid count is rejected`() throws {
    let wrong =
      "✗ .events expects an optional count of 1 or more, followed by optional kinds of events; got"
    #expect(try answers(".events x") == "\(wrong) \"x\"\n")
    #expect(try answers(".events 0") == "\(wrong) \"0\"\n")
    #expect(
      try answers(".events 5 screen.creatd")
        == "\(wrong) \"screen.creatd\"; did you mean screen.created?\n")
  }

  @Test func `input that starts with a dot and a digit is evaluated as Lua`() throws {
    #expect(try answers(".5 + 1") == "1.5\n")
  }

  @Test func `help starts with five lines that work in a new session`() throws {
    let fixture = try CommandFixture(loaded: false)
    let shop = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples/shop/app.lua")
    fixture.host.files["(bundled)/demo.lua"] = try String(contentsOf: shop, encoding: .utf8)
    let inputs = fixture.answers(".help").split(separator: "\n").prefix(5).map { line in
      String(line.dropFirst(2).prefix(31)).trimmingCharacters(in: .whitespaces)
    }
    #expect(
      inputs == [
        ".demo", "app:launch()", #"app:open "shop://product/42""#, #"app:tap "Buy""#, ".tree",
      ])
    let answers = fixture.answers(inputs)
    #expect(!answers.contains("✗"), "\(answers)")
    #expect(answers.hasSuffix("← you are here\n") || answers.contains("Checkout  sheet  address"))
  }

  @Test func `help starts with examples that use names from the loaded application`() throws {
    func firstLines(_ fixture: CommandFixture, _ count: Int) -> [String] {
      fixture.answers(".help").split(separator: "\n").prefix(count).map { String($0.dropFirst(2)) }
    }
    let own = try CommandFixture(loaded: false)
    _ = own.answers(
      #"coordinator "Inbox" { routes = { list = { actions = { "Write" } } }, links = { ["mail://box/:name/*rest"] = print } }"#,
      #"application "Mail" { main = "Inbox" }"#)
    #expect(
      firstLines(own, 4) == [
        "app:launch()                   starts it",
        #"app:open "mail://box/1/1"      opens a deep link"#,
        #"app:tap "Write"                taps a button"#,
        ".tree                          shows the coordinators and their screens",
      ])
    let launched = try CommandFixture()
    #expect(
      firstLines(launched, 3) == [
        #"app:open "shop://product/1"    opens a deep link"#,
        #"app:tap "Wrong"                taps a button"#,
        ".tree                          shows the coordinators and their screens",
      ])
    let plain = try CommandFixture(loaded: false)
    _ = plain.answers(#"coordinator "A" { routes = { one = {} } }"#)
    #expect(
      firstLines(plain, 2) == [
        #"app:launch "A"                 starts it"#,
        ".tree                          shows the coordinators and their screens",
      ])
  }

  @Test func `help, exit and quit are commands unless a variable has the same name`() throws {
    let help = try answers("help")
    #expect(try help == answers(".help") && help == answers("help()"))
    for word in ["exit", "quit", "exit()", "quit()"] {
      let fixture = try CommandFixture()
      fixture.prompt.take(word)
      #expect(fixture.prompt.isFinished, "\(word)")
    }
    let own = try CommandFixture()
    #expect(own.answers("quit = 7", "quit") == "7\n" && !own.prompt.isFinished)
  }

  @Test func `help lists every command`() throws {
    let help = try answers(".help")
    let prose = help.replacing(/\n\ +/, with: " ")
    for command in CommandCatalog.all {
      #expect(help.contains("\n  .\(command.name)"))
      #expect(prose.contains(command.summary))
    }
  }

  @Test func `the commands clear and quit clear the screen and end the prompt`() throws {
    var cleared = 0
    let prompt = Prompt(session: try ScriptSession()) { _ in }
    prompt.host.clear = { cleared += 1 }
    prompt.take(".clear")
    #expect(cleared == 1 && !prompt.isFinished)
    prompt.take(".quit")
    #expect(prompt.isFinished)
  }
}
