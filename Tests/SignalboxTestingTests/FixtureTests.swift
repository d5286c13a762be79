import Signalbox
import SignalboxScriptTesting
import SignalboxScripting
import SignalboxTesting
import Testing

struct FixtureTests {
  @Test func `coordinators in Swift and Lua can present each other and pass results`() throws {
    let app = try Shop.fixture()
    app.launch()
    app.tap("Buy")
    let payment = try #require(app.router(of: "Payment"))
    let order = try app.engine.arguments(of: payment.coordinator).decoded(as: Shop.Order.self)
    app.tap("Pay")

    #expect(order == Shop.Order(order: 42, items: [.init(name: "book", price: 12.5)]))
    #expect(try app.result(of: "Payment", as: Shop.Receipt.self) == Shop.Receipt(number: 7))
    app.expectStack("catalog", .screen("thanks", ["number": 7]))
    app.expectTree(
      """
      Shop  catalog ▸ thanks { number = 7 }      ← front
      """)
    app.expectEvents([
      "layer.presented root", "entry.pushed catalog", "root.changed Shop",
      "layer.presented sheet", "entry.pushed amount",
      "layer.dismissed sheet finished", "entry.popped amount finished",
      "coordinator.finished Payment finished", "entry.pushed thanks",
    ])
    app.expect(["stack": ["catalog", "thanks"], "modal": []])
    app.expect("stack = { 'catalog', match '^th' }")
    app.expectNoLeaks()
  }

