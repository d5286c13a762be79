internal import Signalbox
internal import SignalboxFiles
internal import SignalboxProtocol
internal import SignalboxREPL
internal import SignalboxScripting

/// The session that an agent's tools use. It is a client of a process that serves the protocol
/// (decision 0320).
final class AgentSession {
  let allowsChanges: Bool
  private let transport: ServedProcess
  private let client: ProtocolClient
  /// The identifier of the running request.
  private var running: MessageID?
  private var isCancelled = false
  /// The text that has arrived during the running tool call.
  private var output = ""
  private var written: [FileWriteMethod.Params] = []
  private var results: [NavigationValue] = []
  private var unloaded: [UnloadedEntry] = []
  /// Whether an error was printed during the running tool call.
  private(set) var hasFailed = false
  /// A closure that receives the progress of the running tool call.
  var onProgress: (_ done: Int, _ total: Int?, _ message: String) -> Void = { _, _, _ in }
  private var total: Int?

  /// The size of the printed text, in bytes, above which further text is dropped.
  private static let maxOutput = 64_000

  /// - Parameters:
  ///   - transport: The byte stream to the process.
  ///   - allowsChanges: Whether tools may write files.
  ///   - onWait: A closure that is called about four times a second while a request is running.
  init(
    _ transport: ServedProcess, allowsChanges: Bool, onWait: @escaping () -> Void
  ) throws(ProtocolError) {
    (self.transport, self.allowsChanges) = (transport, allowsChanges)
    client = ProtocolClient(transport)
    client.onWait = { _ in onWait() }
    // The text that scripts have printed may arrive together with the response.
    client.onNotification = { [unowned self] in take($0) }
    try client.initialize(InitializeMethod.Program(name: "signalbox mcp", version: Version.number))
  }

  var descriptor: Int32 { transport.descriptor }
  /// Whether the process has ended.
  var hasEnded: Bool { client.ending != nil }

  /// Processes the messages that the process has sent while no request was running.
  func read() { try? client.read() }

  /// Sends a request and waits for the response.
  func request<Method: ProtocolMethod>(
    _ method: Method.Type, _ params: Method.Params
  ) throws(ProtocolError) -> Method.Result {
    if isCancelled { throw ProtocolError(.cancelled, "the client cancelled the call") }
    let id = try client.post(method, params)
    running = id
    defer { running = nil }
    return try client.wait(for: id, of: method)
  }

  func request<Method: ProtocolMethod>(
    _ method: Method.Type
  ) throws(ProtocolError) -> Method.Result where Method.Params == NoFields {
    try request(method, NoFields())
  }

  /// Runs an input at the prompt of this client. An incomplete earlier input is discarded.
  func evaluate(_ text: String) throws(ProtocolError) {
    // The line number makes the process report errors as failures.
    var params = ScriptEvaluateMethod.Params(text, line: 1)
    (params.startsOver, params.endsInput) = (true, true)
    params.folder = FilePath.resolved(".")
    _ = try request(ScriptEvaluateMethod.self, params)
  }

  /// Begins a tool call.
  func begin() {
    // Text that scripts printed while they were loaded belongs to the first call. Text that a
    // cancelled call printed is dropped.
    if isCancelled { output = "" }
    (isCancelled, hasFailed, written, results, total) = (false, false, [], [], nil)
    unloaded = []
  }

  /// Ends the running tool call early.
  func cancel() {
    isCancelled = true
    if let running { try? client.notify(CancelRequestMethod.self, .init(id: running)) }
  }

  // MARK: - Notifications

  private func take(_ notice: ProtocolClient.Notification) {
    if let text = notice.params(of: OutputTextMethod.self) {
      if output.utf8.count < Self.maxOutput { output += text.text }
      if text.isFailure { hasFailed = true }
    } else if let file = notice.params(of: FileWriteMethod.self) {
      written.append(file)
    } else if let start = notice.params(of: ScenarioStartedMethod.self) {
      total = start.scenarios
      unloaded += start.unloaded
    } else if let result = notice.params(of: ScenarioFinishedMethod.self) {
      results.append(result.result)
      let count = counted(result.number, "scenario")
      onProgress(result.number, total, "\(count) \(result.number == 1 ? "has" : "have") finished")
    } else if let progress = notice.params(of: ExploreProgressMethod.self) {
      onProgress(
        progress.states, nil, "\(counted(progress.states, "state")), depth \(progress.depth)")
    }
  }

  /// Returns the text that has been printed since the last call of this method.
  func takeOutput() -> String {
    defer { output = "" }
    // The location of an error in the first line is omitted, because most inputs have only one
    // line.
    return output.replacing("  standard input:1\n", with: "")
  }

  /// Returns the files that commands of the prompt have asked this client to write.
  func takeWritten() -> [FileWriteMethod.Params] {
    defer { written = [] }
    return written
  }

  /// Returns the results of the scenarios that have finished.
  func takeResults() -> [NavigationValue] {
    defer { results = [] }
    return results
  }

  /// Returns the scenario files that failed to load.
  func takeUnloaded() -> [UnloadedEntry] {
    defer { unloaded = [] }
    return unloaded
  }

  // MARK: - Actions

  /// The name with which the state before an action is saved.
  private static let before = "before the call"

  /// Performs an action, and returns the changes that it made and the gestures that are possible
  /// afterwards.
  func act(
    _ action: () throws(ProtocolError) -> OutcomeDocument?
  ) throws(ProtocolError) -> ActionResult {
    let first = takeOutput()
    _ = try request(StateSaveMethod.self, StateSaveMethod.Params(name: Self.before))
    let outcome = try action()
    let difference = try request(
      StateDiffMethod.self, StateDiffMethod.Params(from: StateReference(name: Self.before)))
    var result = ActionResult(outcome, try state())
    result.changes = difference.changes.isEmpty ? [] : AgentText.lines(of: difference.text)
    result.output = AgentText.shortened(first + takeOutput(), to: 1_500)
    return result
  }

  /// Returns the visible state and the gestures that are possible.
  func state() throws(ProtocolError) -> AgentState {
    let state = try request(StateGetMethod.self)
    let gestures = try request(GestureListMethod.self).gestures.compactMap(\.table)
    return AgentState(
      state: AgentText.shortened(state.text == " | " ? "" : state.text, to: 1_500),
      actions: AgentText.shortened(
        gestures.map(AgentText.gesture), to: 40, characters: 1_500), time: state.time)
  }
}
