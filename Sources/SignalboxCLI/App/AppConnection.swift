internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxScripting
internal import SignalboxTransports
internal import SystemLibrary

/// The connection to the application of `--app`, and the application's process if a command started
/// it.
final class AppConnection {
  /// The client of the application, or `nil` after ``close()``, which closes the client's socket.
  private var client: ProtocolClient?
  private var transport: SocketTransport?
  private let process: AppProcess?
  private let choice: AppChoice
  /// The time limit for a response.
  private let limit: Duration
  /// A closure that returns whether the user or a limit has stopped the waiting script.
  private let isStopped: () -> Bool
  /// The events since the last call of ``takeEvents()``.
  private var events: [EventDocument] = []
  private var dropped = 0
  /// The calls from other sources that have arrived since ``takeCalls()`` was last called.
  private var calls: [CallsBatchMethod.Call] = []
  /// The changes to timers and asynchronous work since the last call of ``takeSchedule()``.
  private var schedule: [ScheduleBatchMethod.Params] = []

  /// The maximum delay before a wait detects that the script was stopped.
  private static let pollInterval = Duration.milliseconds(100)

  /// - Parameters:
  ///   - program: The name with which this program identifies itself to the application, such as
  ///     `signalbox test`.
  ///   - limit: The time limit for the start of the application, and for each response.
  ///   - isStopped: A closure that returns whether the waiting script must end.
  init(
    _ choice: AppChoice, by program: String, limit: Duration, isStopped: @escaping () -> Bool
  ) throws(ScriptError) {
    (self.choice, self.limit, self.isStopped) = (choice, limit, isStopped)
    let process = choice.isShared ? nil : try AppProcess(choice.text)
    self.process = process
    do {
      let endpoint = choice.endpoint ?? .unix(process?.socket ?? SocketAddress(named: ""))
      let (transport, token) = try Self.connect(to: endpoint, choice, process, limit)
      let client = ProtocolClient(transport)
      (self.client, self.transport) = (client, transport)
      try client.initialize(
        InitializeMethod.Program(name: program, version: Version.number), token: token)
      client.onNotification = { [unowned self] notice in
        if let batch = notice.params(of: EventsBatchMethod.self) {
          events += batch.events
          dropped += batch.dropped
        } else if let batch = notice.params(of: CallsBatchMethod.self) {
          calls += batch.calls
        } else if let batch = notice.params(of: ScheduleBatchMethod.self) {
          schedule.append(batch)
        }
      }
    } catch {
      let error = Self.translated(error, choice, process)
      process?.end()
      throw error
    }
  }

  /// Waits until the application listens, and connects.
  private static func connect(
    to endpoint: RemoteEndpoint, _ choice: AppChoice, _ process: AppProcess?, _ limit: Duration
  ) throws -> (SocketTransport, token: String) {
    let deadline = ContinuousClock.now + limit
    while true {
      do throws(TransportError) {
        let transport = try endpoint.connect()
        let token = try SocketAddress.token(in: choice.tokenFile ?? endpoint.tokenPath)
        return (transport, token.text)
      } catch {
        guard let process else { throw error }
        if let ending = process.ending() {
          throw failure("it ended with \(ending) before it started listening", process)
        }
        guard ContinuousClock.now < deadline else {
          throw failure("it did not start listening within \(limit)", process)
        }
        poll(nil, 0, 5)
      }
    }
  }

  private static func failure(_ what: String, _ process: AppProcess?) -> ScriptError {
    let output = process?.output.map { "; its output ends with:\n\($0)" } ?? ""
    return ScriptError(
      .runtime, code: "appFailed", "appFailed: the application given with --app: \(what)\(output)",
      hint: output.isEmpty
        ? "the application must use RemoteHost of SignalboxRemote, in a debug build" : nil)
  }

  private static func translated(
    _ error: any Error, _ choice: AppChoice, _ process: AppProcess?
  ) -> ScriptError {
    switch error {
    case let error as ScriptError: return error
    case let error as ProtocolError where !error.isCode(.disconnected):
      return ScriptError(
        .runtime, code: "appFailed",
        "appFailed: the application given with --app \(choice.text): \(error.message)",
        hint: error.hint)
    case let error as TransportError:
      return ScriptError(
        .runtime, code: "appFailed", "appFailed: --app \(choice.text): \(error.message)",
        hint: error.hint)
    default: return failure("\(error)", process)
    }
  }

  // MARK: - Requests

  /// Sends a request and waits for the response.
  ///
  /// - Throws: The rejection by the application's engine, or `unreachable` if the application has
  ///   ended, does not respond in time or sends an invalid response.
  func request<Method: ProtocolMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(NavigationError) -> Method.Result {
    do throws(ProtocolError) {
      guard let result = try respond(to: method, params, within: limit) else {
        throw ProtocolError(.timedOut, "it did not respond to \(method.name) within \(limit)")
      }
      return result
    } catch {
      throw rejection(error, of: method.name)
    }
  }

  /// Waits until the application is idle.
  ///
  /// - Returns: Whether the application became idle within the given time.
  /// - Throws: The same errors as ``request(_:_:)``.
  func waitUntilIdle(atMost duration: Duration) throws(NavigationError) -> Bool {
    do throws(ProtocolError) {
      return try respond(to: IdleWaitMethod.self, NoFields(), within: duration) != nil
    } catch {
      throw rejection(error, of: IdleWaitMethod.name)
    }
  }

