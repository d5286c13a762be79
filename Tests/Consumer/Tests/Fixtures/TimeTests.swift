import Signalbox
import SignalboxTesting
import Testing

private struct Offline: Error, Equatable {}

private enum LoaderRoute: Route, CaseIterable, Codable { case numbers, number }

/// Loads numbers, and lists the results.
private final class Loader: Coordinator {
  static let name = "Loader"

  let router: Router<LoaderRoute>
  private(set) var results: [Result<Int, Offline>] = []

  init(_ router: Router<LoaderRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .numbers) }

  func actions(of route: LoaderRoute) -> [ScreenAction] {
    [
      ScreenAction("Load") { [self] in
        try router.work { clock in
          try await clock.sleep(for: .seconds(2))
          return 1
        } then: { [self] result in
          results.append(result.mapError { _ in Offline() })
        }
      },
      ScreenAction("Show") { [self] in try router.navigate(to: .number) },
    ]
  }
}

private func loader(isClockAutomatic: Bool = true) throws -> (NavigationFixture, Loader) {
  let app = try NavigationFixture(isClockAutomatic: isClockAutomatic) {
    try $0.engine.register(Loader.self) { Loader($0) }
  }
  app.launch(Loader.self)
  let id = try #require(app.engine.coordinators(ofType: "Loader").first)
  let loader: Loader? = app.engine.coordinator(id)
  return (app, try #require(loader))
}

struct TimeTests {
  @Test func `a test can advance time until all work has ended`() async throws {
    let (app, loader) = try loader()
    app.tap("Load")
    let clock = app.clock
    let start = clock.now
    await app.finishWork()
    #expect(loader.results == [.success(1)])
    #expect(clock.now == start.advanced(by: .seconds(2)))
    #expect(start.duration(to: clock.now) == .seconds(2))
  }

  @Test func `a test can determine the results and the order of held work`() throws {
    let (app, loader) = try loader()
    app.holdWork(of: "Loader")
    app.tap("Load")
    app.tap("Load")
    app.advance(by: .seconds(10))
    #expect(loader.results == [])
    app.endWork(of: "Loader", at: 1, with: .failure(Offline()))
    app.endWork(of: "Loader", with: .success(7))
    #expect(loader.results == [.failure(Offline()), .success(7)])
  }

  @Test func `a test can advance time until no animation is running`() throws {
    let (app, _) = try loader(isClockAutomatic: false)
    app.settle()
    app.tap("Show")
    #expect(app.engine.hasToWait)
    app.settle()
    #expect(!app.engine.hasToWait)
    app.expectStack("numbers", "number")
  }
}
