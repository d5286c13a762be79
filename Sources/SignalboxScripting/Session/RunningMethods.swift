internal import LuaRuntime
internal import Signalbox

/// The coordinators whose methods the host has called and that have not returned yet, innermost
/// last.
struct RunningMethods {
  private struct Call {
    let coordinator: CoordinatorID
    /// The number of active script calls when the host called the method.
    let depth: Int
  }

  private var calls: [Call] = []

  /// The coordinator of the innermost method, and the number of script calls that were active
  /// before it.
  var innermost: (coordinator: CoordinatorID, depth: Int)? {
    calls.last.map { ($0.coordinator, $0.depth) }
  }

  mutating func begin(_ coordinator: CoordinatorID, depth: Int) {
    calls.append(Call(coordinator: coordinator, depth: depth))
  }

  mutating func end() { calls.removeLast() }
}

/// Guarded by bench: W1.
extension ScriptSession {
  /// Records that the host is calling a coordinator's method. The call must be balanced by
  /// ``endMethod()``.
  @inline(__always)
  func beginMethod(of coordinator: CoordinatorID) {
    running.begin(coordinator, depth: luaState.callDepth)
  }

  @inline(__always)
  func endMethod() { running.end() }

  /// Returns the owner of objects that the running host function creates: the coordinator of the
  /// innermost active method, regardless of which coordinator called it.
  ///
  /// - Parameters:
  ///   - function: The index of the handler among the arguments. If a tail call hides the method,
  ///     the `self` of the handler determines the coordinator.
  ///   - name: The name of the host function in errors.
  /// - Returns: The owner, or `nil` outside methods.
  /// - Throws: `badArgument` if a tail call hides which method is running.
  func owner(
    of function: Int, in frame: LuaFrame, for name: String
  ) throws(LuaError) -> CoordinatorID? {
    let caller = running.innermost
    let coordinator = { [handles] (frame: LuaFrame) in frame.coordinator(-1, handles) }
    let calls = luaState.callDepth - (caller?.depth ?? 0) - 1
    let receivers = LuaReceivers(frame)
    switch receivers.first(within: calls, coordinator) {
    case .found(let method): return method
    case .none: return caller?.coordinator
    case .hidden:
      if let own = receivers.value(ofFunction: function, coordinator) { return own }
      throw .badArgument(
        "\(name): a tail call (return f(…)) hides the method that calls it; call f without "
          + "return, or pass the coordinator as the last argument of after")
    }
  }
}
