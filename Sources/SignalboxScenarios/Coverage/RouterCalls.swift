internal import Signalbox
internal import SignalboxScripting

/// Finds the calls in Lua source that navigate to a route by name.
enum RouterCalls {
  /// The names of the operations, other than `launch` and queries, whose first argument is a
  /// destination or a route.
  static let methods: Set<String> = Set(
    OperationCatalog.operations.map { $0.signature }.filter { signature in
      guard let kind = signature.parameters.first?.kind else { return false }
      return signature.mode == .change && signature.name != "launch"
        && (kind == .destination || kind == .route)
    }.map(\.name))

  /// Returns whether a call navigates to a route: the last component of the receiver is `router`,
  /// as in `self.router`, or the receiver is a local variable with such a value.
  static func isRouteCall(_ call: LuaIndex.Call) -> Bool {
    call.receiver.last == "router" && methods.contains(call.method)
  }
}