  @Test func `a child in Lua passes its result to a parent in Swift`() throws {
    let app = try ScriptFixture { app in
      try app.define("Main") { main in
        main.screen("home", actions: ["Ask": { $0.router.navigate(to: "question") }])
        main.route("question", to: "Question")
        main.onChildFinish = { main, notice in
          let answer = try notice.result(as: [String: [Int]].self)
          main.router.navigate(
            to: "home",
            [
              "answers": .list(
                answer["answers", default: []].map {
                  .integer($0)
                })
            ])
        }
      }
    }
    app.run(
      """
      local Question = coordinator "Question" { routes = { ask = { actions = { "Yes", "No" } } } }
      function Question:start() self.router:startFlow("ask") end
      function Question:onYes() self.router:finishFlow { answers = { 1, 2 } } end
      function Question:onNo() self.router:finishFlow { answers = "none" } end
      """)
    app.launch("Main")
    app.tap("Ask")
    app.tap("Yes")
    app.expectStack("home", .screen("home", ["answers": [1, 2]]))

    app.tap("Ask")
    let line = #line + 1
    let found = messages { app.tap("No") }
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "badArgument: the result of Question is not of type Dictionary<String, Array<Int>>: answers is "
          + "string \"none\", expected a list") == true, "\(found) \(line)")
  }

  @Test func `a stub in Lua can replace a coordinator in Swift`() throws {
    let app = try Shop.fixture()
    try app.stub("Payment", with: "Scripts/stubs/payment.lua")
    app.launch()
    app.tap("Buy")
    app.expect(["front": "stub", "title": "Pay nothing"])
    app.tap("Done")
    app.expectStack("catalog", .screen("thanks", ["number": 1]))
  }

  @Test func `a stub that defines another name is rejected and changes nothing`() throws {
    let app = try Shop.fixture()
    let error = #expect(throws: ScriptError.self) {
      try app.stub("Payment", with: "Scripts/stubs/other.lua")
    }
    #expect(
      error?.description
        == "badArgument: stub: Scripts/stubs/other.lua does not define coordinator \"Payment\"; "
        + "new coordinators in the file: Billing; add coordinator \"Payment\" { … } to the file")
    app.launch()
    app.tap("Buy")
    app.expectStack("amount")
  }

  @Test func `a test can finish a coordinator`() throws {
    let app = try Shop.fixture()
    app.launch()
    app.tap("Buy")
    app.finish("Payment", with: Shop.Receipt(number: 3))
    app.expectStack("catalog", .screen("thanks", ["number": 3]))
    #expect(
      messages { app.finish("Payment") }.first?.hasPrefix(
        "+0 finish: no coordinator \"Payment\" is running") == true)
  }

  // MARK: - Failures

  @Test func `a failure of a fixture contains the difference, the visible state and the steps`()
    throws
  {
    let app = try Shop.fixture()
    app.launch()
    app.open("shop://product/7")
    let found = messages {
      app.expectStack("catalog", .screen("product", ["id": 8]))
    }
    #expect(
      found == [
        """
        +1 expectStack: the state differs from what was expected

          stack  expected  { "catalog", { "product", id = 8 } }
                 actual    { "catalog", { "product", id = 7 } }

        shown
          Shop  catalog ▸ product { id = 7 }      ← front

        steps
          1  launch "Shop"  ⤒ root ▸ catalog ⌂ Shop
          2  open "shop://product/7"  ▸ product
        """
      ])
  }

  @Test func `differences between trees and between events are reported by line`() throws {
    let app = try Shop.fixture()
    app.launch()
    app.expectEvents(["layer.presented root", "entry.pushed catalog", "root.changed Shop"])
    app.tap("Buy")
    #expect(
      messages { app.expectTree("Shop  catalog\n└ nothing") } == [
        """
        +0 expectTree: the tree differs (- expected, + actual)

          Shop  catalog
        - └ nothing
        + └─ ⤒ Payment  sheet  amount      ← front
        """
      ])
    #expect(
      messages { app.expectEvents(["layer.presented sheet", "entry.popped amount"]) } == [
        """
        +0 expectEvents: the events differ (- expected, + actual)

          layer.presented sheet
        - entry.popped amount
        + entry.pushed amount
        """
      ])
    app.expectEvents([])
  }

  @Test func `a rejection is a failure only if the test does not expect it`() throws {
    let app = try Shop.fixture()
    app.launch()
    app.expectRejection(.unknownAction) { $0.tap("By") }
    app.expectStack("catalog")
    let found = messages { app.tap("By") }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "+0 unknownAction: tap: screen catalog has no action \"By\"; did you mean \"Buy\"?")
        == true, "\(found)")
    #expect(
      messages { app.expectRejection(.unknownAction) { $0.tap("Buy") } }.first?.hasPrefix(
        """
        +0 expectRejection: the state differs from what was expected

          rejections  expected  unknownAction
                      actual    no operation was rejected
        """) == true)
  }

  enum StopRoute: String, Route, CaseIterable, Codable { case platform }

  final class Stop: Coordinator {
    let router: Router<StopRoute>
    init(_ router: Router<StopRoute>) { self.router = router }
    func start() throws { try router.startFlow(at: .platform) }
  }

  @Test func `a rejection that a typed operation throws can be expected`() throws {
    let app = try NavigationFixture { try $0.engine.register(Stop.self) { Stop($0) } }
    app.launch(Stop.self)
    let router = try app.engine.router(of: try #require(app.engine.main), as: Stop.self)
    let found = messages {
      try app.expectRejection(.noParent) { _ in try router.dismissCoordinator() }
      try app.expectRejection(.stale) { _ in try router.dismissCoordinator() }
      try app.expectRejection(.noParent) { _ in try router.popToRoot() }
    }
    #expect(
      found.map { $0.split(separator: "\n\nshown").first.map(String.init) } == [
        """
        +2 expectRejection: the state differs from what was expected

          rejections  expected  stale
                      actual    noParent
        """,
        """
        +3 expectRejection: the state differs from what was expected

          rejections  expected  noParent
                      actual    no operation was rejected
        """,
      ])
  }

  @Test func `an error that is not a rejection does not count as the expected rejection`() throws {
    struct Failure: Error {}
    let app = try NavigationFixture()
    #expect(throws: Failure.self) {
      try app.expectRejection(.noParent) { _ in throw Failure() }
    }
  }

  @Test func `a test can expect a rejection in its Lua code`() throws {
    let app = try Shop.fixture()
    app.launch()
    #expect(
      messages {
        app.expectRejection(.unknownRoute) { _ in app.run("app.top.router:navigate('nowhere')") }
      } == [])
  }

  @Test func `a rejected operation in a callback of a Swift coordinator fails the test`() throws {
    let app = try ScriptFixture {
      try $0.define("Main") { main in
        main.screen("home", actions: ["Go": { $0.router.navigate(to: "hom") }])
      }
    }
    app.launch("Main")
    let found = messages { app.tap("Go") }
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "unknownRoute: navigate: Main has no route \"hom\"; did you mean \"home\"?") == true,
      "\(found)")
  }

  private struct Paths {
    static func register(_ app: NavigationFixture) throws {
      try app.define("Main") { main in
        main.screen("home")
        main.route("away", to: "Away")
      }
    }
  }

  @Test func `an ignored rejection of a call on a router fails the test`() throws {
    let app = try NavigationFixture(checksDefinitions: false, define: Paths.register)
    app.launch("Main")
    let router = try #require(app.router)
    let rejection = "unknownRoute: navigate: Main has no route \"homme\"; did you mean \"home\"?"
    let outside = messages { router.navigate(to: "homme") }
    #expect(outside.count == 1)
    #expect(
      outside.first?.contains(
        "\(rejection)\n\nThe operation was called on a router, outside the fixture's steps.")
        == true, "\(outside)")
    let inside = messages {
      app.perform {
        $0.chain.route("homme").popToRoot()
        return $0.navigate(to: "homme")
      }
    }
    #expect(
      inside.map { $0.prefix { $0 != "\n" } } == [
        "+1 unknownRoute: route: Main has no route \"homme\"; did you mean \"home\"?",
        "+1 \(rejection)",
      ])
    var options = OperationOptions()
    options.completion = { _ in }
    #expect(
      messages {
        app.expectRejection(.unknownRoute) { _ in router.navigate(to: "homme") }
        router.navigate(to: "homme", [:], options)
        router.navigate(to: "home")
        app.engine.launch("Nowhere")
      } == [])
  }

  @Test func `the launch fails if a route leads to a coordinator that is not registered`() throws {
    let found = messages {
      try NavigationFixture(define: Paths.register).launch("Main")
    }
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "launch: unknownCoordinator: route \"away\" of Main: there is no coordinator \"Away\"")
        == true, "\(found)")
    #expect(
      messages {
        try NavigationFixture(checksDefinitions: false, define: Paths.register).launch("Main")
        let app = try NavigationFixture(define: Paths.register)
        try app.define("Away") { $0.screen("far") }
        app.launch("Main")
      } == [])
  }

  @Test func `an error in a callback fails at the call that caused it`() throws {
    let app = try Shop.fixture()
    app.launch()
    let found = messages { app.tap("Break") }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        """
        +0 unhandled

        ✗ the shop is broken
          Tests/SignalboxTestingTests/Scripts/shop.lua:16
        """) == true, "\(found)")
  }

  @Test func `errors of callbacks are reported even if earlier errors have been removed`() throws {
    let app = try Shop.fixture()
    app.launch()
    #expect(messages { app.tap("Break") }.count == 1)
    app.session.clearUnhandled()
    #expect(messages { app.tap("Break") }.count == 1)
    #expect(messages { app.tap("Break") }.count == 1)
    app.session.clearUnhandled()
    #expect(messages { app.run("app.top.router:popToRoot()") } == [])
  }

  @Test func `a Lua error in a test is reported at its own line`() throws {
    let app = try Shop.fixture()
    let found = messages {
      app.run(
        """
        app:launch()
        app:expect { front = "product" }
        """)
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("+4 ✗ expect: front expected \"product\", actual \"catalog\"") == true,
      "\(found)")
    #expect(app.run("app.front.name") == ["catalog"])
    #expect(messages { app.run("x +") }.first?.hasPrefix("+0 ✗ syntax error") == true)
  }

  @Test func `loading a missing script is an error`() {
    let error = #expect(throws: ScriptError.self) {
      try ScriptFixture(scripts: ["Scripts/shp.lua"])
    }
    #expect(
      error?.description.hasPrefix("cannot read Scripts/shp.lua: no such file or directory") == true
    )
  }

  @Test func `plugins in a folder are available with their matchers and operations`() throws {
    let plugins = PluginConfiguration(
      libraries: [try FolderPlugins(in: "examples/plugin/plugins"), BundledPlugins()])
    let app = try ScriptFixture(
      scripts: ["Scripts/shop.lua"], configuration: ScriptConfiguration(plugins: plugins))
    app.launch()
    app.run("app.top.router:branch('product', { id = 7 })")
    app.expect(["crumbs": "catalog > product"])
    #expect(
      messages { app.expect(["crumbs": "catalog"]) }.first?.hasPrefix(
        """
        +0 expect: the state differs from what was expected

          crumbs  expected  "catalog"
                  actual    "catalog > product"
        """) == true)
  }

  @Test func `an expectation with an unknown matcher suggests the nearest name`() throws {
    let app = try Shop.fixture()
    app.launch()
    #expect(
      messages { app.expect(["fron": "catalog"]) }.first?.hasPrefix(
        "+0 ✗ unknownMatcher: expect has no matcher \"fron\"\n  did you mean \"front\"?") == true)
    app.close()
    #expect(
      messages { app.expect(["front": "catalog"]) }.first?.hasPrefix(
        "+0 ✗ expect: the fixture is closed, or the session belongs to a scenario") == true)
  }

  // MARK: - Ending

  @Test func `a fixture closes itself when it is released and leaves no objects behind`() throws {
    weak var session: ScriptSession?
    weak var engine: NavigationEngine?
    do {
      let app = try Shop.fixture()
      app.launch()
      app.tap("Buy")
      app.tap("Pay slowly")
      (session, engine) = (app.session, app.engine)
    }
    #expect(session == nil)
    #expect(engine == nil)
  }
}
