public import Signalbox

/// Answers the requests of a server's clients in the isolation of an engine.
///
/// ```swift
/// let server = ProtocolServer(name: "Shop") { wakeTheRunLoop() }
/// let service = EngineService(engine, of: server)
/// ```
///
/// In the run loop of the application, and after each change:
///
/// ```swift
/// service.serve()
/// ```
public final class EngineService {
  /// The engine, which can be replaced between calls of ``serve()``. If the engine is replaced,
  /// subscriptions continue with later events of the new engine.
  public var engine: NavigationEngine {
    didSet {
      guard engine !== oldValue else { return }
      oldValue.removeHooks(stopHook)
      stopHook = engine.addHooks(EngineHooks(shouldStop: { [limit] in limit.mustStop }))
      for client in clients.values { client.resubscribe(to: engine) }
    }
  }
  private let server: ProtocolServer
  private var clients: [Int: EngineClient] = [:]
  private var methods: [String: MethodDescription] = [:]
  private var isServing = false
  /// The time limit of the running request, and the reason why the request was stopped, if it was.
  private let limit: RequestLimit
  private var stopHook: EngineHookID
  /// The functions of the host, such as the function that answers requests for methods that require
  /// more than an engine.
  package var hooks = ServiceHooks() {
    didSet { limit.pausedTime = hooks.pausedTime }
  }

  /// Connects an engine to a server.
  ///
  /// - Parameters:
  ///   - engine: The engine, which remains in the isolation of its owner. The owner calls
  ///     ``serve()``.
  ///   - server: A server that is not connected to another service.
  public init(_ engine: NavigationEngine, of server: ProtocolServer) {
    (self.engine, self.server) = (engine, server)
    let limit = RequestLimit(server)
    self.limit = limit
    stopHook = engine.addHooks(EngineHooks(shouldStop: { limit.mustStop }))
    for method in server.description.methods { methods[method.name] = method }
  }

  deinit {
    engine.removeHooks(stopHook)
    for client in clients.values { client.stopObservingCalls() }
  }

  /// The numbers of the clients.
  public var clientNumbers: [Int] { clients.keys.sorted() }

  /// Returns the program of a client, or `nil` if the client is unknown.
  package func program(of client: Int) -> InitializeMethod.Program? { clients[client]?.program }

  /// Answers waiting requests in the order of arrival, and sends events to subscribers. Call this
  /// method when the server reports requests, and after every change to the application.
  ///
  /// This method has no effect in callbacks of the engine.
  public func serve() { serve(atMost: .max) }

  /// - Parameter maxTasks: The maximum number of tasks to perform before the host continues.
  package func serve(atMost maxTasks: Int) {
    guard !isServing, !engine.isInCallback, !hooks.isBusy() else { return }
    isServing = true
    defer { isServing = false }
    hooks.willServe()
    // Events are sent before the responses that contain the effects of the events.
    sendEvents()
    retryDeferred()
    var left = min(maxTasks, server.taskCount)
    let hasTasks = left > 0
    while left > 0, let task = server.next() {
      left -= 1
      perform(task)
    }
    // A request may have caused a change that an earlier request is waiting for.
    if hasTasks { retryDeferred() }
    hooks.didServe()
    sendEvents()
    // A client that sends many requests must not block the host.
    if server.taskCount > 0 { server.askAgain() }
  }

  private func retryDeferred() {
    for request in server.deferred where server.resume(request) { answer(request) }
  }

  private func perform(_ task: ProtocolServer.Task) {
    switch task {
    case .join(let number, let program):
      clients[number] = EngineClient(number: number, program)
      hooks.didJoin(number)
    case .leave(let number):
      clients[number]?.stopObservingCalls()
      clients[number] = nil
      hooks.didLeave(number)
    case .request(let request): answer(request)
    }
  }

  private func answer(_ request: ProtocolServer.Request) {
    guard let client = clients[request.client] else {
      server.end(with: nil)
      return
    }
    let message: ProtocolMessage?
    client.isRequesting = true
    defer { client.isRequesting = false }
    do throws(ProtocolError) {
      let result =
        if let answer = methods[request.method]?.answer {
          try hooks.perform(request) { () throws(ProtocolError) in
            try limit.run { () throws(ProtocolError) in
              try answer(request.params, EngineContext(engine: engine, client: client))
            }
          }
        } else {
          try hooks.answer(request, client)
        }
      message = result.map { .result(id: request.id, .table($0)) }
    } catch {
      message = .failure(id: request.id, error)
    }
    hooks.didAnswer(client.number)
    if server.end(with: message) { hooks.dropLateStop() }
    sendEvents()
  }

