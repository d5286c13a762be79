import Bookshelf
import Signalbox
import SignalboxScriptTesting
import Testing

/// Explores every path of the coordinators that are written in Swift. Stand-ins replace the tabs and
/// the book reviews, which scripts provide.
struct ExplorationTests {
  private static func launch(_ app: NavigationFixture) throws {
    let engine = app.engine
    try Bookshelf.install(in: engine, factory: LiveFactory(accounts: MockAccounts()))
    let page = PageDefinition(id: "shelf", title: "Shelf", coordinator: "Shelf")
    try engine.register(
      CoordinatorType(name: "Main", kind: .tabs, pages: [page]) { _, _ in StandInTabs() })
    try engine.register(
      CoordinatorType(name: "Review", style: .sheet, routes: ["stars": RouteDefinition()]) {
        [unowned engine] id, _ in
        MockFlow(engine.router(of: id), "stars", finishingWith: ["stars": 5])
      })
    app.launch("Application")
  }

  @Test func `only a login leads to the books, and every path leads to them`() throws {
    let summary = try NavigationFixture.explore(Self.launch) { app in
      app.links = ["bookshelf://book/1", "bookshelf://log-out"]
      app.endWork(of: "Auth", with: [.success(User(name: "Ada")), .cancellation])
      app.never("the books during a login") { $0.isRunning("Shelf") && $0.isRunning("Auth") }
      app.reachable("a review", .running("Review"))
      app.fromEverywhere("the books", .front("list"))
      // The number of genres that a user chooses is not limited, so the length of paths is.
      app.maxDepth = 6
    }
    #expect(summary.violations.isEmpty)
    #expect(summary.stateCount == 55)
    #expect(summary.transitionCount == 161)
  }
}

/// The tabs without scripts.
private final class StandInTabs: CoordinatorDelegate {
  func start(animated: Bool) {}
}
