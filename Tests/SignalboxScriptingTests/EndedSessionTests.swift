import Testing

@testable import Signalbox
@testable import SignalboxScripting

/// Tests engines that outlive the session whose scripts defined their contents.
struct EndedSessionTests {
  /// The ways that a session can end while its engine continues.
  enum Ending: CaseIterable { case closed, freed }

  /// Stores values of a session in every part of an engine that can retain them.
  private static let life = """
    app:on("entry", function(event) print(event.text) end)
    app:on("handler.failed", function(event) print(event.text) end)
    app:guard(function(request) if request.name == "vetoed" then return function() app:back() end end end)
    local Card = coordinator "Card" {
      args = { id = "integer?" },
      routes = {
        front = { title = function() return "Front" end, onBack = function() return true end,
                  actions = { "Flip", Tear = function() error("torn") end } },
        any = function(self, args) return screen("made", { title = function() return "Made" end,
                                                           actions = { "Fold" } }), "push" end,
      },
      links = { ["card://:id"] = function(self, link) self.router:navigate("front") end },
    }
    function Card:start() self.router:startFlow("front") end
    function Card:onFlip() self.router:navigate("any") end
    function Card:shouldDismiss() return false end
    function Card:childFinished() print("child") end
    function Card:didFinish() print("finished") end
    local r = app.main.router
    r:navigate("product", { id = 1 }, { onDismiss = print, completion = print })
    r:navigate(Card:new(), nil, { style = "sheet", onFinish = print, onDismiss = print })
    app.top.router:navigate("any")
    after("1s", function() print("late") end)
    r:present("alert", nil, { style = "alert", buttons = { { "OK", print }, "Cancel" } })
    app:record(print)
    clock.manual()
    r:navigate("product", { id = 2 }, { completion = print })
    r:popToView(function(screen) return screen.name == "catalog" end)
    r:navigate("nowhere", nil, { completion = print })
    r:root("catalog", nil, { equals = function() return true end })
    """

  /// Returns an engine with values of scripts after their session has ended, and the session if it
  /// was only closed.
  private static func engine(
    after ending: Ending
  ) throws -> (engine: NavigationEngine, session: ScriptSession?) {
    let fixture = try ScriptFixture(
      ScriptFixture.shop.replacing("catalog = {", with: "alert = {}, catalog = {"))
    try fixture.run("app:launch()")
    try fixture.run(Self.life)
    let (engine, session) = (fixture.session.engine, fixture.session)
    guard ending == .closed else { return (engine, nil) }
    session.close()
    return (engine, session)
  }

  @Test(arguments: Ending.allCases)
  func `the replacement function of a script has no effect after the end of its session`(
    ending: Ending
  ) throws {
    func ended() throws -> (engine: NavigationEngine, session: ScriptSession?) {
      let fixture = try ScriptFixture(
        """
        local Login = coordinator "Login" { routes = { login = {} } }
        function Login:start() self.router:startFlow("login") end
        local Main = coordinator "Main" {
          routes = {
            out = { coordinator = "Login", replacement = function() return "inside" end },
            inside = {},
          },
        }
        function Main:start() self.router:root("out") end
        app:launch("Main")
        """)
      guard ending == .closed else { return (fixture.session.engine, nil) }
      fixture.session.close()
      return (fixture.session.engine, fixture.session)
    }
    let (engine, session) = try ended()
    try withExtendedLifetime(session) {
      let login = try #require(engine.topCoordinator)
      let error = engine.router(of: login).finishFlow()?.error
      #expect(error?.message == "route \"out\": the script session has ended")
    }
  }

  /// Tries every operation and gesture on every object, with all meaningful arguments.
  private static func tryAll(_ engine: NavigationEngine, _ json: String) {
    let operations = OperationCatalog.operations + GestureCatalog.gestures
    let texts = [json, "card://1", "shop://product/1", "Buy", "Flip", "Tear", "Fold", "OK", "Next"]
    for index in operations.indices {
      let kinds = operations[index].signature.parameters.map(\.kind)
      for name in ["product", "checkout", "any", "front", "Card", "Shop"] {
        for caller in [engine.main, engine.topCoordinator, CoordinatorID(bits: 0)] {
          var call = OperationCall(operation: index, caller: caller ?? CoordinatorID(bits: 0))
          call.name = engine.symbols.intern(name)
          if kinds.contains(.arguments) { call.arguments = ["id": 1] }
          for text in kinds.contains(.text) ? texts : [""] {
            call.text = text.isEmpty ? nil : text
            _ = engine.submit(call)
            _ = engine.settle()
            _ = (engine.tree, engine.leaks, try? engine.snapshot().json)
            let screens = engine.layers.flatMap(\.screens).map(\.id)
            _ = screens.map { screen in
              engine.owner(of: screen).flatMap { engine.delegate(of: $0) }.map {
                ($0.title(of: screen), $0.actions(of: screen))
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: Ending.allCases)
  func `an engine that outlives its session rejects operations that need scripts`(
    ending: Ending
  ) throws {
    let (engine, session) = try Self.engine(after: ending)
    engine.isClockAutomatic = true
    #expect(engine.settle())
    let main = engine.router(of: try #require(engine.main))
    let json = try engine.snapshot().json
    #expect(
      [
        main.navigate(to: "checkout")?.error?.description,
        main.navigate(to: try engine.makeCoordinator("Card"))?.error?.description,
        engine.perform("open") { $0.text = "shop://product/7" }?.description,
        main.restartApp()?.error?.description,
      ] == [
        "stale: Checkout: the script session has ended",
        "stale: Card: the script session has ended", "done",
        "stale: Shop: the script session has ended",
      ])
    #expect(try engine.snapshot().json == json)
    #expect(main.navigate(to: "catalog")?.description == "done")
    withExtendedLifetime(session) {}
  }

  @Test(arguments: Ending.allCases)
  func `an engine that outlives its session can still be queried`(ending: Ending) throws {
    let (engine, session) = try Self.engine(after: ending)
    let json = try engine.snapshot().json
    Self.tryAll(engine, json)
    withExtendedLifetime(session) {}
  }
}
