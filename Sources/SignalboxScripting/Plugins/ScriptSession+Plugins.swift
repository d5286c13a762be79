internal import LuaRuntime
internal import Signalbox

extension ScriptSession {
  /// Returns a read-only view of a table. Values of other types are returned unchanged.
  package func view(
    of value: ScriptValue, named name: String
  ) throws(ScriptError) -> ScriptValue {
    do throws(LuaError) {
      let held = try luaState.withFrame { frame throws(LuaError) in
        try push(value, frame)
        return frame.value(-1)
      }
      return self.value(of: try luaState.view(of: held, named: name))
    } catch {
      throw ScriptError(error)
    }
  }
}

/// Runs the operations of plugins, each as one batch.
struct PluginBatch {
  let session: ScriptSession

  /// Returns the router method that runs a plugin's operation as one batch.
  func body(
    _ name: String, _ parameters: [PluginParameter],
    _ run: @escaping (CoordinatorID, [ScriptValue]) throws(ScriptError) -> Void
  ) -> ScriptBody {
    { [unowned session] call throws(ScriptError) in
      guard let coordinator = call.receiver.handle?.coordinator else {
        throw ScriptError.badArgument(
          "\(name) is called on \(session.text(of: call.receiver)), expected a router; call it with a "
            + "colon: router:\(name)(…)")
      }
      for (index, parameter) in parameters.enumerated()
      where !parameter.isOptional && call[index + 1] == .nil {
        throw ScriptError.badArgument("\(name): \(parameter.name) is missing")
      }
      guard call.arguments.count <= parameters.count else {
        throw ScriptError.badArgument(
          "\(name) accepts at most \(counted(parameters.count, "argument")), got "
            + "\(call.arguments.count)")
      }
      let steps = try session.engine.record { () throws(ScriptError) in
        try run(coordinator, call.arguments)
      }
      return try PluginBatch(session: session).submit(steps, by: coordinator, called: name, call)
    }
  }

  private func submit(
    _ steps: [BatchStep], by coordinator: CoordinatorID, called name: String, _ call: ScriptCall
  ) throws(ScriptError) -> [ScriptValue] {
    guard let index = OperationCatalog.index(of: "batch") else { return [] }
    var batch = OperationCall(operation: index, caller: coordinator)
    batch.steps = steps
    if session.engine.isInCallback {
      batch.onRejection = { [unowned session] error in
        session.errors.report(
          ScriptError(
            .rejected, code: error.code.name, "\(name): \(error.description)",
            location: call.location))
      }
    }
    switch session.engine.submit(batch) {
    case .queued: return [call.receiver, "queued"]
    case .settled(let outcome):
      if let error = outcome.error, outcome.status == .rejected {
        throw ScriptError(
          .rejected, code: error.code.name, "\(name): \(error.description)",
          location: call.location)
      }
      return [
        call.receiver, .string("\(outcome.status)"),
        outcome.reason.map { .string($0.name) } ?? .nil,
      ]
    }
  }
}

extension ScriptError {
  /// Creates a script error from a rejection by the engine.
  init(_ error: NavigationError) {
    self.init(.rejected, code: error.code.name, error.description)
  }
}
