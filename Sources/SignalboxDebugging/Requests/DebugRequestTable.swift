internal import Signalbox
internal import SignalboxScripting

/// The requests that the adapter supports.
enum DebugRequestTable {
  /// A closure that handles a request and returns the body of the response, or `nil` for an empty
  /// body.
  typealias Handler =
    @Sendable (DebugAdapter, DebugArguments) throws(DebugFailure) -> NavigationArguments?

  static let handlers: [String: Handler] = [
    "initialize": { adapter, arguments throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).initialize(arguments)
    },
    "launch": { adapter, arguments throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).launch(arguments)
    },
    "attach": { adapter, arguments throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).attach(arguments)
    },
    "setBreakpoints": { adapter, arguments throws(DebugFailure) in
      try BreakpointRequests(adapter: adapter).setBreakpoints(arguments)
    },
    "breakpointLocations": { adapter, arguments throws(DebugFailure) in
      try BreakpointRequests(adapter: adapter).breakpointLocations(arguments)
    },
    "setExceptionBreakpoints": { adapter, arguments throws(DebugFailure) in
      try BreakpointRequests(adapter: adapter).setExceptionBreakpoints(arguments)
    },
    "configurationDone": { adapter, _ throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).finishConfiguration()
    },
    "threads": { adapter, _ in InspectionRequests(adapter: adapter).threads },
    "stackTrace": { adapter, arguments throws(DebugFailure) in
      try InspectionRequests(adapter: adapter).stackTrace(arguments)
    },
    "scopes": { adapter, arguments throws(DebugFailure) in
      try InspectionRequests(adapter: adapter).scopes(arguments)
    },
    "variables": { adapter, arguments throws(DebugFailure) in
      try InspectionRequests(adapter: adapter).variables(arguments)
    },
    "setVariable": { adapter, arguments throws(DebugFailure) in
      try InspectionRequests(adapter: adapter).setVariable(arguments)
    },
    "evaluate": { adapter, arguments throws(DebugFailure) in
      try InspectionRequests(adapter: adapter).evaluate(arguments)
    },
    "completions": { adapter, arguments throws(DebugFailure) in
      try InspectionRequests(adapter: adapter).completions(arguments)
    },
    "exceptionInfo": { adapter, _ throws(DebugFailure) in
      try BreakpointRequests(adapter: adapter).exceptionInfo()
    },
    "source": { adapter, arguments throws(DebugFailure) in
      try InspectionRequests(adapter: adapter).source(arguments)
    },
    "loadedSources": { adapter, _ in
      let texts = adapter.stops?.debugger?.loadedChunks ?? []
      return ["sources": .list(adapter.sources.loaded(texts))]
    },
    "continue": { adapter, _ throws(DebugFailure) in
      _ = try LifecycleRequests(adapter: adapter).resume(.run)
      return ["allThreadsContinued": true]
    },
    "next": { adapter, _ throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).resume(.step(.over))
    },
    "stepIn": { adapter, _ throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).resume(.step(.into))
    },
    "stepOut": { adapter, _ throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).resume(.step(.out))
    },
    "stepBack": { adapter, _ throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).resume(.stepBack)
    },
    "reverseContinue": { adapter, _ throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).resume(.runBack)
    },
    "pause": { adapter, _ throws(DebugFailure) in try LifecycleRequests(adapter: adapter).pause() },
    "restart": { adapter, _ throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).restart()
    },
    "terminate": { adapter, _ throws(DebugFailure) in
      try LifecycleRequests(adapter: adapter).terminate()
    },
    "disconnect": { adapter, _ in LifecycleRequests(adapter: adapter).disconnect() },
  ]
}
