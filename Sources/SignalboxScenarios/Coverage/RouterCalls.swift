internal import Signalbox
internal import SignalboxScripting

/// Finds the calls in Lua text that navigate to a route by name.
enum RouterCalls {
  /// The operations whose first argument is the destination.
  static let methods: Set<String> = Set(
    OperationCatalog.operations.map { $0.signature }.filter { signature in
      guard let kind = signature.parameters.first?.kind else { return false }
      return signature.mode == .change && signature.name != "launch"
        && (kind == .destination || kind == .route)
    }.map(\.name))

  /// Whether a call is one of a router: its receiver ends in `router`, as `self.router` and locals
  /// with its value do.
  static func isRouteCall(_ call: LuaIndex.Call) -> Bool {
    call.receiver.last == "router" && methods.contains(call.method)
  }
}
