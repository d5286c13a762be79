import CHeapMeter
import Foundation
import Testing

#if canImport(Glibc)
  /// Tests the memory limit with a limit that the system enforces.
  @Suite(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
  struct PeakMemoryTests {
    private static let start = """
      Main = coordinator "Main" { routes = { home = { actions = { "Go" } }, item = {} } }
      function Main:start() self.router:startFlow("home") end
      router = app:launch(Main).router
      count = 0
      function big() count = count + 1 return ("x"):rep(100000) .. count end

      """

    private static let ways = [
      ("arguments", "for i = 1, 3000 do router:navigate('item', { a = big() }) end"),
      ("history", "for i = 1, 3000 do router:update(app.front, { a = big() }) end"),
      ("rejections", "for i = 1, 3000 do pcall(router.navigate, router, big(), { a = big() }) end"),
      (
        "the queue",
        "function Main:onGo() for i = 1, 1e6 do router:navigate 'item' end end app:tap 'Go'"
      ),
      (
        "a batch",
        "router:batch(function() for i = 1, 3000 do router:navigate('item', { a = big() }) end end)"
      ),
      (
        "definitions",
        "for i = 1, 1e6 do coordinator('C' .. i) { routes = { home = {}, ['r' .. i] = {} } } end"
      ),
      ("links", "for i = 1, 3000 do pcall(app.open, app, 'z://' .. big()) end"),
      (
        "states",
        "for i = 1, 150 do router:navigate('item', { a = big() }) end "
          + "for i = 1, 20 do pcall(app.state, app) pcall(app.saveState, app) pcall(app.tree, app) end"
      ),
      (
        "snapshots",
        "for i = 1, 100 do router:navigate('item', { a = big() }) end "
          + "k = {} for i = 1, 20 do k[i] = app:saveState() end"
      ),
      (
        "differences",
        "for i = 1, 100 do router:navigate('item', { a = big() }) end s = app:saveState() "
          + "for i = 1, 5 do router:pop() app:diff(s) end"
      ),
      (
        "restored states",
        "for i = 1, 60 do router:navigate('item', { a = big() }) end s = app:saveState() "
          + "for i = 1, 5 do app:restoreState(s) end"
      ),
      (
        "a text with many values",
        "s = '{\"a\":[' .. ('1,'):rep(4000000) .. '1]}' for i = 1, 3 do pcall(app.restoreState, app, s) "
          + "pcall(app.diff, app, s) pcall(app.replay, app, s) end"
      ),
      ("Lua", "k = {} for i = 1, 1e6 do k[i] = big() end"),
    ]

    /// The limit for the process: the memory limit, another quarter of it, and the memory that the
    /// process itself needs, including the stacks of its threads.
    private static let limit = 32_000_000
    private static let bound = limit / 4 * 5 + 64_000_000

    @Test(arguments: ways)
    func `the process uses no more memory than the limit and a fixed overhead`(
      _ name: String, _ script: String
    ) throws {
      let scenario =
        "scenario 'a' { function(app) \(Self.start.replacing("\n", with: " ")) \(script) end }"
      let tool = try Tool(["a.lua": Self.start + script, "a.scenario.lua": scenario])
      defer { tool.remove() }
      let memory = ["--memory", "\(Self.limit)B"]
      for command in [
        ["run"] + memory + ["a.lua"], memory + ["-e", Self.start + script], memory,
        ["test"] + memory + ["a.scenario.lua"],
      ] {
        let result = try tool.run(
          within: Self.bound, command, input: command == memory ? Self.start + script : "")
        #expect([0, 1].contains(result.code), "\(name), \(command[0]): \(result)")
      }
    }
  }
#endif
