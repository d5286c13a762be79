import CBaseline
import Dispatch
import Foundation
import Signalbox
import SignalboxProtocol
import SignalboxTransports
import Synchronization

/// The cost of using an application through the protocol, on a loopback port.
struct RemoteFigures {
  static let names = ["remote", "remote100", "remoteevents", "stdio"]

  let iterations: Int

  private static let clients = 100
  private static let eventsPerSecond = 1_000

  func measure(_ wanted: Set<String>) throws -> [Measurement] {
    var found: [Measurement] = []
    if wanted.contains("remote") {
      found.append(
        Measurement(
          figure: "remote", unit: "ms",
          summary: "a step of a scenario over loopback, beyond the application's own time", goal: 1,
          try steps(of: 1)))
    }
    if wanted.contains("remote100") {
      found.append(
        Measurement(
          figure: "remote100", unit: "ms",
          summary: "the same with \(Self.clients) clients that each perform one at a time", goal: 1,
          try steps(of: Self.clients)))
    }
    if wanted.contains("remoteevents") {
      found.append(
        Measurement(
          figure: "remoteevents", unit: "bytes",
          summary: "heap growth in each second in which a client receives 1,000 events",
          goal: 1024, try growth()))
    }
    if wanted.contains("stdio") {
      found.append(
        Measurement(
          figure: "stdio", unit: "bytes",
          summary: "heap growth after 1,000 requests of a program over two pipes", goal: 1024,
          try streamGrowth()))
    }
    return found
  }

  // MARK: - Streams

  /// The number of bytes by which the heap of both sides grows with each 1,000 requests.
  private func streamGrowth() throws -> [Double] {
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw BenchmarkError("no pipes") }
    defer { for file in input + output { close(file) } }
    let application = try RemoteApplication(clients: 1, streams: (input[0], output[1]))
    defer { application.end() }
    let client = ProtocolClient(PipeTransport(input: output[0], output: input[1]))
    try client.initialize(InitializeMethod.Program(name: "bench"))
    for _ in 0..<20 { try Self.requests(client) }
    return try (0..<iterations).map { _ in
      let before = baseline_heap()
      try Self.requests(client)
      return max(0, Double(baseline_heap()) - Double(before))
    }
  }

  private static func requests(_ client: ProtocolClient) throws {
    for _ in 0..<500 {
      _ = try client.request(StateGetMethod.self, NoFields())
      _ = try client.request(PingMethod.self, NoFields())
    }
  }

  // MARK: - Steps

  /// The time of a step at a client in milliseconds, without the time in the engine.
  private func steps(of count: Int) throws -> [Double] {
    let application = try RemoteApplication(clients: count)
    defer { application.end() }
    let clients = try (0..<count).map { _ in try application.connect() }
    for client in clients { try Self.step(client) }
    return try (0..<iterations * 5).map { _ in
      let own = application.ownTime
      let start = baseline_wall_time()
      var turns = 0
      repeat {
        try Self.steps(clients)
        turns += 1
      } while turns * count < 100
      let time = Double(baseline_wall_time() - start) - (application.ownTime - own)
      return time / Double(turns * count * Self.calls.count) / 1e6
    }
  }

  private static let calls = [
    CallDocument([
      "operation": "navigate", "caller": "Shop", "name": "product", "arguments": ["id": 42],
    ]), CallDocument(["operation": "pop", "caller": "Shop"]),
  ]

  private static func step(_ client: ProtocolClient) throws { try steps([client]) }

  /// Performs an operation for each client as `signalbox test --app` does: it sends the call, waits
  /// for the outcome, and requests the new state.
  private static func steps(_ clients: [ProtocolClient]) throws {
    for call in calls {
      let performed = try clients.map { try $0.post(OperationPerformMethod.self, call) }
      for (client, id) in zip(clients, performed) {
        let outcome = try client.wait(for: id, of: OperationPerformMethod.self)
        guard outcome.status == .done else { throw BenchmarkError("\(outcome)") }
      }
      let waits = try clients.map { try $0.post(IdleWaitMethod.self, NoFields()) }
      for (client, id) in zip(clients, waits) {
        _ = try client.wait(for: id, of: IdleWaitMethod.self)
      }
      let states = try clients.map { try $0.post(StateInspectMethod.self, NoFields()) }
      for (client, id) in zip(clients, states) {
        _ = try client.wait(for: id, of: StateInspectMethod.self)
      }
    }
  }

  // MARK: - Events

  /// The number of bytes by which the heap of both sides grows each second.
  private func growth() throws -> [Double] {
    let application = try RemoteApplication(clients: 1)
    defer { application.end() }
    let client = try application.connect()
    var (received, dropped) = (0, 0)
    client.onNotification = { notice in
      guard let batch = notice.params(of: EventsBatchMethod.self) else { return }
      received += batch.events.count
      dropped += batch.dropped
    }
    _ = try client.request(EventsSubscribeMethod.self, .init())
    let start = received
    // The journal and the history are bounded, and are full before the count begins.
    for _ in 0..<20 { application.makeEvents(Self.eventsPerSecond) }
    try Self.read(client) { received - start >= 20 * Self.eventsPerSecond }
    return try (0..<iterations).map { _ in
      let before = baseline_heap()
      for _ in 0..<10 {
        let (now, wanted) = (received, Self.eventsPerSecond / 10)
        let end = baseline_wall_time() + 100_000_000
        application.makeEvents(wanted)
        try Self.read(client) { received - now >= wanted && baseline_wall_time() >= end }
      }
      guard dropped == 0 else { throw BenchmarkError("\(dropped) events were lost") }
      return max(0, Double(baseline_heap()) - Double(before))
    }
  }

  private static func read(_ client: ProtocolClient, until isDone: () -> Bool) throws {
    let limit = baseline_wall_time() + 60_000_000_000
    while !isDone() {
      guard baseline_wall_time() < limit else { throw BenchmarkError("events are missing") }
      try client.read()
      usleep(500)
    }
  }
}

