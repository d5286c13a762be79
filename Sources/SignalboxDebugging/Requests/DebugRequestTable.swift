internal import Signalbox
internal import SignalboxScripting

/// The requests that the adapter answers.
enum DebugRequestTable {
  /// Answers a request, and returns the body of its response.
  typealias Handler =
    @Sendable (DebugAdapter, DebugArguments) throws(DebugFailure) -> NavigationArguments?

  static let handlers: [String: Handler] = [
    "initialize": { adapter, arguments throws(DebugFailure) in try adapter.initialize(arguments) },
    "launch": { adapter, arguments throws(DebugFailure) in try adapter.launch(arguments) },
    "attach": { _, _ throws(DebugFailure) in
      throw DebugFailure("signalbox dap cannot attach to a session; use launch")
    },
    "setBreakpoints": { adapter, arguments throws(DebugFailure) in
      try adapter.setBreakpoints(arguments)
    },
    "breakpointLocations": { adapter, arguments throws(DebugFailure) in
      try adapter.breakpointLocations(arguments)
    },
    "setExceptionBreakpoints": { adapter, arguments throws(DebugFailure) in
      try adapter.setExceptionBreakpoints(arguments)
    },
    "configurationDone": { adapter, _ throws(DebugFailure) in try adapter.finishConfiguration() },
    "threads": { adapter, _ in adapter.threads },
    "stackTrace": { adapter, arguments throws(DebugFailure) in try adapter.stackTrace(arguments) },
    "scopes": { adapter, arguments throws(DebugFailure) in try adapter.scopes(arguments) },
    "variables": { adapter, arguments throws(DebugFailure) in try adapter.variables(arguments) },
    "setVariable": { adapter, arguments throws(DebugFailure) in
      try adapter.setVariable(arguments)
    },
    "evaluate": { adapter, arguments throws(DebugFailure) in try adapter.evaluate(arguments) },
    "completions": { adapter, arguments throws(DebugFailure) in
      try adapter.completions(arguments)
    },
    "exceptionInfo": { adapter, _ throws(DebugFailure) in try adapter.exceptionInfo() },
    "source": { adapter, arguments throws(DebugFailure) in try adapter.source(arguments) },
    "loadedSources": { adapter, _ in ["sources": .list(adapter.sources.loaded)] },
    "continue": { adapter, _ throws(DebugFailure) in
      _ = try adapter.resume(.run)
      return ["allThreadsContinued": true]
    },
    "next": { adapter, _ throws(DebugFailure) in try adapter.resume(.step(.over)) },
    "stepIn": { adapter, _ throws(DebugFailure) in try adapter.resume(.step(.into)) },
    "stepOut": { adapter, _ throws(DebugFailure) in try adapter.resume(.step(.out)) },
    "stepBack": { adapter, _ throws(DebugFailure) in try adapter.resume(.stepBack) },
    "reverseContinue": { adapter, _ throws(DebugFailure) in try adapter.resume(.runBack) },
    "pause": { adapter, _ throws(DebugFailure) in try adapter.pause() },
    "restart": { adapter, _ throws(DebugFailure) in try adapter.restart() },
    "terminate": { adapter, _ throws(DebugFailure) in try adapter.terminate() },
    "disconnect": { adapter, _ in adapter.disconnect() },
  ]
}
