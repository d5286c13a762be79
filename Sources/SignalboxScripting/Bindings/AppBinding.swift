internal import LuaRuntime
internal import Signalbox
internal import SignalboxInspector

/// What scripts see of the whole application beside its operations and gestures.
enum AppBinding {
  static func getters(_ session: ScriptSession) -> [Member] {
    [
      member("front", session) { session, frame in
        frame.push(session.engine.front, session.handles)
      },
      member("top", session) { session, frame in
        frame.push(session.engine.topCoordinator, session.handles)
      },
      member("main", session) { session, frame in
        frame.push(session.engine.main, session.handles)
      },
      member("isStrict", session) { session, frame in frame.push(session.engine.isStrict) },
      member("swipeProgress", session) { session, frame in
        if let progress = session.engine.swipeProgress {
          frame.push(progress)
        } else {
          frame.push()
        }
      },
      member("isReady", session) { session, frame in frame.push(session.engine.isReady) },
      member("isBusy", session) { session, frame in frame.push(session.engine.hasToWait) },
      member("name", session) { session, frame in
        frame.push(session.application?.name)
      },
    ]
  }

  /// `app.isStrict = true`.
  static func setters(_ session: ScriptSession) -> [Member] {
    [
      Member(
        "isStrict",
        { [unowned session] frame throws(LuaError) in
          guard frame.kind(2) == .boolean else {
            throw LuaError.badArgument(
              "isStrict is \(session.shortText(frame, 2)), expected true or false")
          }
          session.engine.isStrict = frame.boolean(2)
          return 0
        }
      )
    ]
  }

  static func methods(_ session: ScriptSession, _ handles: HandleTypes) -> [Member] {
    [
      launch(session, handles),
      method("stack", session) { session, frame throws(LuaError) in
        let coordinator = try session.coordinator(at: 2, frame) ?? session.engine.topCoordinator
        let stack = coordinator.map(session.engine.stack(of:)) ?? []
        ValueBridge.push(stack.map(\.name), onto: frame)
      },
      method("layers", session) { session, frame in
        frame.push(list: session.engine.layers) { layer in
          frame.push(handle: layer.id.bits, session.handles.layer)
        }
      },
      method("coordinator", session) { session, frame throws(LuaError) in
        let name = try frame.string(2)
        frame.push(session.engine.coordinators(ofType: name).last, session.handles)
      },
      method("routes", session) { session, frame throws(LuaError) in
        let definition = try session.definition(frame)
        try ValueBridge.push(RouteTable.value(of: definition, in: session), onto: frame)
      },
      method("state", session) { session, frame throws(LuaError) in
        try ValueBridge.push(try StateTable.value(of: session.engine.tree), onto: frame)
      },
      method("events", session) { session, frame throws(LuaError) in
        let kinds = try session.eventKinds(at: 2, frame)
        frame.push(list: session.engine.eventNumbers(of: kinds)) { number in
          frame.push(handle: UInt64(number), session.handles.event)
        }
      },
      method("command", session) { session, frame throws(LuaError) in
        let line = try frame.string(2)
        guard let onCommand = session.hooks.onCommand else {
          throw LuaError(code: "noPrompt", "noPrompt: command: this script runs at no prompt")
        }
        do throws(ScriptError) { try onCommand(line) } catch { throw LuaError(error) }
        frame.push()
      },
      method("plugins", session) { session, frame in
        ValueBridge.push(session.plugins.loaded.map(\.name), onto: frame)
      },
      method("guard", session) { session, frame throws(LuaError) in try session.addGuard(frame) },
      method("on", session) { session, frame throws(LuaError) in try session.observe(frame) },
      view(TreeRenderer.self, session),
      view(ScreenRenderer.self, session),
      method("render", session) { session, frame throws(LuaError) in
        frame.push(try session.render(try frame.string(2)))
      },
    ]
  }

  /// `app:tree()`, `app:screen()`: a view of the present state as text.
  private static func view(_ renderer: any Renderer.Type, _ session: ScriptSession) -> Member {
    method(renderer.name, session) { session, frame in
      frame.push(renderer.render(RenderSubject(session.engine)))
    }
  }

