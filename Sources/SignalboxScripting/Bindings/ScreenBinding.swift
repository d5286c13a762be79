internal import LuaRuntime
internal import Signalbox

/// What scripts see of a screen.
enum ScreenBinding {
  static func getters(_ session: ScriptSession) -> [Member] {
    [
      member("id", session) { _, screen, frame in frame.push(screen.description) },
      member("isAlive", session) { engine, screen, frame in frame.push(engine.isAlive(screen)) },
      member("isVisible", session) { engine, screen, frame in
        frame.push(engine.isVisible(screen))
      },
      named(session),
      member("args", session) { engine, screen, frame throws(LuaError) in
        try ValueBridge.push(engine.arguments(of: screen), onto: frame)
      },
      member("title", session) { engine, screen, frame in
        guard let owner = engine.owner(of: screen), let name = engine.name(of: screen) else {
          return frame.push()
        }
        frame.push(engine.delegate(of: owner)?.title(of: screen) ?? engine.symbols[name])
      },
      member("actions", session) { engine, screen, frame in
        let owner = engine.owner(of: screen)
        let actions = owner.flatMap { engine.delegate(of: $0)?.actions(of: screen) } ?? []
        ValueBridge.push(actions, onto: frame)
      },
      owner(session),
    ]
  }

  private static func member(
    _ name: String, _ session: ScriptSession,
    _ read: @escaping (NavigationEngine, ScreenID, LuaFrame) throws(LuaError) -> Void
  ) -> Member {
    Member(
      name,
      { [unowned session] frame throws(LuaError) in
        guard let bits = frame.handle(1, session.handles.screen) else {
          frame.push()
          return 1
        }
        try read(session.engine, ScreenID(bits: bits), frame)
        return 1
      }
    )
  }

  /// The screen's name. Guarded by bench: push-read-pop.
  private static func named(_ session: ScriptSession) -> Member {
    Member(
      "name",
      { [unowned session] frame in
        if let bits = frame.handle(1, session.handles.screen),
          let name = session.engine.name(of: ScreenID(bits: bits))
        {
          session.push(name, frame)
        } else {
          frame.push()
        }
        return 1
      }
    )
  }

  private static func owner(_ session: ScriptSession) -> Member {
    Member(
      "owner",
      { [unowned session] frame in
        let bits = frame.handle(1, session.handles.screen)
        frame.push(
          bits.flatMap { session.engine.owner(of: ScreenID(bits: $0)) }, session.handles)
        return 1
      }
    )
  }
}

/// What scripts see of a layer.
enum LayerBinding {
  static func getters(_ session: ScriptSession) -> [Member] {
    [
      member("id", session) { _, layer, _, frame in frame.push(layer.description) },
      member("isAlive", session) { _, _, node, frame in frame.push(node?.phase == .presented) },
      member("phase", session) { _, _, node, frame in
        frame.push(node?.phase.rawValue)
      },
      member("detents", session) { _, _, node, frame throws(LuaError) in
        try ValueBridge.push(.list(node?.detents.map(\.value) ?? []), onto: frame)
      },
      member("buttons", session) { _, _, node, frame in
        ValueBridge.push(node?.buttons ?? [], onto: frame)
      },
      member("style", session) { _, _, node, frame in
        frame.push(node?.style)
      },
      member("owner", session) { session, _, node, frame in
        frame.push(node?.owner.id, session.handles)
      },
      member("isInteractive", session) { _, _, node, frame in
        frame.push(node?.isInteractive ?? false)
      },
      member("isCovering", session) { _, _, node, frame in
        frame.push(node?.isCovering ?? false)
      },
    ]
  }

  private static func member(
    _ name: String, _ session: ScriptSession,
    _ read:
      @escaping (ScriptSession, LayerID, StateDocument.Layer?, LuaFrame) throws(LuaError) -> Void
  ) -> Member {
    Member(
      name,
      { [unowned session] frame throws(LuaError) in
        let layer = LayerID(bits: frame.handle(1, session.handles.layer) ?? 0)
        try read(session, layer, session.engine.layers.first { $0.id == layer }, frame)
        return 1
      }
    )
  }
}

/// What scripts see of an operation that waits.
enum TicketBinding {
  static func getters(_ session: ScriptSession) -> [Member] {
    [
      member("isSettled", session) { _, outcome, frame in frame.push(outcome != nil) },
      member("status", session) { _, outcome, frame in
        frame.push(outcome?.status.rawValue ?? "queued")
      },
      member("reason", session) { _, outcome, frame in
        frame.push(outcome?.reason?.name)
      },
      member("value", session) { session, outcome, frame throws(LuaError) in
        if let outcome { try session.pushValue(outcome, frame) } else { frame.push() }
      },
    ]
  }

  private static func member(
    _ name: String, _ session: ScriptSession,
    _ read: @escaping (ScriptSession, Outcome?, LuaFrame) throws(LuaError) -> Void
  ) -> Member {
    Member(
      name,
      { [unowned session] frame throws(LuaError) in
        try read(session, frame.object(1, session.handles.ticket)?.outcome, frame)
        return 1
      }
    )
  }
}
