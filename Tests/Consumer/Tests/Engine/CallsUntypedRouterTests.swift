import Signalbox
import Testing

struct UntypedRouterTests {
  @Test func `a router removes screens by count, name, index and identifier`() throws {
    let office = try Office()
    let router = office.router
    let screens: [StackEntry] = ["lobby", "drawer", "letter", "letter"]
    #expect(office.after(router.setStack(screens)) == "done push: lobby/drawer/letter/letter")
    #expect(office.after(router.pop()) == "done letter: lobby/drawer/letter")
    let drawer = office.engine.stack(of: router.coordinator)[1].id
    #expect(office.after(router.pop(drawer)) == "done letter,drawer: lobby")
    #expect(office.after(router.pop()) == "noop(atRoot): lobby")
    router.setStack(screens)
    #expect(office.after(router.pop(2)) == "done letter,letter: lobby/drawer")
    router.setStack(screens)
    #expect(office.after(router.popToView("drawer")) == "done true: lobby/drawer")
    router.setStack(screens)
    #expect(office.after(router.pop(toIndex: 1)) == "done letter: lobby/drawer/letter")
    #expect(office.after(router.popToRoot()) == "done letter,drawer: lobby")
  }

  @Test func `a router replaces and updates screens`() throws {
    let office = try Office()
    let router = office.router
    router.navigate(to: "drawer")
    #expect(office.after(router.replaceTop(with: "letter", ["number": 1])) == "done: lobby/letter")
    let letter = try #require(office.engine.front)
    #expect(office.text(router.update(letter, to: ["number": 2])) == "done")
    #expect(office.engine.node(of: letter)?.arguments == ["number": 2])
    #expect(office.after(router.popLast()) == "done letter: lobby")
  }

  @Test func `a batch is one change`() throws {
    let office = try Office()
    let router = office.router
    var settled: [Outcome?] = []
    let outcome = router.batch {
      settled = [router.navigate(to: "drawer"), router.navigate(to: "letter")]
    }
    #expect(settled == [nil, nil])
    #expect(office.after(outcome) == "done: lobby/drawer/letter")
    #expect(office.after(office.engine.undo()) == "done 1: lobby")
    #expect(office.after(office.engine.redo()) == "done 1: lobby/drawer/letter")
    let error = NavigationError(.badArgument, "the letter has no number")
    #expect(throws: error) {
      try router.batch { () throws(NavigationError) in
        router.pop()
        throw error
      }
    }
    #expect(office.stack == "lobby/drawer/letter")
  }

  @Test func `a router presents, moves to the front and dismisses coordinators`() throws {
    let office = try Office()
    let engine = office.engine
    #expect(office.text(office.router.navigate(to: "archive")) == "done Archive")
    let archive = engine.router(of: try #require(engine.topCoordinator))
    office.router.present("letter")
    #expect(engine.tree.front?.name == "letter")
    #expect(office.text(archive.forcePresentation(route: "box")) == "done Archive")
    #expect(engine.tree.front?.name == "box")
    #expect(office.text(archive.dismissCoordinator()) == "done")
    #expect(engine.tree.front?.name == "lobby")
    #expect(!engine.isAlive(archive.coordinator))
    office.router.navigate(to: "drawer")
    #expect(office.text(office.router.restartApp()) == "done Office")
    #expect(engine.tree.coordinators.map(\.stack).map { $0.map(\.name) } == [["lobby"]])
  }

  @Test func `a router controls the pages of a tab coordinator`() throws {
    let building = try Office(launching: "Building")
    let (engine, router) = (building.engine, building.router)
    #expect(router.currentPage == "work")
    #expect(building.text(router.select("store")) == "done Archive")
    #expect(building.text(router.setBadge(of: "store", to: "3")) == "done")
    #expect(engine.pages(of: router.coordinator).map(\.badge) == [nil, "3"])
    let pages = [
      PageDefinition(id: "store", coordinator: "Archive"),
      PageDefinition(id: "cellar", coordinator: "Archive"),
    ]
    #expect(building.text(router.setPages(pages)) == "done")
    #expect(engine.pages(of: router.coordinator).map(\.id) == ["store", "cellar"])
    router.setPages(nil)
    router.setBadge(of: "store", to: nil)
    #expect(engine.pages(of: router.coordinator).map(\.id) == ["work", "store"])
    #expect(engine.pages(of: router.coordinator).map(\.badge) == [nil, nil])
  }

  @Test func `a router replaces and finds roots`() throws {
    let office = try Office()
    let router = office.router
    #expect(router.isRoot("lobby"))
    #expect(router.hasRoot("lobby") == router.coordinator)
    router.root("letter", ["number": 1])
    #expect(router.isRoot("letter", ["number": 1]))
    #expect(!router.isRoot("letter", ["number": 2]))
    #expect(router.hasRoot("lobby") == nil)
    router.setStack(["lobby", "drawer", "letter"])
    #expect(office.after(router.focusFirst("drawer")) == "done: lobby/drawer")
  }

  @Test func `a router adds, finds and removes dependencies`() throws {
    let office = try Office()
    let (engine, router) = (office.engine, office.router)
    let archive = try engine.makeCoordinator("Archive")
    #expect(engine.phase(of: archive) == .created)
    #expect(office.text(router.addDependency(archive)) == "done Archive")
    #expect(engine.phase(of: archive) == .started)
    #expect(engine.children(of: router.coordinator) == [archive])
    let inner = try engine.makeCoordinator("Archive")
    engine.router(of: archive).addDependency(inner)
    let innerRouter = engine.router(of: inner)
    #expect(innerRouter.firstCoordinator(ofType: "Archive") == inner)
    #expect(innerRouter.lastCoordinator(ofType: "Archive") == archive)
    #expect(innerRouter.firstCoordinator(ofType: "Office") == router.coordinator)
    #expect(innerRouter.lastCoordinator(ofType: "Building") == nil)
    #expect(office.text(router.removeDependency(archive)) == "done")
    #expect([archive, inner].map { engine.phase(of: $0) } == [.finished, .finished])
  }

  @Test func `a chain continues with the coordinator that a call returns`() throws {
    let building = try Office(launching: "Building")
    let engine = building.engine
    building.router.chain.focusFirst("store").route("box")
    #expect(engine.tree.front?.name == "box")
    let chain = building.router.chain.focusFirst("store").popToRoot()
    #expect(chain.coordinator.flatMap(engine.typeName(of:)) == "Archive")
    #expect(chain.outcome.map(building.text) == "done box")
    #expect(engine.tree.front?.name == "hall")
  }

  @Test func `recorded operations run when they are submitted`() throws {
    let office = try Office()
    let engine = office.engine
    let steps = engine.record {
      office.router.route(to: "drawer")
      office.router.chain.root("letter")
    }
    #expect(steps.map(\.operation) == ["route", "root"])
    #expect(office.stack == "lobby")
    #expect(office.after(office.router.call("batch") { $0.steps = steps }) == "done: letter")
    #expect(steps.map(\.ticket.outcome?.status) == [.done, .done])
    #expect(office.after(office.router.call("pup")) == "rejected(badArgument): letter")
    office.router.chain.call("pup").route("drawer")
    #expect(office.stack == "letter")
  }
}