  static func member(
    _ name: String, _ session: ScriptSession, _ read: @escaping (ScriptSession, LuaFrame) -> Void
  ) -> Member {
    Member(
      name,
      { [unowned session] frame in
        read(session, frame)
        return 1
      }
    )
  }

  static func method(
    _ name: String, _ session: ScriptSession,
    _ body: @escaping (ScriptSession, LuaFrame) throws(LuaError) -> Void
  ) -> Member {
    Member(
      name,
      { [unowned session] frame throws(LuaError) in
        guard frame.handle(1, session.handles.app) != nil else {
          throw LuaError(
            "bad argument #1 to '\(name)' (app expected, got \(frame.kind(1)); "
              + "call it with a colon: app:\(name)(…))")
        }
        try body(session, frame)
        return 1
      }
    )
  }

  /// `app:launch()` without a name starts what `application` named; its options may then be all that
  /// it is given.
  private static func launch(_ session: ScriptSession, _ handles: HandleTypes) -> Member {
    guard let index = OperationCatalog.index(of: "launch") else {
      return Member("launch", { _ in 0 })
    }
    let bound = BoundOperation(session: session, handles: handles, index: index)
    return Member(
      "launch",
      { [unowned session] frame throws(LuaError) in
        guard frame.handle(1, session.handles.app) != nil else {
          throw LuaError("bad argument #1 to 'launch' (app expected; call it as app:launch())")
        }
        var call = OperationCall(operation: index, caller: CoordinatorID(bits: 0))
        let takesOver =
          frame.count == 2 && frame.kind(2) == .table
          ? try bound.reader.readOptions(frame, at: 2, into: &call)
          : try bound.reader.read(frame, from: 2, into: &call)
        if case .none = call.subject, call.name == .none {
          call.name = try session.applicationMain(for: "launch")
        }
        return try bound.submit(&call, takesOver, frame)
      }
    )
  }
}

extension ScriptSession {
  /// The coordinator type that `application` named.
  fileprivate func applicationMain(for operation: String) throws(LuaError) -> Symbol {
    if let application { return engine.symbols.intern(application.main) }
    throw LuaError(
      code: "noApplication",
      "noApplication: \(operation): no application is defined; name a coordinator, or define "
        + "application \"Name\" { main = \"Coordinator\" }")
  }

  /// A coordinator or router handle; `nil` for a missing argument.
  func coordinator(at index: Int, _ frame: LuaFrame) throws(LuaError) -> CoordinatorID? {
    if frame.isNil(index) { return nil }
    if let coordinator = frame.coordinator(index, handles) { return coordinator }
    throw LuaError.badArgument(
      "expected a coordinator, got \(shortText(frame, index))")
  }

  /// The present state as text, by a renderer of the inspector's, or one that a plugin has added.
  func render(_ name: String) throws(LuaError) -> String {
    if let renderer = RendererCatalog.renderer(named: name) {
      return renderer.render(RenderSubject(engine))
    }
    let added = extensions(of: .renderer)
    guard let renderer = added.first(where: { $0.name == name }) else {
      let names = RendererCatalog.all.map { $0.name } + added.map(\.name)
      let hint = nameHint(for: name, in: names).map { "; \($0)" } ?? ""
      throw LuaError.badArgument(
        "there is no renderer \"\(name)\"\(hint)")
    }
    do throws(ScriptError) {
      let state = try stateValue()
      return try renderer.value.function?.text([state], "renderer \"\(name)\"", in: self) ?? ""
    } catch {
      throw LuaError(error)
    }
  }

  /// What `app:state()` gives.
  private func stateValue() throws(ScriptError) -> ScriptValue {
    do throws(LuaError) {
      return try luaState.withFrame { frame throws(LuaError) in
        try ValueBridge.push(try StateTable.value(of: engine.tree), onto: frame)
        return value(-1, frame)
      }
    } catch {
      throw ScriptError(error)
    }
  }
}
