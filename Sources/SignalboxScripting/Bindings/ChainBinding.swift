internal import LuaRuntime
internal import Signalbox

/// The members of a chain link, which represents a coordinator that may not be known yet or may not
/// exist.
enum ChainBinding {
  static let kind = HandleKind(
    "ChainLink", "chain link",
    "The result of a call to `root`, `route` or `focusFirst` that is waiting or was rejected. "
      + "Calls on the chain link wait for its coordinator. If there is no coordinator, these calls "
      + "are rejected as `chainBroken`, and the reason names the chain link that failed.",
    receivers: [.navigation, .tabs, .any],
    [
      value("child", "signalbox.ChainLink", "the coordinator that the chain continues with") {
        session, link, frame in frame.push(link.child, session.handles.link)
      },
      value("coordinator", "signalbox.Coordinator?", "the coordinator, or nil until it is known") {
        session, link, frame in
        frame.push(try? link.coordinator(in: session.engine), session.handles)
      },
      value(
        "currentPage", "string?",
        "the selected page of the tab coordinator, or nil until the "
          + "coordinator is known"
      ) {
        session, link, frame in
        let coordinator = try? link.coordinator(in: session.engine)
        frame.push(coordinator.flatMap { session.engine.router(of: $0).currentPage })
      },
    ])

  /// Returns a description such as `chain link (Shop (c3))`. If there is no coordinator, the
  /// parentheses contain the reason.
  static func text(of link: ChainLink, _ session: ScriptSession) -> String {
    do throws(NavigationError) {
      return "chain link (\(session.text(of: try link.coordinator(in: session.engine))))"
    } catch {
      return "chain link (\(error.message))"
    }
  }

  private static func value(
    _ name: String, _ type: String, _ summary: String,
    _ read: @escaping @Sendable (ScriptSession, ChainLink, LuaFrame) -> Void
  ) -> HandleMember {
    HandleMember(.value(name, type, summary)) { session, frame throws(LuaError) in
      guard let link = frame.object(1, session.handles.link) else {
        throw LuaError("bad argument #1 to '\(name)' (chain link expected)")
      }
      read(session, link, frame)
    }
  }
}

extension BoundOperation {
  /// Calls the operation on a chain link and pushes the results for the script.
  func call(after link: ChainLink, _ frame: LuaFrame) throws(LuaError) -> Int {
    var call = OperationCall(operation: index, caller: CoordinatorID(bits: 0))
    let takesOver = try reader.read(frame, from: 2, into: &call)
    let next = ChainLink(
      after: link, calling: reader.signature.name, engine.symbols[call.name])
    if engine.isInCallback {
      if !takesOver && !isQuery { reportRejection(of: &call, from: link, to: next, frame) }
    }
    announce(frame)
    let submission = engine.submit(call, after: link)
    next.submission = submission
    switch submission {
    case .settled(let outcome): return try push(outcome, takesOver, frame, after: next)
    case .queued(let ticket):
      frame.push(next, handles.link)
      frame.push(static: "queued")
      frame.push(ticket, handles.ticket)
      return 3
    }
  }

  /// Makes the engine report the rejection that breaks a chain, but not the rejections that follow
  /// from it.
  private func reportRejection(
    of call: inout OperationCall, from link: ChainLink, to next: ChainLink, _ frame: LuaFrame
  ) {
    reportRejection(of: &call, frame)
    let report = call.onRejection
    call.onRejection = { error in
      if !(error.code == .chainBroken && link.isReported) { report?(error) }
      next.isReported = true
    }
  }

  /// Returns the first link of a chain that begins with a call that is waiting or was rejected.
  func link(of call: OperationCall, _ submission: Submission) -> ChainLink {
    let link = ChainLink(
      after: ChainLink(call.caller), calling: reader.signature.name, engine.symbols[call.name])
    link.submission = submission
    // Without `try` or `completion`, the rejection was reported when the call was made.
    link.isReported = call.onRejection != nil
    return link
  }
}
