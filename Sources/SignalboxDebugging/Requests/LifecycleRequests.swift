internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// The requests that begin, end and continue executions.
struct LifecycleRequests {
  let adapter: DebugAdapter

  func initialize(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    guard !adapter.client.isInitialized else {
      throw DebugFailure("initialize must be sent only once")
    }
    if let format = try arguments.text("pathFormat"), format != "path" {
      throw DebugFailure("pathFormat is \"\(format)\", expected \"path\"")
    }
    adapter.client.firstLine = try arguments.boolean("linesStartAt1") ?? true ? 1 : 0
    adapter.client.firstColumn = try arguments.boolean("columnsStartAt1") ?? true ? 1 : 0
    adapter.client.readsInvalidated = try arguments.boolean("supportsInvalidatedEvent") ?? false
    adapter.client.isInitialized = true
    adapter.client.arguments = arguments.fields
    var capabilities: NavigationArguments = [
      "completionTriggerCharacters": [".", ":"],
      "exceptionBreakpointFilters": .list(
        IncidentFilters.all.map { filter in
          [
            "filter": .string(filter.filter), "label": .string(filter.label),
            "default": .boolean(filter.isDefault), "description": .string(filter.description),
          ]
        }),
    ]
    for name in Self.capabilities { capabilities[name] = true }
    return capabilities
  }

  private static let capabilities = [
    "supportsConfigurationDoneRequest", "supportsConditionalBreakpoints",
    "supportsHitConditionalBreakpoints", "supportsLogPoints", "supportsEvaluateForHovers",
    "supportsStepBack", "supportsSetVariable", "supportsCompletionsRequest",
    "supportsExceptionInfoRequest", "supportsTerminateRequest", "supportsRestartRequest",
    "supportsDelayedStackTraceLoading", "supportsLoadedSourcesRequest",
    "supportsBreakpointLocationsRequest",
  ]

  func launch(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    guard case .programs(let host) = adapter.subject else {
      throw DebugFailure("the session is already running; use attach")
    }
    guard adapter.launch == nil else { throw DebugFailure("a program has already been launched") }
    let launch = try DebugLaunch(arguments)
    do throws(ScriptError) {
      try host.prepare(launch)
      _ = try host.read(launch.path)
    } catch {
      throw DebugFailure(error.description)
    }
    adapter.launch = launch
    adapter.sources.forget()
    adapter.phase = .configuring
    adapter.afterResponse.append { [outbox = adapter.outbox] in outbox.report("initialized") }
    return nil
  }

  func finishConfiguration() throws(DebugFailure) -> NavigationArguments? {
    guard adapter.phase == .configuring else {
      throw DebugFailure("configurationDone must be sent once, after launch or attach")
    }
    if case .session = adapter.subject {
      adapter.phase = .executing
    } else {
      adapter.phase = .ready
    }
    // Some clients, such as nvim-dap, pause only threads that were reported.
    adapter.afterResponse.append { [outbox = adapter.outbox] in
      outbox.report("thread", ["reason": "started", "threadId": 1])
    }
    return nil
  }

  // MARK: - Attaching

  func attach(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    guard adapter.phase == .idle else {
      throw DebugFailure("attach must be sent only once, and not after launch")
    }
    switch adapter.subject {
    case .programs(let host):
      let attach = try DebugAttach(arguments)
      do throws(ScriptError) {
        adapter.relay = try DebugRelay(
          to: host.connect(to: attach), adapter.outbox, adapter.client.arguments)
      } catch {
        throw DebugFailure(error.description)
      }
    case .session(let session):
      try arguments.check(of: "attach", [])
      try session.begin(adapter)
      adapter.sources.forget()
      adapter.phase = .configuring
      adapter.afterResponse.append { [outbox = adapter.outbox] in
        outbox.report("capabilities", ["capabilities": .table(Self.attachedCapabilities)])
        outbox.report("initialized")
      }
    }
    return nil
  }

  /// The capabilities of ``initialize(_:)`` that an attached session does not have.
  private static let attachedCapabilities: NavigationArguments = [
    "supportsStepBack": false, "supportsRestartRequest": false, "supportsTerminateRequest": false,
  ]

  /// Rejects a request that would end or restart the session of a host.
  private func checkOwnership(_ command: String) throws(DebugFailure) {
    guard case .session = adapter.subject else { return }
    throw DebugFailure("a debugger cannot \(command) the session of a host; use disconnect")
  }

  // MARK: - Continuing

  /// Continues the waiting script. If the script is already running, a request to continue has no
  /// effect, and a request to step is rejected.
  func resume(_ resumption: DebugStops.Resumption) throws(DebugFailure) -> NavigationArguments? {
    let stops = try adapter.waiting().stops
    if stops.isWaiting {
      try stops.resume(resumption)
    } else if resumption != .run {
      throw DebugFailure("the script is running; pause it first")
    }
    return nil
  }

  func pause() throws(DebugFailure) -> NavigationArguments? {
    guard let stops = adapter.stops else { throw DebugFailure("no script is running") }
    guard adapter.launch?.isUndebugged != true else {
      throw DebugFailure("the program cannot be paused, because it was launched with noDebug")
    }
    stops.requestPause()
    return nil
  }

  func restart() throws(DebugFailure) -> NavigationArguments? {
    try checkOwnership("restart")
    guard adapter.launch != nil, adapter.phase != .configuring, adapter.phase != .idle else {
      throw DebugFailure("nothing was launched")
    }
    if let stops = adapter.stops {
      try stops.resume(.restart)
    } else {
      adapter.phase = .ready
    }
    return nil
  }

  func terminate() throws(DebugFailure) -> NavigationArguments? {
    try checkOwnership("end")
    if let stops = adapter.stops { try stops.resume(.end) }
    return nil
  }

  @discardableResult
  func disconnect() -> NavigationArguments? {
    adapter.phase = .disconnected
    if case .session(let session) = adapter.subject {
      session.end(adapter)
    } else {
      try? adapter.stops?.resume(.end)
    }
    return nil
  }
}