  private func sendEvents() {
    for client in clients.values {
      // Events for which a client's output queue has no space remain in the engine until the client
      // has read earlier output.
      while client.isBehind(engine), server.hasRoomForEvents(client.number),
        let batch = client.batch(from: engine)
      {
        server.send(EventsBatchMethod.self, batch, to: client.number)
      }
      if client.hasCalls, server.hasRoomForEvents(client.number), let batch = client.takeCalls() {
        server.send(CallsBatchMethod.self, batch, to: client.number)
      }
      if client.hasScheduleChanges, server.hasRoomForEvents(client.number),
        let batch = client.takeScheduleChanges()
      {
        server.send(ScheduleBatchMethod.self, batch, to: client.number)
      }
    }
  }
}

/// Stops the request that the engine is answering if the time limit is reached, the client cancels
/// the request, or the client disconnects.
private final class RequestLimit {
  private let server: ProtocolServer
  /// A closure that returns the time for which scripts have waited for a debugger or a user.
  var pausedTime: () -> Duration = { .zero }
  /// The time at which the running request must end, not counting pauses, or `nil` if no request is
  /// running.
  private var deadline: ContinuousClock.Instant?
  /// The reason why the engine was stopped, or `nil` if it was not stopped.
  private var reason: ProtocolError?

  init(_ server: ProtocolServer) { self.server = server }

  /// Whether the engine must cancel waiting operations. The engine checks this property between
  /// operations and timers.
  var mustStop: Bool {
    guard let deadline else { return false }
    if reason == nil { reason = findReason(deadline) }
    return reason != nil
  }

  private func findReason(_ deadline: ContinuousClock.Instant) -> ProtocolError? {
    if server.isStopped { return ProtocolError(.cancelled, "cancelled while it ran") }
    guard deadline + pausedTime() <= .now else { return nil }
    return ProtocolError(
      .timeout, "timed out: the request took longer than \(server.limits.requestTime)")
  }

  /// Runs a request.
  ///
  /// - Throws: `timeout` or `cancelled` if the engine was stopped. Changes that were made before
  ///   the stop remain in effect.
  func run<Result>(_ body: () throws(ProtocolError) -> Result) throws(ProtocolError) -> Result {
    (deadline, reason) = (.now + server.limits.requestTime - pausedTime(), nil)
    defer { (deadline, reason) = (nil, nil) }
    let result = try body()
    if let reason { throw reason }
    return result
  }
}

/// The functions of a host that consists of more than an engine, for example a host that runs
/// scripts.
package struct ServiceHooks {
  /// A closure that returns whether the host is running code that requests must not interrupt.
  package var isBusy: () -> Bool = { false }
  package var willServe: () -> Void = {}
  package var didServe: () -> Void = {}
  package var didJoin: (Int) -> Void = { _ in }
  package var didLeave: (Int) -> Void = { _ in }
  /// A closure that answers a request that the engine does not answer. If the closure returns
  /// `nil`, the response is deferred.
  package var answer:
    (ProtocolServer.Request, EngineClient) throws(ProtocolError) -> NavigationArguments? = {
      request, _ throws(ProtocolError) in
      throw ProtocolError(.unknownMethod, "there is no method \(quotation(request.method))")
    }
  /// A closure that performs a request that the engine answers.
  package var perform:
    (ProtocolServer.Request, () throws(ProtocolError) -> NavigationArguments?)
      throws(ProtocolError) -> NavigationArguments? = { _, body throws(ProtocolError) in try body()
      }
  /// A closure that is called after each request with the number of the client.
  package var didAnswer: (Int) -> Void = { _ in }
  /// A closure that returns the time for which code has waited for a debugger or a user.
  package var pausedTime: () -> Duration = { .zero }
  /// A closure that is called after a request that was stopped. If the stop arrived after the code
  /// of the request had ended, the closure drops the stop, so that it does not affect later code.
  package var dropLateStop: () -> Void = {}

  package init() {}
}
