import Signalbox
import Testing

struct QueryTests {
  @Test func `an engine describes its coordinators`() throws {
    let office = try Office()
    let (engine, main) = (office.engine, office.router.coordinator)
    office.router.navigate(to: "archive")
    let archive = try #require(engine.topCoordinator)
    #expect(engine.parent(of: archive) == main)
    #expect(engine.parent(of: main) == nil)
    #expect(engine.children(of: main) == [archive])
    #expect(engine.attachment(of: main) == .windowRoot)
    #expect(engine.attachment(of: archive) == .modal)
    #expect(engine.routeName(of: archive) == "archive")
    #expect(engine.routeName(of: main) == nil)
    #expect(engine.typeName(of: archive) == "Archive")
    #expect(engine.delegate(of: archive) is Clerk)
    #expect(engine.node(of: main)?.children.map(\.id) == [archive])
    #expect(engine.child(of: main) == main)
    #expect(engine.coordinatorType(named: "Archive")?.routes.keys.sorted() == ["box", "hall"])
    #expect(engine.coordinatorType(named: "Cellar") == nil)
    let second = try engine.makeCoordinator("Archive")
    #expect(engine.coordinators(ofType: "Archive") == [archive, second])
    #expect(engine.kind(of: archive) == .navigation)
  }

  @Test func `an engine describes the life of a coordinator`() throws {
    let office = try Office()
    let engine = office.engine
    let archive = try engine.makeCoordinator("Archive")
    func life() -> String {
      "\(engine.isAlive(archive)) \(engine.isStarted(archive)) \(engine.phase(of: archive))"
    }
    #expect(life() == "true false created")
    office.router.navigate(to: archive)
    #expect(life() == "true true started")
    engine.router(of: archive).finishFlow()
    #expect(life() == "false false finished")
    #expect(engine.typeName(of: archive) == nil)
    #expect(engine.delegate(of: archive) == nil)
    #expect(engine.node(of: archive) == nil)
  }

  @Test func `an engine describes its screens and layers`() throws {
    let office = try Office()
    let (engine, router) = (office.engine, office.router)
    let payload = Screens()
    router.call("navigate") {
      $0.subject = .content(ScreenContent(name: "letter", payload: payload))
    }
    let letter = try #require(engine.front)
    #expect(engine.owner(of: letter) == router.coordinator)
    #expect(engine.payload(of: letter) === payload)
    #expect(engine.node(of: letter)?.name == "letter")
    let lobby = engine.stack(of: router.coordinator)[0].id
    #expect([lobby, letter].map(engine.isVisible) == [false, true])
    #expect([lobby, letter].map(engine.isTabView) == [false, false])
    router.back()
    #expect([lobby, letter].map { engine.isAlive($0) } == [true, false])
    var options = OperationOptions()
    options.layerTraits = LayerTraits(detents: [.medium, .fraction(0.75)])
    router.present("drawer", [:], options)
    let sheet = try #require(engine.layers.last).id
    #expect(engine.detents(of: sheet) == [.medium, .fraction(0.75)])
    #expect(engine.buttons(of: sheet) == [])
    router.dismiss()
    #expect(!engine.isAlive(sheet))
  }

  @Test func `an engine describes dialogs and transitions`() throws {
    let office = try Office()
    let (engine, router) = (office.engine, office.router)
    var options = OperationOptions()
    options.style = .alert
    let arguments: NavigationArguments = ["message": "Your letter is here."]
    router.present("letter", arguments, options)
    let alert = try #require(engine.layers.last).id
    #expect(engine.message(of: alert) == "Your letter is here.")
    #expect(engine.front.map { engine.arguments(of: $0) } == arguments)
    router.dismiss()
    options.style = try engine.register(PresentationStyle.push("flip"))
    router.navigate(to: "drawer", [:], options)
    let drawer = try #require(engine.front)
    #expect(engine.transition(of: drawer) == "flip")
    #expect(engine.name(of: drawer).map { engine.symbols[$0] } == "drawer")
    #expect(engine.title(of: drawer) == "drawer")
  }

  @Test func `an engine describes pages and the view around them`() throws {
    let engine = NavigationEngine()
    for var type in Office.types(in: engine) {
      if type.name == "Building" { type.tabView = ScreenContent(name: "facade") }
      try engine.register(type)
    }
    engine.launch("Building")
    let main = try #require(engine.main)
    #expect(engine.pages(of: main).map(\.id) == ["work", "store"])
    #expect(engine.pages(of: main).map(\.isSelected) == [true, false])
    #expect(engine.child(of: main) == engine.pages(of: main)[0].coordinator.id)
    let facade = try #require(engine.tabView(of: main))
    #expect(engine.isTabView(facade))
    #expect(engine.node(of: facade)?.name == "facade")
    #expect(engine.isVisible(facade))
  }

  @Test func `an engine finds styles by name`() throws {
    let engine = NavigationEngine()
    let flip = try engine.register(PresentationStyle(name: "flip"))
    #expect(try engine.transitionStyle(named: "flip") == flip)
    #expect(engine.name(of: flip) == "flip")
    #expect(try engine.transitionStyle(named: "fullScreenCover") == .fullScreen)
    #expect {
      try engine.transitionStyle(named: "flop")
    } throws: {
      ($0 as? NavigationError)?.code == .unknownStyle
    }
  }

  @Test func `an engine finds the links that match`() throws {
    let (engine, _) = try NavigationEngine.market(launching: Basket.self)
    let matches = engine.matches(for: "market://fruit/pear#price")
    #expect(matches.map(\.pattern) == ["market://fruit/:name"])
    #expect(matches.map(\.arguments) == [["name": "pear"]])
    #expect(matches.map(\.fragment) == ["price"])
    #expect(engine.matches(for: "market://vegetables") == [])
  }

  @Test func `the catalog describes the operations that are called by name`() throws {
    let pop = try #require(OperationCatalog.index(of: "pop"))
    #expect(OperationCatalog.signature(at: pop).name == "pop")
    #expect(OperationCatalog.signature(at: pop).receiver == .navigation)
    let swipe = try #require(OperationCatalog.index(ofGesture: "swipeBack"))
    #expect(OperationCatalog.signature(at: swipe).name == "swipeBack")
    #expect(OperationCatalog.signature(at: swipe).receiver == .user)
  }
}
