import Signalbox
import SignalboxTesting
import Testing

struct HeldWorkTests {
  private struct Offline: Error {}

  private enum BankRoute: String, Route, CaseIterable, Codable { case account, transfer }

  /// Collects the results of its requests.
  private final class Bank: Coordinator {
    static let name = "Bank"
    let router: Router<BankRoute>
    private(set) var results: [String] = []

    init(_ router: Router<BankRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .account) }

    func actions(of route: BankRoute) -> [ScreenAction] {
      [
        ScreenAction("Load") { [self] in
          try router.work { clock in
            try await clock.sleep(for: .seconds(1))
            return 7
          } then: { [self] result in
            results.append(Self.text(of: result))
          }
        },
        ScreenAction("Pay") { [self] in
          try router.work { _ in
          } then: { [self] in
            results.append(Self.text(of: $0))
          }
        },
      ]
    }

    private static func text<Value>(of result: Result<Value, any Error>) -> String {
      switch result {
      case .success(let value): "\(value)"
      case .failure(let error): "\(type(of: error))"
      }
    }
  }

  private func bank() throws -> NavigationFixture {
    let app = try NavigationFixture { try $0.engine.register(Bank.self) { Bank($0) } }
    app.holdWork(of: "Bank")
    try app.define("Home") {
      $0.screen("home")
      $0.route("bank", to: "Bank", style: .sheet)
    }
    app.launch("Home")
    app.perform { $0.navigate(to: "bank") }
    return app
  }

  private func results(_ app: NavigationFixture) throws -> [String] {
    let bank: Bank? = app.engine.coordinators(ofType: "Bank").last.flatMap {
      app.engine.coordinator($0)
    }
    return try #require(bank).results
  }

  @Test func `held work ends with the result that the test selects`() throws {
    let app = try bank()
    for _ in 1...4 { app.tap("Load") }
    app.advance(by: .seconds(10))
    #expect(try results(app) == [])
    app.endWork(of: "Bank", with: .success(9))
    app.endWork(of: "Bank", with: .failure(Offline()))
    app.endWork(of: "Bank", with: .cancellation)
    #expect(try results(app) == ["9", "Offline", "CancellationError"])
    app.endWork(of: "Bank")
    #expect(try results(app) == ["9", "Offline", "CancellationError"])
    app.advance(by: .seconds(1))
    #expect(try results(app) == ["9", "Offline", "CancellationError", "7"])
    #expect(app.engine.openWorkCount == 0)
  }

  @Test func `held work ends in the order that the test selects`() throws {
    let app = try bank()
    app.tap("Load")
    app.tap("Pay")
    app.endWork(of: "Bank", at: 1)
    app.endWork(of: "Bank", with: .success(1))
    #expect(try results(app) == ["()", "1"])
  }

  @Test func `held work is cancelled when its coordinator finishes`() throws {
    let app = try bank()
    app.tap("Load")
    app.swipeDown()
    #expect(app.engine.openWorkCount == 0)
    let found = issues { app.endWork(of: "Bank") }
    #expect(
      found.first?.comments.first?.rawValue.hasPrefix(
        "endWork: 0 work items of \"Bank\" are held, so none has the index 0; call "
          + "holdWork(of: \"Bank\") before the work starts") == true)
  }

  @Test func `work that has started after its hold is cancelled with its coordinator`() throws {
    let app = try bank()
    app.tap("Load")
    app.endWork(of: "Bank")
    #expect(app.engine.openWorkCount == 1)
    app.swipeDown()
    app.advance(by: .seconds(1))
    #expect(app.engine.openWorkCount == 0)
    #expect(app.engine.nextDeadline == nil)
    app.expectStack("home")
  }

  @Test func `a value of another type is rejected, and the work remains`() throws {
    let app = try bank()
    app.tap("Load")
    let found = issues { app.endWork(of: "Bank", with: .success("paid")) }
    #expect(
      found.first?.comments.first?.rawValue.hasPrefix(
        "endWork: the work of \"Bank\" returns Int, got .success(\"paid\")") == true)
    app.endWork(of: "Bank", with: .success(1))
    #expect(try results(app) == ["1"])
  }
}
