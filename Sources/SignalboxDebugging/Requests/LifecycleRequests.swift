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
    guard adapter.launch == nil else { throw DebugFailure("a program has already been launched") }
    let launch = try DebugLaunch(arguments)
    do throws(ScriptError) {
      try adapter.host.prepare(launch)
      _ = try adapter.host.read(launch.path)
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
      throw DebugFailure("configurationDone must be sent once, after launch")
    }
    adapter.phase = .ready
    return nil
  }

  /// Continues the waiting script.
  func resume(_ resumption: DebugExecution.Resumption) throws(DebugFailure) -> NavigationArguments?
  {
    try adapter.waiting().execution.resume(resumption)
    return nil
  }

  func pause() throws(DebugFailure) -> NavigationArguments? {
    guard let execution = adapter.execution else { throw DebugFailure("no script is running") }
    guard adapter.launch?.isUndebugged != true else {
      throw DebugFailure("the program was launched with noDebug")
    }
    execution.requestPause()
    return nil
  }

  func restart() throws(DebugFailure) -> NavigationArguments? {
    guard adapter.launch != nil, adapter.phase != .configuring, adapter.phase != .idle else {
      throw DebugFailure("nothing was launched")
    }
    if let execution = adapter.execution {
      try execution.resume(.restart)
    } else {
      adapter.phase = .ready
    }
    return nil
  }

  func terminate() throws(DebugFailure) -> NavigationArguments? {
    if let execution = adapter.execution { try execution.resume(.end) }
    return nil
  }

  func disconnect() -> NavigationArguments? {
    adapter.phase = .disconnected
    try? adapter.execution?.resume(.end)
    return nil
  }
}
