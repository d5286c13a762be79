import Signalbox
import Testing

enum ShopRoute: Route, Codable {
  case catalog
  case product(id: Int)

  static var samples: [ShopRoute] { [.catalog, .product(id: 1)] }
}

final class Shop: Coordinator {
  let router: Router<ShopRoute>

  init(_ router: Router<ShopRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .catalog) }
}

/// Shows each transition immediately.
final class Screens: Stage {
  private(set) var steps: [StageTransition.Step] = []

  func perform(_ transition: StageTransition, completion: StageCompletion) {
    steps += transition.steps
    completion.finish()
  }
}

/// Stores asynchronous work until the test runs it.
final class StoredWork: WorkHost {
  let clock: any Clock<Duration> = ContinuousClock()
  private(set) var list: [CoordinatorWork] = []

  func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
    list.append(work)
    return {}
  }
}

/// A kind of object with identifiers like those of the engine.
enum Banner: IdentifiedSubject {
  static let letter: Character = "b"
}

/// A value that documents omit if it is zero.
struct Price: EmptyValue, Codable {
  var cents = 0

  static let empty = Price()
}

struct EngineTests {
  @Test func `a package can run the asynchronous work of an engine`() async throws {
    let engine = NavigationEngine()
    let host = StoredWork()
    engine.workHost = host
    var result: Int?
    try engine.work { _ in
      42
    } then: {
      result = try $0.get()
    }
    for work in host.list { await work.run() }
    engine.takeInWork()
    #expect(result == 42)
  }

  @Test func `a package can define identifiers and values of documents`() {
    #expect("\(Identifier<Banner>(bits: 7 << 32 | 3))" == "b3")
    #expect(Sparse(wrappedValue: Price()).wrappedValue == .empty)
  }

  @Test func `a package that depends only on the product Signalbox can drive a stage`() throws {
    let engine = NavigationEngine()
    let screens = Screens()
    engine.stage = screens
    try engine.register(Shop.self) { Shop($0) }
    try engine.launch(Shop.self)
    let main = try #require(engine.main)
    try engine.router(of: main, as: Shop.self).navigate(to: .product(id: 42))
    #expect(engine.tree.front?.name == "product")
    #expect(
      screens.steps.contains {
        if case .pushed(_, "product", _) = $0 { true } else { false }
      })
  }
}
