import Signalbox
import Testing

struct Fare: Codable, Hashable {
  var cents: Int
}

struct Ticket: Codable, Hashable {
  var number: Int
  var fare: Fare
}

enum RideRoute: Route, Codable, Equatable {
  case map
  case counter(Fare)
  case help

  static var samples: [RideRoute] { [.map, .counter(Fare(cents: 100)), .help] }
}

enum CounterRoute: Route, CaseIterable, Codable { case fare, payment }

/// A flow that sells tickets at a counter.
final class Ride: Coordinator {
  let router: Router<RideRoute>
  private(set) var tickets: [Ticket?] = []

  init(_ router: Router<RideRoute>) { self.router = router }

  static func destination(of route: RideRoute) throws -> RouteDestination {
    switch route {
    case .map: .screen
    case .counter(let fare): try .coordinator(Counter.self, with: fare)
    case .help: .coordinator(named: "Help", ["topic": "fares"])
    }
  }

  func start() throws { try router.startFlow(at: .map) }

  func childDidFinish(_ notice: FinishNotice) throws {
    tickets.append(try notice.output(of: Counter.self))
  }

  /// Sells a ticket for a fare.
  final class Counter: Coordinator {
    typealias Input = Fare
    typealias Output = Ticket

    let router: Router<CounterRoute>
    private let fare: Fare

    init(_ router: Router<CounterRoute>, _ fare: Fare) { (self.router, self.fare) = (router, fare) }

    func start() throws { try router.startFlow(at: .fare) }
    func title(of route: CounterRoute) -> String? { route == .fare ? "\(fare.cents) cents" : nil }
    func sell() throws { try finishFlow(with: Ticket(number: 1, fare: fare)) }
  }
}

struct FlowTests {
  private let engine = NavigationEngine()
  private let ride: Ride

  init() throws {
    try engine.register(Ride.self) { Ride($0) }
    try engine.register(Ride.Counter.self) { Ride.Counter($0, $1) }
    try engine.register(
      CoordinatorType(name: "Help", routes: ["topic": RouteDefinition()]) {
        [unowned engine] id, _ throws(NavigationError) in
        Clerk(engine.router(of: id), startingAt: "topic")
      })
    try engine.validate()
    try engine.launch(Ride.self)
    let main = try #require(engine.main)
    ride = try #require(engine.coordinator(main))
  }

  private var counter: Ride.Counter? { engine.topCoordinator.flatMap { engine.coordinator($0) } }

  @Test func `a flow passes its output to its parent`() throws {
    let fare = Fare(cents: 250)
    try ride.router.navigate(to: .counter(fare))
    #expect(engine.front.flatMap { engine.title(of: $0) } == "250 cents")
    try counter?.sell()
    try ride.router.navigate(to: .counter(fare))
    try counter?.finishFlow()
    #expect(ride.tickets == [Ticket(number: 1, fare: fare), nil])
  }

  @Test func `a task waits for the output of a flow`() async throws {
    let observer = engine.observe([.didAppear]) { _ in try counter?.sell() }
    defer { engine.stopObserving(observer) }
    let (router, fare) = (ride.router, Fare(cents: 300))
    let tickets = [
      try await router.present(Ride.Counter.self, with: fare),
      try await router.present(.counter(fare), returning: Ride.Counter.self),
    ]
    #expect(tickets == [Ticket(number: 1, fare: fare), Ticket(number: 1, fare: fare)])
    #expect(ride.tickets == tickets)
  }

  @Test func `a task waits for a flow that has no input`() async throws {
    let (engine, router) = try NavigationEngine.market(launching: Stall.self)
    let observer = engine.observe([.didAppear]) { event in
      guard event.name == "contents", let basket = engine.topCoordinator else { return }
      engine.router(of: basket).finishFlow()
    }
    defer { engine.stopObserving(observer) }
    let output: Void? = try await router.present(Basket.self)
    #expect(output != nil)
    #expect(engine.topCoordinator == router.coordinator)
  }

  @Test func `a coordinator with an input can be the main coordinator`() throws {
    try engine.launch(Ride.Counter.self, with: Fare(cents: 10))
    #expect(engine.tree.coordinators.map(\.type) == ["Counter"])
    #expect(engine.front.flatMap { engine.title(of: $0) } == "10 cents")
  }

  @Test func `a route leads to a coordinator that is registered by name`() throws {
    try ride.router.navigate(to: .help)
    let top = try #require(engine.topCoordinator)
    #expect(engine.typeName(of: top) == "Help")
    #expect(engine.arguments(of: top) == ["topic": "fares"])
  }

  @Test func `the errors of tasks are reported to the hooks`() {
    let error = NavigationError(.unsupported, "the card reader is out of order")
    var reports: [NavigationError?] = []
    let hooks = EngineHooks(onHandlerFailure: { reports.append($0 as? NavigationError) })
    engine.withHooks(hooks) {
      ride.router.report(error)
      engine.report(error)
    }
    ride.router.report(error)
    #expect(reports == [error, error])
  }

  @Test func `a router changes the root and goes back`() throws {
    let router = ride.router
    try router.setRoot(.map, keepsStack: true)
    try router.present(.map, style: .sheet)
    try router.dismiss()
    #expect(engine.layers.count == 1)
    try router.navigate(to: .map)
    #expect(router.stack == [.map, .map])
    try router.back()
    #expect(router.stack == [.map])
    #expect(engine.front.flatMap { router.route(of: $0) } == .map)
  }

  @Test func `values become arguments and results of operations by name`() throws {
    let router = ride.router.untyped
    #expect(try router.navigate(to: "counter", with: Fare(cents: 50))?.status == .done)
    let top = try #require(engine.topCoordinator)
    #expect(engine.arguments(of: top) == ["cents": 50])
    let ticket = Ticket(number: 7, fare: Fare(cents: 50))
    try engine.router(of: top).finishFlow(with: ticket)
    #expect(ride.tickets == [ticket])
    #expect(try router.present("counter", with: Fare(cents: 60))?.status == .done)
    #expect(engine.layers.last.map { engine.arguments(of: $0.owner.id) } == ["cents": 60])
    #expect(try router.startFlow(at: "map", with: [String: Int]())?.status == .done)
    #expect(engine.layers.count == 1)
  }

  @Test func `work of a coordinator ends with the coordinator`() async throws {
    let host = StoredWork()
    engine.workHost = host
    var results: [Int] = []
    try ride.router.work { _ in
      1
    } then: {
      results.append(try $0.get())
    }
    try ride.router.navigate(to: .counter(Fare(cents: 100)))
    let counter = try #require(counter)
    try counter.router.untyped.work { _ in
      2
    } then: {
      results.append(try $0.get())
    }
    try counter.finishFlow()
    for work in host.list { await work.run() }
    engine.takeInWork()
    #expect(results == [1])
  }
}
