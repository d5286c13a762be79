import Signalbox
import Testing

/// A coordinator without typed routes that notes the calls of the engine.
private final class Observer: CoordinatorDelegate {
  private let router: AnyRouter
  private let note: (String) -> Void

  init(_ router: AnyRouter, note: @escaping (String) -> Void) {
    (self.router, self.note) = (router, note)
  }

  let observesCurrentPage = true

  func start(animated: Bool) throws { note("start") }

  func startEmpty(animated: Bool) throws {
    note("startEmpty")
    router.startFlow(at: "list")
  }

  func didRestore() throws { note("didRestore") }
  func didFinish(_ notice: FinishNotice) throws { note("didFinish \(notice.reason)") }

  func childDidFinish(_ notice: FinishNotice) throws {
    note("childDidFinish \(notice.type) \(try notice.result(as: Int.self))")
  }

  func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws {
    note("currentPageDidChange \(page ?? "none") \(source)")
  }

  func actions(of screen: ScreenID) -> [String] { ["Delete"] }
  func perform(action: String, on screen: ScreenID) throws { note("perform \(action)") }
  func role(of action: String, on screen: ScreenID) -> AlertButton.Role? { .destructive }

  func handleBack(on screen: ScreenID) throws -> Bool {
    note("handleBack")
    return true
  }

  func shouldDismiss(_ screen: ScreenID) -> Bool {
    note("shouldDismiss")
    return false
  }
}

/// A coordinator that implements only what the protocol requires.
private final class Minimal: CoordinatorDelegate {
  var count = 1
  var name = "a"

  func start(animated: Bool) throws {}
}

struct DelegateTests {
  private final class Journal { var lines: [String] = [] }

  private let engine = NavigationEngine()
  private let journal = Journal()

  init() throws {
    let (engine, journal) = (engine, journal)
    func register(_ name: String, pages: [String] = []) throws {
      try engine.register(
        CoordinatorType(
          name: name, kind: pages.isEmpty ? .navigation : .tabs,
          routes: [
            "list": RouteDefinition(), "item": RouteDefinition(),
            "confirm": RouteDefinition(style: .alert),
            "flow": RouteDefinition(.coordinator("Flow")),
          ],
          pages: pages.map { PageDefinition(id: $0, coordinator: "List") }
        ) { [unowned engine] id, _ in
          Observer(engine.router(of: id)) { journal.lines.append("\(name) \($0)") }
        })
    }
    try register("Flow")
    try register("List")
    try register("Home", pages: ["shop", "sale"])
  }

  /// Returns the calls that the engine makes while a closure runs.
  private func calls(_ body: () throws -> Void) rethrows -> [String] {
    journal.lines = []
    try body()
    return journal.lines
  }

  @Test func `a coordinator without typed routes shows its screens and observes its pages`() throws
  {
    #expect(
      calls { engine.launch("Home") } == [
        "Home start", "List start", "List startEmpty", "List start", "List startEmpty",
      ])
    let home = engine.router(of: try #require(engine.main))
    #expect(calls { home.select("sale") } == ["Home currentPageDidChange sale operation"])
    let json = try engine.snapshot().json
    #expect(
      calls { engine.restore(json) } == [
        "List didFinish ancestorFinished", "List didFinish ancestorFinished",
        "Home didFinish replaced", "Home didRestore", "List didRestore", "List didRestore",
      ])
  }

  @Test func `a coordinator without typed routes decides on gestures and follows its children`()
    throws
  {
    engine.launch("List")
    let list = engine.router(of: try #require(engine.main))
    list.navigate(to: "item")
    #expect(calls { engine.perform("back") } == ["List handleBack"])
    #expect(engine.tree.front?.name == "item")
    list.present("confirm")
    #expect(
      engine.buttons(of: try #require(engine.layers.last?.id)) == [
        AlertButton.Label("Delete", role: .destructive)
      ])
    #expect(calls { engine.perform("tapAlert") { $0.text = "Delete" } } == ["List perform Delete"])
    list.navigate(to: "flow")
    #expect(calls { engine.perform("swipeDown") } == ["Flow shouldDismiss"])
    let flow = engine.router(of: try #require(engine.topCoordinator))
    #expect(
      calls { flow.finishFlow(7) } == ["Flow didFinish finished", "List childDidFinish Flow 7"])
  }

  @Test func `a coordinator that only starts has no titles, actions or decisions`() throws {
    let minimal = Minimal()
    try minimal.startEmpty(animated: true)
    #expect(minimal.role(of: "Delete", on: .empty) == nil)
    #expect(try !minimal.handleBack(on: .empty))
    #expect(minimal.shouldDismiss(.empty))
    #expect(minimal.title(of: .empty) == nil && minimal.actions(of: .empty) == [])
  }

  @Test func `a coordinator can reset its properties`() {
    let minimal = Minimal()
    let reset = minimal.restoring(\.count, \.name)
    (minimal.count, minimal.name) = (2, "b")
    reset()
    #expect(minimal.count == 1)
    #expect(minimal.name == "a")
  }
}
