import Signalbox
import Testing

@testable import SignalboxInspector

/// Tests the graph of the front screens in a recording.
struct TraceGraphTests {
  private func graph() throws -> NavigationValue {
    let app = try DrawnApp.shop()
    var graph = TraceGraph()
    graph.add(app.engine.recordedState, by: "", at: 0)
    let shop = try app.router("Shop")
    var index = 0
    func step(_ call: String, _ change: () -> Void) {
      change()
      graph.add(app.engine.recordedState, by: call, at: index)
      index += 1
    }
    step("tap \"Product\"") { _ = shop.navigate(to: "product", ["id": 1]) }
    step("tap \"Other\"") { _ = shop.navigate(to: "product", ["id": 2]) }
    step("popToRoot") { _ = shop.popToRoot() }
    step("tap \"Product\"") { _ = shop.navigate(to: "product") }
    step("tap \"Buy\"") { _ = shop.navigate(to: "checkout") }
    graph.add(nil, by: "expect", at: index)
    graph.declare(
      ["catalog", "product", "hint"].map { DeclaredScreen($0, of: "Shop") },
      coverage: Self.coverage(unused: [], ["Shop.catalog → hint", "Shop.nowhere → catalog"]))
    return graph.value
  }

  /// Returns a coverage in which some declarations were never used.
  private static func coverage(unused routes: [String], _ transitions: [String]) -> NavigationValue
  {
    .fields([
      ("routes", .list(routes.map { [.string($0), 0] } + [["Shop.catalog", 1]])),
      ("transitions", .list(transitions.map { [.string($0), 0] } + [["Shop.x → y", 2]])),
    ])
  }

