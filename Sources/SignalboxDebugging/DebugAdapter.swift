internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// A server of the Debug Adapter Protocol for scripts and scenarios.
///
/// Requests are answered on the thread that runs the scripts: before and after an execution, while
/// a script waits, and, when messages arrive while a script is running, between two of its lines
/// (decision 0366).
package final class DebugAdapter {
  /// The programs or the session that the adapter debugs.
  enum Subject {
    /// Programs that the client launches, or sessions of other processes.
    case programs(any DebugHost)
    /// A session of this process.
    case session(AttachedSession)
  }

  let subject: Subject
  let inbox: DebugInbox
  let outbox: DebugOutbox
  let sources: DebugSources
  var client = DebugClient()
  var breakpoints = DebugBreakpoints()
  var filters = IncidentFilters()
  /// The launched program, or `nil` before `launch`.
  var launch: DebugLaunch?
  /// The phase of the debugging session.
  var phase = Phase.idle
  /// The stops of the current execution or of the attached session, or `nil` if there is neither.
  var stops: DebugStops?
  /// The relay that passes requests to the debugger of another process, or `nil` if there is none.
  var relay: DebugRelay?
  /// The closures that send messages after the response to the current request.
  var afterResponse: [() -> Void] = []
  enum Phase: Hashable {
    /// No program has been launched, and no session has been attached.
    case idle
    /// The client is setting breakpoints.
    case configuring
    /// The client has sent `configurationDone`.
    case ready
    /// Scripts are running or waiting.
    case executing
    /// The launched program has ended.
    case ended
    /// The client has disconnected.
    case disconnected
  }

  /// Creates an adapter that launches programs.
  ///
  /// - Parameters:
  ///   - host: The program to which the debugger belongs.
  ///   - inbox: The messages from the client.
  ///   - outbox: The messages to the client.
  package init(_ host: any DebugHost, _ inbox: DebugInbox, _ outbox: DebugOutbox) {
    (subject, self.inbox, self.outbox) = (.programs(host), inbox, outbox)
    sources = DebugSources(host, isLimitedToLoaded: false)
  }

  /// Creates an adapter for a session that belongs to a host in this process.
  ///
  /// - Parameters:
  ///   - session: The session to debug.
  ///   - files: The sources of the session's scripts.
  ///   - inbox: The messages from the client.
  ///   - outbox: The messages to the client.
  package init(
    _ session: AttachedSession, _ files: any DebugFiles, _ inbox: DebugInbox,
    _ outbox: DebugOutbox
  ) {
    (subject, self.inbox, self.outbox) = (.session(session), inbox, outbox)
    sources = DebugSources(files, isLimitedToLoaded: true)
  }

  /// Responds to the client until it disconnects or closes its stream.
  package func run() {
    while phase != .disconnected, let item = inbox.wait() {
      take(item)
      if phase == .ready { execute() }
      if let relay {
        relay.run(inbox)
        break
      }
    }
  }

  /// Whether the client has disconnected.
  package var isDisconnected: Bool { phase == .disconnected }

  // MARK: - Executing

  private func execute() {
    guard let launch, case .programs(let host) = subject else { return }
    phase = .executing
    var exitCode = ExitCode.success
    var isRestarted: Bool
    repeat {
      isRestarted = false
      let execution = DebugExecution(self, launch, host)
      stops = execution.stops
      let end = execution.run()
      stops = nil
      inbox.connect(nil, nil)
      switch end {
      case .restarted: isRestarted = true
      case .ended(let code): exitCode = code
      }
    } while isRestarted
    guard phase == .executing else { return }
    phase = .ended
    outbox.report("exited", ["exitCode": .integer(Int(exitCode.rawValue))])
    outbox.report("terminated")
  }

  /// Shows a string to the user.
  func show(_ text: String, _ category: String, at place: (chunk: ScriptChunk, line: Int)? = nil) {
    var body: NavigationArguments = ["category": .string(category), "output": .string(text + "\n")]
    if let place {
      body["source"] = sources.source(of: place.chunk)
      body["line"] = .integer(client.shown(place.line))
    }
    outbox.report("output", body)
  }

  // MARK: - Messages

  /// Answers a message from the client.
  package func take(_ item: DebugInbox.Item) {
    switch item {
    case .fault(let fault):
      if let (sequence, command) = fault.request {
        outbox.fail(sequence: sequence, command: command, fault.message)
      } else {
        show("a message was ignored: \(fault.message)", "console")
      }
    case .request(let request): answer(request)
    case .leave: LifecycleRequests(adapter: self).disconnect()
    }
  }

  /// Returns the stopped script: a script that waits for the client, or that only answers requests
  /// between two lines.
  ///
  /// - Throws: An error if no script is stopped.
  func waiting() throws(DebugFailure) -> (stops: DebugStops, stop: ScriptStop) {
    guard let stops, let stop = stops.stop else {
      throw DebugFailure(
        phase == .executing ? "the script is running; pause it first" : "no script is running")
    }
    return (stops, stop)
  }

  private func answer(_ request: DebugRequest) {
    afterResponse = []
    do throws(DebugFailure) {
      guard let handler = DebugRequestTable.handlers[request.command] else {
        let hint = nameHint(for: request.command, in: DebugRequestTable.handlers.keys)
        throw DebugFailure(
          "there is no request \"\(DisplayText.line(request.command))\""
            + (hint.map { "; \($0)" } ?? ""))
      }
      guard client.isInitialized || request.command == "initialize" else {
        throw DebugFailure("the first request must be initialize")
      }
      let body = try handler(self, DebugArguments(request.arguments))
      outbox.succeed(request, body)
    } catch {
      outbox.fail(sequence: request.sequence, command: request.command, error.message)
    }
    for send in afterResponse { send() }
  }
}

/// The properties that the client has sent in `initialize`.
struct DebugClient {
  var isInitialized = false
  /// The number of a file's first line in the client's numbering, which is 0 or 1.
  var firstLine = 1
  var firstColumn = 1
  var readsInvalidated = false
  /// The arguments of `initialize`, for the debugger of another process.
  var arguments = NavigationArguments()

  /// Converts a line number in the client's numbering to one that is counted from 1.
  func line(_ line: Int) -> Int { line + 1 - firstLine }
  /// Converts a line number that is counted from 1 to the client's numbering.
  func shown(_ line: Int) -> Int { max(0, line - 1 + firstLine) }
}

/// The kinds of incidents at which scripts stop.
struct IncidentFilters {
  var expectation = true
  var rejection = false
  var error = true

  /// The filters, with their names for users and their initial states in editors.
  static let all: [(filter: String, label: String, isDefault: Bool, description: String)] = [
    (
      "expectation", "A failed expectation", true,
      "Stops where app:expect, app:softExpect, app:eventually or app:snapshot fails."
    ),
    ("rejection", "A rejected operation", false, "Stops where the engine rejects an operation."),
    ("error", "An error", true, "Stops where a script raises an error that it does not catch."),
  ]
}
