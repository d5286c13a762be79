import CHeapMeter
import Testing

/// Tests that every gate fails if the code that it measures is intentionally made slower.
@Suite(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
struct WorseTests {
  struct Case: CustomTestStringConvertible {
    let gate: Gate
    /// The limited part of the cost, or `nil` for the bytes that remain.
    let part: (@Sendable (Subject.Cost) -> Double)?
    /// A description of the degradation.
    let change: String
    let script: String

    var testDescription: String { "\(gate.name): \(change)" }
  }

  private static func loop(_ start: String, _ body: String) -> String {
    "\(start)\nfunction work(n) for i = 1, n do \(body) end end"
  }

  private static let tabs = Subject.app + "local r = app:launch('Tabs').router"

  private static let flowBody = """
    local child = r:navigate("checkout").router
    child:navigate("payment")
    child:finishFlow(i)
    """

  static let cases: [Case] = [
    Case(
      gate: .pushPopAllocations, part: { $0.allocations }, change: "it carries a table",
      script: loop(Subject.stack, "r:navigate('note', { id = i }) r:pop()")),
    Case(
      gate: .pushPopBridgeCalls, part: { $0.bridgeCalls }, change: "it asks once more",
      script: loop(Subject.stack, "r:navigate('detail') local alive = r.isAlive r:pop()")),
    Case(
      gate: .pushPopEvents, part: { $0.events }, change: "it pushes twice",
      script: loop(Subject.stack, "r:navigate('detail') r:navigate('detail') r:pop(2)")),
    Case(
      gate: .bytes, part: { $0.bytes }, change: "it looks at everything there is",
      script: loop(
        Subject.stack + "for i = 1, 1000 do r:navigate('detail') end",
        "r:navigate('detail') app:stack() r:pop()")),
    Case(
      gate: .argumentAllocations, part: { $0.allocations }, change: "it carries eight values",
      script: loop(
        Subject.stack,
        """
        r:navigate("detail", { id = i, a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7 })
        local id = app.front.args.id
        r:pop()
        """)),
    Case(
      gate: .argumentBridgeCalls, part: { $0.bridgeCalls }, change: "it reads them twice",
      script: loop(
        Subject.stack,
        """
        r:navigate("note", { id = i })
        local id = app.front.args.id + app.front.args.id
        r:pop()
        """)),
    Case(
      gate: .selectAllocations, part: { $0.allocations }, change: "it waits for completion",
      script: loop(
        tabs, "r:select(i % 2 == 0 and 'a' or 'b', { completion = function() end })")),
    Case(
      gate: .selectBridgeCalls, part: { $0.bridgeCalls }, change: "it asks what is selected",
      script: loop(tabs, "r:select(i % 2 == 0 and 'a' or 'b') local page = r.currentPage")),
    Case(
      gate: .selectEvents, part: { $0.events }, change: "it selects twice",
      script: loop(tabs, "r:select('a') r:select('b')")),
    Case(
      gate: .flowAllocations, part: { $0.allocations }, change: "it comes twice",
      script: loop(Subject.stack, "\(flowBody) \(flowBody)")),
    Case(
      gate: .flowBridgeCalls, part: { $0.bridgeCalls }, change: "it asks its child",
      script: loop(Subject.stack, flowBody + " local a, b = child.isAlive, child.id")),
    Case(
      gate: .flowEvents, part: { $0.events }, change: "it pushes once more",
      script: loop(
        Subject.stack,
        """
        local child = r:navigate("checkout").router
        child:navigate("payment") child:navigate("payment")
        child:finishFlow(i)
        """)),
    Case(
      gate: .linkAllocations, part: { $0.allocations }, change: "it brings values along",
      script: Subject.links("function() end", url: "app://item/7?a=1&b=2&c=3&d=4&e=5&f=6")),
    Case(
      gate: .linkBridgeCalls, part: { $0.bridgeCalls }, change: "its handler asks",
      script: Subject.links("function() return app.front == nil end", url: "app://item/7")),
    Case(
      gate: .screenBytes, part: nil, change: "its screens have arguments",
      script: loop(Subject.stack, "r:navigate('note', { id = i })")),
    Case(
      gate: .argumentScreenBytes, part: nil, change: "its screens carry long texts",
      script: loop(Subject.stack, "r:navigate('detail', { text = ('x'):rep(400) .. i })")),
    Case(
      gate: .coordinatorBytes, part: nil, change: "its coordinators keep lists",
      script: loop(
        Subject.stack + "local Idle = coordinator 'Idle' {}",
        """
        local idle = Idle:new()
        idle.list = table.pack(('x'):rep(2000):byte(1, 200))
        r:addDependency(idle)
        """)),
  ]

  @Test(arguments: cases)
  func `each performance gate fails if its measured code becomes slower`(_ worse: Case) throws {
    let subject = try Subject(worse.script)
    let count =
      if let part = worse.part { part(try subject.cost(times: 256)) } else {
        try subject.bytesKept(times: 2_048)
      }
    #expect(worse.gate.violation(count) != nil)
  }

  @Test func `the performance gate for a session's allocations fails if its script uses more`()
    throws
  {
    let count = try GateTests.sessionAllocations(
      Subject.flow + " r:navigate('note', { id = 1 }, { animated = false }) app:screen()")
    #expect(Gate.sessionAllocations.violation(count) != nil)
  }

  @Test func `the performance gate for sessions fails if a session retains more memory`() throws {
    let bytes = try GateTests.sessionBytes(
      "kept = {} for i = 1, 5000 do kept[i] = i + 0.5 end")
    #expect(Gate.sessionBytes.violation(bytes) != nil)
  }
}