  /// Returns the error for an application that was not idle in time.
  ///
  /// - Parameter work: The type names of the coordinators with asynchronous work that has not
  ///   completed.
  func notIdle(after duration: Duration, work: [String]) -> NavigationError {
    let cause =
      work.isEmpty
      ? "" : ", because asynchronous work has not completed: \(work.joined(separator: ", "))"
    return Self.unreachable(
      "it did not respond to \(IdleWaitMethod.name) within \(duration)\(cause)",
      output: process?.output)
  }

  /// Sends a request and waits for the response. Returns `nil` and abandons the request if there is
  /// no response in time.
  private func respond<Method: ProtocolMethod>(
    to method: Method.Type, _ params: Method.Params, within duration: Duration
  ) throws(ProtocolError) -> Method.Result? {
    guard let client else { throw ProtocolClient.ended }
    let id = try client.post(method, params)
    let deadline = ContinuousClock.now + duration
    while client.isOpen(id) {
      let left = deadline - .now
      guard !isStopped() else {
        abandon(id)
        throw ProtocolError(
          .cancelled, "the script was stopped while it waited for \(method.name)")
      }
      guard left > .zero else {
        abandon(id)
        return nil
      }
      try client.wait(for: id, atMost: min(left, Self.pollInterval))
    }
    guard let result = try client.answer(to: id, of: method) else {
      throw ProtocolError(.disconnected, "the response to \(method.name) has no result")
    }
    return result
  }

  /// Sends a request without waiting. ``answer(to:of:)`` returns the response.
  ///
  /// - Throws: `unreachable` if the application has ended.
  func post<Method: ProtocolMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(NavigationError) -> MessageID {
    do throws(ProtocolError) {
      guard let client else { throw ProtocolClient.ended }
      return try client.post(method, params)
    } catch {
      throw rejection(error, of: method.name)
    }
  }

  /// Returns the response to a request, or `nil` if the response has not arrived yet.
  ///
  /// - Throws: The same errors as ``request(_:_:)``.
  func answer<Method: ProtocolMethod>(
    to id: MessageID, of method: Method.Type
  ) throws(NavigationError) -> Method.Result? {
    do throws(ProtocolError) {
      return try client?.answer(to: id, of: method)
    } catch {
      throw rejection(error, of: method.name)
    }
  }

  /// The application's name, or `nil` after ``close()``.
  var name: String? { client?.server?.server.name }

  /// Cancels a request whose response is not needed. This method has no effect if the response has
  /// arrived.
  func abandon(_ id: MessageID) {
    // Without the notification, the application would continue to count the request as waiting, and
    // `idle/wait` would continue to advance the application's time.
    try? client?.notify(CancelRequestMethod.self, CancelRequestMethod.Params(id: id))
    client?.abandon(id)
  }

  /// A descriptor that is readable when the application has sent data, or `nil` after ``close()``.
  var descriptor: Int32? { transport?.descriptor }

  /// Reads available data from the application without waiting.
  ///
  /// - Throws: `unreachable` if the application has ended.
  func read() throws(NavigationError) {
    do throws(ProtocolError) {
      guard let client else { throw ProtocolClient.ended }
      try client.read()
      if let ending = client.ending { throw ending }
    } catch {
      guard error.isCode(.disconnected) else { throw Self.unreachable(error.message) }
      let ending = process?.ending(within: .seconds(10)).map { " with \($0)" } ?? ""
      throw Self.unreachable("it ended\(ending)", output: process?.output)
    }
  }

  private func rejection(_ error: ProtocolError, of method: String) -> NavigationError {
    if let code = ReasonCode(rawValue: error.code), code != .busy {
      return NavigationError(code, error.message, hint: error.hint)
    }
    let isEnd = error.isCode(.disconnected)
    let ending = isEnd ? process?.ending(within: .seconds(10)) : nil
    let what =
      isEnd
      ? "it ended\(ending.map { " with \($0)" } ?? "") before it responded to \(method)"
      : error.message
    return Self.unreachable(what, output: process?.output)
  }

  /// Returns the error for an application that has ended, does not respond or sends inconsistent
  /// responses.
  static func unreachable(_ what: String, output: String? = nil) -> NavigationError {
    let tail = output.map { "; its output ends with:\n\($0)" } ?? ""
    return NavigationError(.unreachable, "the application given with --app: \(what)\(tail)")
  }

  /// Returns the events that have arrived since this method was last called, in the order of
  /// occurrence.
  ///
  /// - Throws: `unreachable` if events were lost.
  func takeEvents() throws(NavigationError) -> [EventDocument] {
    defer { (events, dropped) = ([], 0) }
    guard dropped == 0 else {
      throw Self.unreachable(
        "\(dropped) of its events were lost, because it sends too many at once")
    }
    return events
  }

  /// Whether events have arrived since the last call of ``takeEvents()``.
  var hasEvents: Bool { !events.isEmpty || dropped > 0 }

  /// Returns the calls from other sources that have arrived since this method was last called.
  func takeCalls() -> [CallsBatchMethod.Call] {
    defer { calls = [] }
    return calls
  }

  /// Returns the changes to timers and asynchronous work since this method was last called.
  func takeSchedule() -> [ScheduleBatchMethod.Params] {
    defer { schedule = [] }
    return schedule
  }

  /// Whether changes have arrived since the last call of ``takeSchedule()``.
  var hasSchedule: Bool { !schedule.isEmpty }

  /// Disconnects from the application, and ends its process if a command started it.
  func close() {
    (client, transport) = (nil, nil)
    process?.end()
  }
}
