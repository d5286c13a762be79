internal import LuaRuntime
internal import Signalbox

/// Makes one Lua method out of every signature of the operation catalog.
struct OperationBinder {
  unowned let session: ScriptSession
  let handles: HandleTypes

  /// The methods of all operations and gestures of some receivers.
  func methods(for receivers: [OperationSignature.Receiver]) -> [Member] {
    let all = OperationCatalog.operations + GestureCatalog.gestures
    return all.enumerated().compactMap { index, operation in
      let signature = operation.signature
      guard receivers.contains(signature.receiver), !Self.special.contains(signature.name) else {
        return nil
      }
      let bound = BoundOperation(session: session, handles: handles, index: index)
      return Member(signature.name, bound.isForCoordinators ? bound.ofCoordinator : bound.ofApp)
    }
  }

  /// Operations whose methods say more than their signature: a property, and a default.
  private static let special = ["currentPage", "launch"]

  /// What screen handles can do themselves: presenting from the screen, and going away.
  func screenMethods() -> [Member] {
    ["present", "pop"].compactMap { name in
      OperationCatalog.index(of: name).map { index in
        Member(name, BoundOperation(session: session, handles: handles, index: index).ofScreen)
      }
    }
  }

  /// The error of a member that a handle does not have.
  static func unknownMember(of kind: String, _ known: [String]) -> LuaNativeBody {
    { frame throws(LuaError) in
      let name = frame.kind(2) == .string ? try frame.string(2) : "a \(frame.kind(2))"
      let hint = nameHint(for: name, in: known).map { "; \($0)" } ?? ""
      throw LuaError(code: "unknownMember", "\(kind) has no \"\(name)\"\(hint)")
    }
  }
}
