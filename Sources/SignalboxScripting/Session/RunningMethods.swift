internal import LuaRuntime
internal import Signalbox

/// The coordinators whose methods the host has called and that have not returned, innermost last.
struct RunningMethods {
  private struct Call {
    let coordinator: CoordinatorID
    /// The number of calls of scripts that were active when the host called the method.
    let depth: Int
  }

  private var calls: [Call] = []

  /// The coordinator of the innermost method, and how many calls of scripts were active before it.
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
  /// Records that the host calls a method of a coordinator; balanced by ``endMethod()``.
  @inline(__always)
  func beginMethod(of coordinator: CoordinatorID) {
    running.begin(coordinator, depth: luaState.callDepth)
  }

  @inline(__always)
  func endMethod() { running.end() }

  /// Returns the coordinator that owns whatever the running host function creates: that of the
  /// innermost active method, whichever coordinator called it.
  ///
  /// - Parameters:
  ///   - function: The index of the handler among the arguments; its `self` decides if a tail call
  ///     hides the method.
  ///   - name: The name of the host function in errors.
  /// - Returns: `nil` outside methods.
  /// - Throws: `badArgument` if a tail call hides which method it was.
  func owner(
    of function: Int, in frame: LuaFrame, for name: String
  ) throws(LuaError) -> CoordinatorID? {
    let caller = running.innermost
    let coordinator = { [handles] (frame: LuaFrame) in frame.coordinator(-1, handles) }
    let calls = luaState.callDepth - (caller?.depth ?? 0) - 1
    switch frame.receiver(within: calls, coordinator) {
    case .found(let method): return method
    case .none: return caller?.coordinator
    case .hidden:
      if let own = frame.withSelf(ofFunction: function, coordinator) { return own }
      throw .badArgument(
        "\(name): a tail call (return f(…)) hides the method that calls it; call f without "
          + "return, or pass the coordinator as the last argument of after")
    }
  }
}
