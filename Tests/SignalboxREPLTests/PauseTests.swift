import SignalboxREPL
import SignalboxScenarios
import SignalboxScripting
import Testing

/// `app:pause()`: scripts that wait for their user.
@Suite struct PauseTests {
  /// What the user sees, where pauses get these lines, and Ctrl-D when there are none left.
  private func transcript(
    _ lines: [String], pauses: [String], timeout: Duration? = nil
  ) throws -> String {
    var text = ""
    var rest = pauses
    let prompt = Prompt(session: try ScriptSession(), timeout: timeout) { text += $0 }
    prompt.converse = { prompt in
      while prompt.isAsking {
        text += prompt.label
        guard !rest.isEmpty else {
          text += "^D\n"
          prompt.finish()
          continue
        }
        let line = rest.removeFirst()
        text += "\(line)\n"
        prompt.take(line)
      }
    }
    for line in lines {
      text += "\(prompt.label)\(line)\n"
      prompt.take(line)
    }
    return text
  }

  @Test func `a pause shows the variables of the functions that wait, and they can be assigned`()
    throws
  {
    #expect(
      try transcript(
        [
          "local total = 10",
          "local function add(n)\n  local sum = total + n\n  app:pause 'look'\n  return sum\nend",
          "add(5)", "total",
        ],
        pauses: ["n, sum, total", "sum = sum * 2", "total = 1", "local own = sum", "own", ".bt"])
        == """
        signalbox> local total = 10
        signalbox> local function add(n)
          local sum = total + n
          app:pause 'look'
          return sum
        end
        signalbox> add(5)
        ▮▮ paused at input 2:3: look
           2 │   local sum = total + n
         ▸ 3 │   app:pause 'look'
           4 │   return sum
          variables: n, sum, total
          .continue or Ctrl-D goes on · .bt shows the way here
        paused signalbox> n, sum, total
        5
        15
        10
        paused signalbox> sum = sum * 2
        paused signalbox> total = 1
        paused signalbox> local own = sum
        paused signalbox> own
        30
        paused signalbox> .bt
          input 2:3  in function 'add'
          input 3:1  in main chunk
        paused signalbox> ^D
        30
        signalbox> total
        1

        """)
  }

  @Test func `errors, endless loops and pauses in a pause leave the script that waits as it is`()
    throws
  {
    #expect(
      try transcript(
        ["local x = 1 app:pause() print(x, y)"],
        pauses: [
          "x.y.z = 1", "while true do end", "y = 3", "app:pause()", "x = 2", ".continue",
          "x", ".continue",
        ], timeout: .milliseconds(50)) == """
        """)
  }

  @Test func `in a callback operations wait until it has returned`() throws {
    #expect(
      try transcript(
        [
          #"Shop = coordinator "Shop" { routes = { catalog = {}, product = {} } }"#,
          #"function Shop:start() self.router:startFlow("catalog") app:pause() end"#,
          #"app:launch "Shop""#,
        ], pauses: [#"self.router:navigate("product")"#, ".continue"]) == """
        """)
  }

  @Test func `quitting ends the script that waits`() throws {
    #expect(
      try transcript(["app:pause() print('never')"], pauses: [".quit"]) == """
        """)
  }

  @Test func `without anybody to talk with a pause is an error`() throws {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    prompt.take("app:pause()")
    prompt.take(".bt")
    prompt.take(".continue")
    #expect(
      text == """
        ✗ noPrompt: pause: there is no terminal to open a prompt in; run it in one, tests with -j1, or \
        take app:pause() out
        ✗ .bt shows the functions that wait, and none does; app:pause() makes one wait
        ✗ .continue needs a script that waits, and none does

        """)
  }
}
