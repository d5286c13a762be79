import CHeapMeter
import Signalbox
import SignalboxScripting

/// A script session whose script repeats an action, and the cost of that action.
final class Subject {
  /// The cost of one repetition.
  struct Cost {
    var allocations = 0.0
    var bytes = 0.0
    var bridgeCalls = 0.0
    var events = 0.0
  }

  let session: ScriptSession

  /// - Parameter script: Defines the global function `work(n)`.
  init(_ script: String) throws {
    session = try ScriptSession(ScriptConfiguration(journalCapacity: 1_000))
    try run(script)
  }

  func run(_ script: String) throws {
    try session.run(Array(script.utf8), name: "subject", sharesEnvironment: true)
  }

  /// Returns the cost of one repetition. The method compares runs with two different numbers of
  /// repetitions, so that one-time costs are not counted. All bounded storage is filled beforehand.
  func cost(times: Int = 1_000) throws -> Cost {
    try run("work(\(4 * times)) collectgarbage()")
    let once = try total(times)
    let twice = try total(2 * times)
    let each = { (part: KeyPath<Cost, Double>) in
      (twice[keyPath: part] - once[keyPath: part]) / Double(times)
    }
    return Cost(
      allocations: each(\.allocations), bytes: each(\.bytes),
      bridgeCalls: each(\.bridgeCalls), events: each(\.events))
  }

  /// Returns the heap bytes that remain after each repetition. The journal and the history are
  /// bounded, and are filled beforehand.
  func bytesKept(times: Int) throws -> Double {
    try run("for i = 1, 4000 do r:navigate('detail') r:pop() end collectgarbage()")
    let before = heap_counts_now().live
    try run("work(\(times)) collectgarbage()")
    return Double(heap_counts_now().live - before) / Double(times)
  }

  private func total(_ count: Int) throws -> Cost {
    let events = lastEvent
    let bridgeCalls = session.bridgeCalls
    let before = heap_counts_now()
    try run("work(\(count)) collectgarbage()")
    let after = heap_counts_now()
    return Cost(
      allocations: Double(after.allocations - before.allocations),
      bytes: Double(after.bytes - before.bytes),
      bridgeCalls: Double(session.bridgeCalls - bridgeCalls), events: Double(lastEvent - events))
  }

  private var lastEvent: Int { session.engine.events().last?.sequence ?? 0 }

  // MARK: - Scripts

  /// A launched coordinator, whose router is `r`.
  static let app = """
    local Checkout = coordinator "Checkout" { routes = { address = {}, payment = {} } }
    function Checkout:start() self.router:startFlow("address") end
    local Main = coordinator "Main" {
      routes = {
        home = {}, detail = {}, note = { args = { id = "integer" } },
        checkout = { coordinator = "Checkout" },
      },
    }
    function Main:start() self.router:startFlow("home") end
    tabs "Tabs" { pages = { { id = "a", coordinator = "Main" }, { id = "b", coordinator = "Main" } } }

    """

  static let stack = app + "r = app:launch('Main').router\n"

  static let pushPop =
    stack + "function work(n) for i = 1, n do r:navigate('detail') r:pop() end end"

  static let arguments =
    stack + """
      function work(n)
        for i = 1, n do
          r:navigate("note", { id = i })
          local id = app.front.args.id
          r:pop()
        end
      end
      """

  static let select =
    app + """
      local r = app:launch("Tabs").router
      function work(n) for i = 1, n do r:select(i % 2 == 0 and "a" or "b") end end
      """

  static let flow =
    stack + """
      function work(n)
        for i = 1, n do
          local child = r:navigate("checkout").router
          child:navigate("payment")
          child:finishFlow(i)
        end
      end
      """

  static let link = links("function() end", url: "app://item/7")

  /// Opens a link repeatedly.
  static func links(_ handler: String, url: String) -> String {
    """
    local Main = coordinator "Main" {
      routes = { home = {} }, links = { ["app://item/:id"] = \(handler) },
    }
    function Main:start() self.router:startFlow("home") end
    app:launch(Main)
    function work(n) for i = 1, n do app:open("\(url)") end end
    """
  }

  static let push = stack + "function work(n) for i = 1, n do r:navigate('detail') end end"

  static let pushWithArguments =
    stack + "function work(n) for i = 1, n do r:navigate('note', { id = i }) end end"

  static let coordinators =
    stack + """
      local Idle = coordinator "Idle" {}
      function work(n) for i = 1, n do r:addDependency(Idle:new()) end end
      """
}
