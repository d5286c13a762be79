internal import Signalbox
internal import SignalboxScripting

/// Which calls in a text of Lua go to a route by its name.
enum RouterCalls {
  /// The operations whose first argument is where they lead.
  static let methods: Set<String> = Set(
    OperationCatalog.operations.map { $0.signature }.filter { signature in
      guard let kind = signature.parameters.first?.kind else { return false }
      return signature.mode == .change && signature.name != "launch"
        && (kind == .destination || kind == .route)
    }.map(\.name))

  /// Of a router: what is called ends in `router`, as `self.router` does and locals that stand for it.
  static func isRouteCall(_ call: LuaSurvey.Call) -> Bool {
    call.receiver.last == "router" && methods.contains(call.method)
  }
}
