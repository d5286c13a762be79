internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// The requests that begin, end and continue executions.
extension DebugAdapter {
  func initialize(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    guard !client.isInitialized else {
      throw DebugFailure("initialize must be sent only once")
    }
    if let format = try arguments.text("pathFormat"), format != "path" {
      throw DebugFailure("pathFormat is \"\(format)\", expected \"path\"")
    }
    client.firstLine = try arguments.boolean("linesStartAt1") ?? true ? 1 : 0
    client.firstColumn = try arguments.boolean("columnsStartAt1") ?? true ? 1 : 0
    client.readsInvalidated = try arguments.boolean("supportsInvalidatedEvent") ?? false
    client.isInitialized = true
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
    guard launch == nil else { throw DebugFailure("a program is launched already") }
    let launch = try DebugLaunch(arguments)
    do throws(ScriptError) {
      try host.prepare(launch)
      _ = try host.read(launch.path)
    } catch {
      throw DebugFailure(error.description)
    }
    self.launch = launch
    sources.forget()
    phase = .configuring
    afterResponse.append { [outbox] in outbox.report("initialized") }
    return nil
  }

  func finishConfiguration() throws(DebugFailure) -> NavigationArguments? {
    guard phase == .configuring else {
      throw DebugFailure("configurationDone follows launch, and is sent once")
    }
    phase = .ready
    return nil
  }

  /// Continues the waiting script.
  func resume(_ resumption: DebugExecution.Resumption) throws(DebugFailure) -> NavigationArguments?
  {
    try waiting().execution.resume(resumption)
    return nil
  }

  /// The waiting script.
  ///
  /// - Throws: An error if no script waits.
  func waiting() throws(DebugFailure) -> (execution: DebugExecution, stop: ScriptStop) {
    guard let execution, let stop = execution.stop else {
      throw DebugFailure(
        phase == .executing ? "the script is running; pause it first" : "no script is running")
    }
    return (execution, stop)
  }

  func pause() throws(DebugFailure) -> NavigationArguments? {
    guard let execution else { throw DebugFailure("no script is running") }
    guard launch?.isUndebugged != true else {
      throw DebugFailure("the program was launched with noDebug")
    }
    execution.requestPause()
    return nil
  }

  func restart() throws(DebugFailure) -> NavigationArguments? {
    guard launch != nil, phase != .configuring, phase != .idle else {
      throw DebugFailure("nothing was launched")
    }
    if let execution {
      try execution.resume(.restart)
    } else {
      phase = .ready
    }
    return nil
  }

  func terminate() throws(DebugFailure) -> NavigationArguments? {
    if let execution { try execution.resume(.end) }
    return nil
  }

  func disconnect() -> NavigationArguments? {
    phase = .disconnected
    try? execution?.resume(.end)
    return nil
  }
}
