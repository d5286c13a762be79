internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxREPL
internal import SignalboxTransports

/// Runs scenarios, explorations and the linter for the clients of a server, in separate processes,
/// so that the server remains responsive (decision 0318).
final class ToolJobs: RequestHandler {
  let methods = ScenarioMethodCatalog.methods
  private let words: JobWords
  private var server: ProtocolServer?
  private var jobs: [ToolJob] = []

  /// The maximum number of processes that run at the same time.
  private static let maxJobs = 4

  /// - Parameter words: An object that creates the arguments of the commands.
  init(_ words: JobWords) { self.words = words }

  func begin(_ server: ProtocolServer) { self.server = server }

  // MARK: - Requests

  func answer(
    _ request: ProtocolServer.Request
  ) throws(ProtocolError) -> NavigationArguments? {
    if request.method == ScenarioCancelMethod.name { return try cancel(request) }
    if let index = jobs.firstIndex(where: { Self.isJob($0, of: request) }) {
      guard let response = jobs[index].response else { return nil }
      jobs.remove(at: index)
      return try response.get()
    }
    guard jobs.count < Self.maxJobs else {
      throw ProtocolError(
        .busy, "\(Self.maxJobs) scenario, exploration or linter requests are already running",
        hint: "wait for a response, or end a run or an exploration with scenario/cancel")
    }
    jobs.append(try job(for: request))
    return nil
  }

  private static func isJob(_ job: ToolJob, of request: ProtocolServer.Request) -> Bool {
    job.request.client == request.client && job.request.id == request.id
  }

  private func job(for request: ProtocolServer.Request) throws(ProtocolError) -> ToolJob {
    let params = request.params
    switch request.method {
    case ScenarioListMethod.name:
      let selection = try ScenarioSelection(message: params, in: "params")
      return try ToolJob(request, words.list(selection), of: ScenarioListMethod.self)
    case ScenarioRunMethod.name:
      let run = try ScenarioRunMethod.Params(message: params, in: "params")
      return try ToolJob(request, words.run(run), of: ScenarioRunMethod.self)
    case ExploreRunMethod.name:
      let exploration = try ExploreRunMethod.Params(message: params, in: "params")
      return try ToolJob(request, words.explore(exploration), of: ExploreRunMethod.self)
    case LintRunMethod.name:
      let lint = try LintRunMethod.Params(message: params, in: "params")
      return try ToolJob(request, words.lint(lint), of: LintRunMethod.self)
    default:
      throw ProtocolError(.unknownMethod, "there is no method \(quotation(request.method))")
    }
  }

  private func cancel(
    _ request: ProtocolServer.Request
  ) throws(ProtocolError) -> NavigationArguments {
    let id = try ScenarioCancelMethod.Params(message: request.params, in: "params").id
    let job = jobs.first { $0.request.client == request.client && $0.request.id == id }
    let isRunning = job.map { $0.response == nil } ?? false
    if isRunning { job?.cancel() }
    let result = ScenarioCancelMethod.Result(isRunning: isRunning)
    do throws(NavigationError) { return try result.message } catch { throw ProtocolError(error) }
  }

  // MARK: - Turns

  /// Waits until a job has written output, a descriptor is readable or the given time has elapsed.
  func wait(for descriptor: Int32, atMost milliseconds: Int32) {
    var waiting = Waiting()
    waiting.add(descriptor)
    for job in jobs where job.response == nil && hasRoom(for: job) {
      for descriptor in job.descriptors { waiting.add(descriptor) }
    }
    waiting.wait(milliseconds)
  }

  /// Sends the output of jobs to their clients as fast as the clients read it, and ends jobs whose
  /// requests were cancelled.
  func attend() {
    guard let server, !jobs.isEmpty else { return }
    let waiting = server.deferred
    jobs.removeAll { job in !waiting.contains { Self.isJob(job, of: $0) } }
    for job in jobs where job.response == nil {
      while hasRoom(for: job), job.attend(server) {}
    }
  }

  /// Returns whether there is room for further output of a job. If a client does not read, its job
  /// waits, so that the server's memory does not grow.
  private func hasRoom(for job: ToolJob) -> Bool {
    server?.hasRoomForEvents(job.request.client) ?? false
  }

  /// Ends all jobs.
  func end() { jobs = [] }
}
