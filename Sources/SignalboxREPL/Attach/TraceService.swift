internal import Signalbox
internal import SignalboxInspector
internal import SignalboxProtocol
internal import SignalboxScenarios
internal import SignalboxScripting

/// Answers the requests for the recorded steps of a session, and notifies the clients that read
/// these steps.
final class TraceService {
  private let server: ProtocolServer
  private var session: ScriptSession
  private let sources: SourceCache
  /// The folder to which the paths of scripts are relative; empty if it is not known.
  var folder = ""
  /// The recording, or `nil` before a client or the host has requested it.
  private var trace: LiveTrace?
  /// The number of the session, which a reload increments.
  private var number = 1
  /// The clients that have read the recording, each with the data that it has received.
  private var readers: [Int: Reader] = [:]

  private struct Reader {
    /// The data that the client has read.
    var known: Known
    /// Whether the client has been notified of changes that it has not read yet.
    var isNotified = false
  }

  /// The data that determines whether a client must read the recording again.
  private struct Known: Hashable {
    let session: Int
    let count: Int
    let events: Int
    let time: Int
    let scheduleChanges: Int
  }

  /// The maximum time for reading titles and actions from scripts.
  private static let viewTime = Duration.milliseconds(500)
  /// The maximum number of leaks that clients receive.
  private static let maxLeaks = 50
  /// The maximum number of lines of a source, and the maximum number of characters of a line, that
  /// clients receive.
  private static let maxLines = 5000, maxLineLength = 400

  /// - Parameter sources: The sources of the scripts that the session has loaded.
  init(_ server: ProtocolServer, _ session: ScriptSession, _ sources: SourceCache) {
    (self.server, self.session, self.sources) = (server, session, sources)
  }

  /// Continues a recording that the host has begun.
  func keep(_ trace: LiveTrace) { self.trace = trace }

  /// Continues with another session. If there is a recording, it begins again.
  func adopt(_ session: ScriptSession) {
    self.session = session
    number += 1
    if trace != nil { trace = LiveTrace(recording: session, sources) }
  }

  /// Returns the recording, which begins if it has not begun yet.
  private func begin() -> LiveTrace {
    let trace = self.trace ?? LiveTrace(recording: session, sources)
    self.trace = trace
    return trace
  }

  func leave(_ client: Int) { readers[client] = nil }

  /// Prepares for client requests, whose calls do not belong to script lines. Call this method
  /// before requests run.
  func willServe() { trace?.note(place: nil) }

  /// Completes the last step, and notifies clients that the session has changed since they read the
  /// recording.
  func report() {
    guard let trace, !readers.isEmpty else { return }
    settle(trace)
    let known = known(trace)
    for (client, reader) in readers where !reader.isNotified && reader.known != known {
      readers[client]?.isNotified = true
      server.send(
        TraceChangedMethod.self, TraceChangedMethod.Params(count: trace.count), to: client)
    }
  }

  private func known(_ trace: LiveTrace) -> Known {
    let engine = session.engine
    return Known(
      session: number, count: trace.count, events: engine.eventCount, time: engine.milliseconds,
      scheduleChanges: trace.lanes.changeCount)
  }

  private func settle(_ trace: LiveTrace) { trace.settle(view) }

  private func view(_ events: Range<Int>) -> StepView? {
    let engine = session.engine
    return try? HostRun(in: session, timeout: Self.viewTime).read {
      StepView(of: engine, events: events)
    }
  }

  // MARK: - Requests

  /// Returns the response to a request, or `nil` if the request does not concern recorded steps.
  func answer(_ request: ProtocolServer.Request) throws(ProtocolError) -> NavigationArguments? {
    switch request.method {
    case TraceReadMethod.name:
      let params = try TraceReadMethod.Params(message: request.params, in: "params")
      return try Self.message(read(params, for: request.client))
    case TraceRestoreMethod.name:
      let params = try TraceRestoreMethod.Params(message: request.params, in: "params")
      return try Self.message(restore(params))
    case TraceOverviewMethod.name: return try Self.message(overview())
    case TraceScheduleMethod.name: return try Self.message(schedule())
    case TraceSourceMethod.name:
      let params = try TraceSourceMethod.Params(message: request.params, in: "params")
      return try Self.message(source(params))
    default: return nil
    }
  }

  private func read(_ params: TraceReadMethod.Params, for client: Int) -> TraceReadMethod.Result {
    let trace = begin()
    settle(trace)
    readers[client] = Reader(known: known(trace))
    let engine = session.engine
    var result = TraceReadMethod.Result(
      session: number, count: trace.count, time: engine.milliseconds)
    result.dropped = trace.dropped
    result.scheduleChanges = trace.lanes.changeCount
    result.part = trace.part(with: params.from).map {
      TraceReadMethod.Part(
        first: $0.first, count: $0.count, groupCount: $0.groupCount, steps: $0.steps)
    }
    result.present = trace.present
    // The range contains no events, because only the view is needed.
    result.view = view(1..<1)?.view
    (result.undoable, result.redoable) = (engine.undoableCount, engine.redoableCount)
    result.folder = folder.isEmpty ? nil : folder
    result.isLaunched = !engine.tree.layers.isEmpty
    return result
  }

  private func overview() -> TraceOverviewMethod.Result {
    let trace = begin()
    let routes = session.declaredTypes.flatMap { type in
      type.routes.map { DeclaredScreen($0.name, of: type.name, leadingTo: $0.coordinator) }
    }
    let coverage = trace.coverage?()
    var result = TraceOverviewMethod.Result(
      graph: trace.graph(declaring: routes, coverage: coverage))
    result.leaks = session.leaks.prefix(Self.maxLeaks).map(\.description)
    result.coverage = coverage == [:] ? nil : coverage
    return result
  }

  private func source(_ params: TraceSourceMethod.Params) -> TraceSourceMethod.Result {
    let lines = String(decoding: sources[params.path] ?? [], as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var result = TraceSourceMethod.Result(
      lines: lines.prefix(Self.maxLines).map { String($0.prefix(Self.maxLineLength)) })
    if result.lines.last == "" { result.lines.removeLast() }
    result.isCut = lines.count > Self.maxLines
    return result
  }

  private func schedule() -> TraceScheduleMethod.Result {
    let trace = begin()
    settle(trace)
    let open = session.engine.openWork.map { work in
      (work.number, NavigationValue.list(work.possibleResults.map { .string($0.rawValue) }))
    }
    let endings = Dictionary(uniqueKeysWithValues: open)
    var result = TraceScheduleMethod.Result(items: trace.lanes.value { endings[$0] })
    result.dropped = trace.lanes.dropped
    return result
  }

  private func restore(
    _ params: TraceRestoreMethod.Params
  ) throws(ProtocolError) -> OutcomeDocument {
    guard let trace else {
      throw ProtocolError(
        .badParams, "there is no recording of this session", hint: "send trace/read first")
    }
    let engine = session.engine
    let state: Int
    do throws(NavigationError) {
      state = try trace.state(after: params.step)
    } catch {
      throw ProtocolError(error)
    }
    let distance = state - engine.stepNumber
    if distance == 0 { return OutcomeDocument(Submission?.none, of: engine) }
    let outcome = distance < 0 ? engine.undo(-distance) : engine.redo(distance)
    return OutcomeDocument(outcome, of: engine)
  }

  private static func message(
    _ fields: some MessageFields
  ) throws(ProtocolError) -> NavigationArguments {
    do throws(NavigationError) { return try fields.message } catch { throw ProtocolError(error) }
  }
}