/// An application on a separate thread, with a port for clients.
private final class RemoteApplication: Sendable {
  private struct State {
    var port: UInt16 = 0
    var failure: String?
    var events = 0
    var time: Int64 = 0
    var isDone = false
  }

  /// The thread of the application and the thread of the benchmark access this state.
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let turn = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - clients: The number of clients that connect.
  ///   - streams: The streams of a client, or `nil` for clients that connect to a port.
  init(clients: Int, streams: (input: Int32, output: Int32)? = nil) throws {
    let thread = Thread { [self] in run(clients, streams) }
    thread.start()
    turn.wait()
    if let failure = state.withLock({ $0.failure }) { throw BenchmarkError(failure) }
  }

  /// The time that the engine has spent on operations, in nanoseconds.
  var ownTime: Double { Double(state.withLock { $0.time }) }

  func connect() throws -> ProtocolClient {
    let client = ProtocolClient(try SocketTransport(port: state.withLock { $0.port }))
    try client.initialize(InitializeMethod.Program(name: "bench"), token: "benchmark")
    return client
  }

  /// Emits at least the given number of events.
  func makeEvents(_ count: Int) {
    state.withLock { $0.events += count }
    wake.signal()
  }

  func end() {
    state.withLock { $0.isDone = true }
    wake.signal()
    turn.wait()
  }

  private final class Shop: CoordinatorDelegate {
    private let router: AnyRouter

    init(_ router: AnyRouter) { self.router = router }

    func start(animated: Bool) { _ = router.startFlow(at: "catalog") }
  }

  private func run(_ clients: Int, _ streams: (input: Int32, output: Int32)?) {
    defer { turn.signal() }
    do {
      let engine = NavigationEngine(journalCapacity: 4096, undoCapacity: 1024)
      try engine.register(
        CoordinatorType(
          name: "Shop",
          routes: [
            "catalog": RouteDefinition(),
            "product": RouteDefinition(parameters: [RouteParameter("id", .integer)]),
          ]
        ) { [unowned engine] id, _ in Shop(engine.router(of: id)) })
      _ = engine.launch("Shop")
      var limits = ProtocolLimits()
      limits.clients = clients
      let server = ProtocolServer(name: "shop", token: "benchmark", limits: limits) { [wake] in
        wake.signal()
      }
      let service = EngineService(engine, of: server)
      let endpoint: ServerTransport.Endpoint =
        streams.map { .streams(input: $0.input, output: $0.output, .contentLength) } ?? .tcp()
      let transport = try ServerTransport(server, at: [endpoint])
      let observer = observe(engine)
      state.withLock { $0.port = transport.port ?? 0 }
      turn.signal()
      while !state.withLock({ $0.isDone }) {
        wake.wait()
        let wanted = state.withLock { state in
          defer { state.events = 0 }
          return state.events
        }
        let first = engine.eventCount
        while engine.eventCount - first < wanted {
          _ = engine.router(of: engine.main ?? CoordinatorID(bits: 0)).navigate(
            to: "product", ["id": 1])
          _ = engine.perform("back")
          if engine.eventCount - first >= 100 { service.serve() }
        }
        service.serve()
      }
      engine.stopObserving(observer)
      transport.close()
    } catch {
      state.withLock { $0.failure = "\(error)" }
    }
  }

  /// Measures the time of operations in the engine, from the first event to the last.
  private func observe(_ engine: NavigationEngine) -> ObserverID {
    var start: Int64 = 0
    return engine.observe([.willNavigate, .didNavigate]) { [self] event in
      if event.kind == .willNavigate {
        start = baseline_wall_time()
      } else {
        let time = baseline_wall_time() - start
        state.withLock { $0.time += time }
      }
    }
  }
}

/// The byte stream of a client over two pipes.
private final class PipeTransport: ClientTransport {
  private let input: Int32
  private let output: Int32
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
    _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
  }

  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = write(output, Array(bytes), bytes.count)
    return count >= 0 ? count : nil
  }

  func receive() -> [UInt8]? {
    let count = read(input, &chunk, chunk.count)
    if count > 0 { return Array(chunk[..<count]) }
    return count < 0 && errno == EAGAIN ? [] : nil
  }

  func wait(writing isWriting: Bool, atMost time: Duration) {
    var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    poll(&file, 1, 100)
  }
}
