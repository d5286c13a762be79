internal import LuaRuntime
internal import Signalbox

/// Makes one Lua method out of every signature of the operation catalog.
struct OperationBinder {
  unowned let session: ScriptSession
  let handles: HandleTypes

  /// The names of all operations and gestures of some receivers.
  func names(for receivers: [OperationSignature.Receiver]) -> [String] {
    (OperationCatalog.operations + GestureCatalog.gestures).map { $0.signature }.filter {
      receivers.contains($0.receiver) && !Self.special.contains($0.name)
    }.map(\.name)
  }

  /// The operation or gesture of a name as a method, if it is one of some receivers.
  func method(named name: String, for receivers: [OperationSignature.Receiver]) -> Member? {
    guard !receivers.isEmpty, !Self.special.contains(name),
      let index = OperationCatalog.index(of: name) ?? OperationCatalog.index(ofGesture: name)
    else { return nil }
    if receivers.contains(OperationCatalog.signature(at: index).receiver) {
      return method(at: index, name)
    }
    // A gesture may have the name of an operation, as `back` does.
    guard let gesture = OperationCatalog.index(ofGesture: name),
      receivers.contains(OperationCatalog.signature(at: gesture).receiver)
    else { return nil }
    return method(at: gesture, name)
  }

  private func method(at index: Int, _ name: String) -> Member {
    let bound = BoundOperation(session: session, handles: handles, index: index)
    return Member(name, bound.isForCoordinators ? bound.ofCoordinator : bound.ofApp)
  }

  /// Operations whose methods say more than their signature: a property, and a default.
  private static let special = ["currentPage", "launch"]

  /// What screen handles can do themselves: presenting from the screen, and going away.
  func screenMethods() -> [Member] {
    ["present", "pop", "update"].compactMap { name in
      OperationCatalog.index(of: name).map { index in
        Member(name, BoundOperation(session: session, handles: handles, index: index).ofScreen)
      }
    }
  }

  /// Where an operation is that somebody looks for in `app`.
  private static func routerHint(for name: String, of source: MemberSource) -> String? {
    guard source.kind == "app", let index = OperationCatalog.index(of: name) else { return nil }
    switch OperationCatalog.signature(at: index).receiver {
    case .any, .navigation, .tabs: return "routers have it: app.top.router:\(name)(…)"
    case .application, .user: return nil
    }
  }

  /// Finds what hosts have defined; the error of a member that a handle does not have.
  static func unknownMember(of source: MemberSource) -> LuaNativeBody {
    { frame throws(LuaError) in
      let name = frame.kind(2) == .string ? try frame.string(2) : "a \(frame.kind(2))"
      if let method = source.hostMethod(named: name) {
        frame.push(method)
        return 1
      }
      let hint =
        (routerHint(for: name, of: source) ?? nameHint(for: name, in: source.names))
        .map { "; \($0)" } ?? ""
      throw LuaError(code: "unknownMember", "\(source.kind) has no \"\(name)\"\(hint)")
    }
  }
}