  @Test
  func `each declaration that was never used is in the graph, even if it leads to a coordinator`()
    throws
  {
    func found(_ unused: [String], _ change: (AnyRouter) -> Void) throws -> [String] {
      let app = try DrawnApp.shop()
      var graph = TraceGraph()
      graph.add(app.engine.recordedState, by: "", at: 0)
      change(try app.router("Shop"))
      graph.add(app.engine.recordedState, by: "tap", at: 0)
      let declared = [
        DeclaredScreen("catalog", of: "Shop"), DeclaredScreen("product", of: "Shop"),
        DeclaredScreen("checkout", of: "Shop", leadingTo: "Checkout"),
      ]
      graph.declare(
        declared.map(\.value).compactMap(DeclaredScreen.init),
        coverage: Self.coverage(
          unused: unused, ["Shop.product → checkout", "Shop.product → nowhere"]))
      let screens = graph.screens
      return screens.nodes.map { "\($0.name) \($0.stateCount)" }
        + screens.edges.map {
          "\(screens.nodes[$0.source].name) → \(screens.nodes[$0.target].name) \($0.count)"
        }
    }
    #expect(
      try found(["Shop.product", "Shop.checkout"]) { _ in } == [
        "Shop.catalog 1", "Shop.product 0", "Shop.checkout 0", "Shop.product → Shop.checkout 0",
      ])
    #expect(
      try found(["Shop.product"]) { _ = $0.navigate(to: "checkout") } == [
        "Shop.catalog 1", "Checkout.address 1", "Shop.product 0",
        "Shop.catalog → Checkout.address 1", "Shop.product → Checkout.address 0",
      ])
    // The screens of a coordinator that was used without being in front are not known.
    #expect(try found(["Shop.product"]) { _ in } == ["Shop.catalog 1", "Shop.product 0"])
  }

  @Test func `a screen counts its visits and refers to its first step`() throws {
    let nodes = try #require(try graph().table?["nodes"]?.list)
    let facts = nodes.map { node -> [NavigationValue?] in
      let fields = node.table
      return [fields?["coordinator"], fields?["screen"], fields?["visits"], fields?["first"]]
    }
    #expect(
      facts == [
        ["Shop", "catalog", 2, 0], ["Shop", "product", 2, 0], ["Checkout", "address", 1, 4],
        ["Shop", "hint", 0, nil],
      ])
  }

  @Test func `transitions have counts in both directions, and declared ones have none`() throws {
    let lines = try #require(try graph().table?["lines"]?.list)
    func facts(_ value: NavigationValue?) -> [NavigationValue?] {
      let fields = value?.table
      return ["from", "to", "count", "first", "actions"].map { fields?[$0] }
    }
    #expect(lines.count == 3)
    #expect(
      lines.map { $0.table?["label"] } == ["tap Product ×2", "tap Buy", "never taken"])
    #expect(facts(lines[0].table?["forward"]) == [0, 1, 2, 0, ["tap \"Product\""]])
    #expect(facts(lines[0].table?["backward"]) == [1, 0, 1, 2, ["popToRoot"]])
    #expect(facts(lines[1].table?["forward"]) == [1, 2, 1, 4, ["tap \"Buy\""]])
    #expect(facts(lines[2].table?["forward"]) == [0, 3, 0, nil, []])
  }

  @Test func `an omitted screen interrupts the transitions between others`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    let catalog = app.engine.recordedState
    _ = shop.navigate(to: "product", ["id": 1])
    let product = app.engine.recordedState
    _ = shop.navigate(to: "checkout")
    let checkout = app.engine.recordedState
    func edges(_ maxScreens: Int, _ states: [NavigationValue?]) -> [[Int]] {
      var graph = TraceGraph(maxScreens: maxScreens)
      for (index, state) in states.enumerated() { graph.add(state, by: "step", at: index) }
      return graph.screens.edges.map { [$0.source, $0.target, $0.count] }
    }
    let states = [catalog, product, catalog, checkout, product]
    #expect(edges(300, states) == [[0, 1, 1], [1, 0, 1], [0, 2, 1], [2, 1, 1]])
    #expect(edges(2, states) == [[0, 1, 1], [1, 0, 1]])
  }

  @Test func `a transition counts all actions and stores the first ones`() throws {
    var graph = ScreenGraph(maxActions: 2)
    let (list, address) = (graph.add("list", of: "Shop"), graph.add("address", of: "Checkout"))
    for action in ["a", "b", "a", "c"] {
      graph.connect(list, to: address, by: action)
      graph.connect(list, to: list, by: action)
    }
    #expect(graph.edges.map(\.actions) == [["a", "b"]])
    #expect(graph.edges.map(\.count) == [4])
    #expect(graph.nodes.map(\.loopActions) == [["a", "b"], []])
    #expect(graph.nodes.map(\.loopCount) == [4, 0])
  }

  @Test func `the number of transitions remains complete after a long action`() {
    var graph = ScreenGraph()
    graph.add("list", of: "Shop", states: 1)
    graph.add("product", of: "Shop", states: 1)
    for _ in 0..<300 { graph.connect(0, to: 1, by: "app:tap(\"Show the whole catalog\")") }
    let lines = graph.pageValue.table?["lines"]?.list
    #expect(lines?.map { $0.table?["label"] } == ["tap Show the whole… ×300"])
  }

  @Test func `text lists the transitions of each screen`() throws {
    var graph = ScreenGraph()
    let list = graph.add("list", of: "Shop", states: 1)
    let address = graph.add("address", of: "Checkout", states: 1)
    graph.add("help\u{1B}[31m", of: "Shop")
    for _ in 0..<2 { graph.connect(list, to: address, by: "app:tap(\"Buy\")") }
    graph.connect(address, to: list, by: "app:back()")
    #expect(
      GraphFormat.txt.text(of: graph, titled: "", current: address) == """
        Shop
          list
            ▸ Checkout.address  tap Buy ×2
          help�[31m  not reached
        Checkout
          address  ← you are here
            ▸ Shop.list  back

        """)
    #expect(GraphFormat.txt.text(of: ScreenGraph(), titled: "") == "no screens\n")
  }
}
