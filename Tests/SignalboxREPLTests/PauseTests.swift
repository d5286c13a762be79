import SignalboxREPL
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests `app:pause()` in scripts that wait for the user.
@Suite struct PauseTests {
  /// Returns the terminal output if the given lines, and then Ctrl-D, are typed at pauses.
  private func transcript(
    _ lines: [String], pauses: [String], timeout: Duration? = nil
  ) throws -> String {
    var text = ""
    var rest = pauses
    let prompt = Prompt(session: try ScriptSession(), timeout: timeout) { text += $0 }
    prompt.host.converse = { prompt in
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

  @Test func `the prompt of a pause can read and assign the variables of the paused functions`()
    throws
  {
    let shown = try transcript(
      [
        "local total = 10",
        "local function add(n)\n  local sum = total + n\n  app:pause 'look'\n  return sum\nend",
        "local r = add(5) print(r)", "total",
      ],
      pauses: ["n, sum, total", "sum = sum * 2", "total = 1", "local own = sum", "own", ".bt"])
    #expect(
      shown == """
        signalbox> local total = 10
        signalbox> local function add(n)
          local sum = total + n
          app:pause 'look'
          return sum
        end
        signalbox> local r = add(5) print(r)
        ▮▮ paused at input 2:3: look
           2 │   local sum = total + n
         ▸ 3 │   app:pause 'look'
           4 │   return sum
          variables: add, n, sum, total
          .continue or Ctrl-D resumes · .bt shows the traceback
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

  @Test func `errors, endless loops and nested pauses do not affect the paused script`()
    throws
  {
    let shown = try transcript(
      ["local x = 1 app:pause() print(x, y)"],
      pauses: [
        "x.y.z = 1", "while true do end", "y = 3", "app:pause()", "x = 2", ".continue",
        "x", ".continue",
      ], timeout: .seconds(3))
    #expect(
      shown == """
        signalbox> local x = 1 app:pause() print(x, y)
        ▮▮ paused at input 1:1
         ▸ 1 │ local x = 1 app:pause() print(x, y)
          variables: x
          .continue or Ctrl-D resumes · .bt shows the traceback
        paused signalbox> x.y.z = 1
        ✗ attempt to index a number value (local 'x')
        paused signalbox> while true do end
        ✗ timed out
        paused signalbox> y = 3
        paused signalbox> app:pause()
        ▮▮ paused at input 5:1
         ▸ 1 │ app:pause()
          .continue or Ctrl-D resumes · .bt shows the traceback
        paused signalbox> x = 2
        paused signalbox> .continue
        paused signalbox> x
        2
        paused signalbox> .continue
        2	3

        """)
  }

  @Test func `operations during a pause in a callback wait until the callback has returned`() throws
  {
    let shown = try transcript(
      [
        #"Shop = coordinator "Shop" { routes = { catalog = {}, product = {} } }"#,
        #"function Shop:start() self.router:startFlow("catalog") app:pause() end"#,
        #"app:launch "Shop""#, #"app:on("entry.pushed", function() app:pause() end)"#,
        #"app.top.router:navigate("product")"#,
      ],
      pauses: [
        #"self.router:navigate("product")"#, ".continue", "app.top.router:pop()", ".continue",
      ])
    #expect(
      shown == """
        signalbox> Shop = coordinator "Shop" { routes = { catalog = {}, product = {} } }
        signalbox> function Shop:start() self.router:startFlow("catalog") app:pause() end
        signalbox> app:launch "Shop"
        ▮▮ paused at input 2:1
         ▸ 1 │ function Shop:start() self.router:startFlow("catalog") app:pause() end
          variables: self
          .continue or Ctrl-D resumes · .bt shows the traceback · operations wait until the callback has returned
        paused shop ▸ catalog> self.router:navigate("product")
          · done, as part of the operation that called the callback
        paused shop ▸ product> .continue
          ✓ launch Shop
        shop ▸ product> app:on("entry.pushed", function() app:pause() end)
        function
        shop ▸ product> app.top.router:navigate("product")
        ▮▮ paused at input 5:1
         ▸ 1 │ app:on("entry.pushed", function() app:pause() end)
          .continue or Ctrl-D resumes · .bt shows the traceback · operations wait until the callback has returned
        paused shop ▸ product> app.top.router:pop()
          · queued: the operation runs after the paused callback returns; .continue resumes the script
        paused shop ▸ product> .continue
          ✓ push product · pop product

        """)
  }

  @Test func `quitting the prompt of a pause ends the paused script`() throws {
    let shown = try transcript(["app:pause() print('never')"], pauses: [".quit"])
    #expect(
      shown == """
        signalbox> app:pause() print('never')
        ▮▮ paused at input 1:1
         ▸ 1 │ app:pause() print('never')
          .continue or Ctrl-D resumes · .bt shows the traceback
        paused signalbox> .quit

        ✗ interrupted

        """)
  }

  @Test func `a pause without a user is an error`() throws {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    prompt.take("app:pause()")
    prompt.take(".bt")
    prompt.take(".continue")
    #expect(
      text == """
        ✗ noPrompt: pause: there is no terminal for the prompt; run the script in a terminal \
        (tests with -j1), or remove app:pause()
        ✗ .bt shows paused functions, but no script is paused; app:pause() pauses a script
        ✗ .continue: no script is paused

        """)
  }
}
