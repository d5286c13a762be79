internal import LuaRuntime
internal import Signalbox

/// The members of a screen.
enum ScreenBinding {
  typealias Parameter = ScriptReference.Parameter

  static let kind = HandleKind(
    "Screen", "screen", "A current or former screen.",
    [
      value("id", "string", "the identifier, such as `s17`") { _, screen, frame in
        frame.push(screen.description)
      },
      // Benchmark: `W1p`.
      HandleMember(
        .value(
          "name", "string?",
          "the name of the screen's route, or nil after the screen was "
            + "removed"),
        make: { session in
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
        }),
      value("args", "table", "the screen's arguments") {
        engine, screen, frame throws(LuaError) in
        try ValueBridge.push(engine.arguments(of: screen), onto: frame)
      },
      value("title", "string?", "the screen's title, or its name if it has no title") {
        engine, screen, frame in
        guard let owner = engine.owner(of: screen), let name = engine.name(of: screen) else {
          return frame.push()
        }
        frame.push(engine.delegate(of: owner)?.title(of: screen) ?? engine.symbols[name])
      },
      value("actions", "string[]", "the labels that the user can tap on the screen") {
        engine, screen, frame in
        let owner = engine.owner(of: screen)
        let actions = owner.flatMap { engine.delegate(of: $0)?.actions(of: screen) } ?? []
        ValueBridge.push(actions, onto: frame)
      },
      value("transition", "string?", "the push style with which the screen was pushed, if any") {
        engine, screen, frame in frame.push(engine.node(of: screen)?.transition)
      },
      HandleMember(
        .value("owner", "signalbox.Coordinator?", "the coordinator that owns the screen")
      ) { session, frame in
        let bits = frame.handle(1, session.handles.screen)
        frame.push(
          bits.flatMap { session.engine.owner(of: ScreenID(bits: $0)) }, session.handles)
      },
      value("isAlive", "boolean", "whether the screen has not been removed") {
        engine, screen, frame in
        frame.push(engine.isAlive(screen))
      },
      value("isVisible", "boolean", "whether the screen is visible") { engine, screen, frame in
        frame.push(engine.isVisible(screen))
      },
      operation(
        .function(
          "present",
          [
            Parameter("what", "string|signalbox.ScreenDescription|signalbox.Coordinator"),
            Parameter("args", "table", optional: true),
            Parameter("opts", "signalbox.presentOptions", optional: true),
          ], returns: "signalbox.Screen|signalbox.Coordinator, signalbox.Status, any",
          "presents a layer from the screen; removing the screen also dismisses the layer")),
      operation(
        .function(
          "pop", [Parameter("opts", "signalbox.popOptions", optional: true)],
          returns: "signalbox.Screen|signalbox.Coordinator, signalbox.Status, any",
          "removes the screen and everything above it; removing the first screen of a layer "
            + "removes the layer")),
      operation(
        .function(
          "update",
          [
            Parameter("args", "table", optional: true),
            Parameter("opts", "signalbox.updateOptions", optional: true),
          ], returns: "signalbox.Screen, signalbox.Status, any",
          "replaces the arguments of the screen without creating a new screen")),
    ])

  private static func value(
    _ name: String, _ type: String, _ summary: String,
    _ read: @escaping @Sendable (NavigationEngine, ScreenID, LuaFrame) throws(LuaError) -> Void
  ) -> HandleMember {
    HandleMember(.value(name, type, summary)) { session, frame throws(LuaError) in
      guard let bits = frame.handle(1, session.handles.screen) else { return frame.push() }
      try read(session.engine, ScreenID(bits: bits), frame)
    }
  }

  /// Creates a member for an operation that is also a method of screens: presenting from the
  /// screen, removing it, or updating it.
  private static func operation(_ entry: ScriptReference.Entry) -> HandleMember {
    HandleMember(
      entry,
      make: { session in
        guard let index = OperationCatalog.index(of: entry.name) else { return { _ in 0 } }
        return BoundOperation(session: session, handles: session.handles, index: index).ofScreen
      })
  }
}

/// The members of a layer.
enum LayerBinding {
  static let kind = HandleKind(
    "Layer", "layer", "A current or former layer of the window.",
    [
      value("id", "string", "the identifier, such as `L2`") { _, id, _, frame in
        frame.push(id.description)
      },
      value(
        "style", "string?", "the layer's presentation style, or nil after the layer was removed"
      ) {
        _, _, layer, frame in
        frame.push(layer?.style)
      },
      value(
        "owner", "signalbox.Coordinator?",
        "the coordinator that fills the layer, or else the "
          + "one that presented it"
      ) {
        session, _, layer, frame in frame.push(layer?.owner.id, session.handles)
      },
      value("isAlive", "boolean", "whether the layer is presented") { _, _, layer, frame in
        frame.push(layer?.phase == .presented)
      },
      value("phase", "string?", "`presented`, or `dismissing` while the dismissal is animated") {
        _, _, layer, frame in frame.push(layer?.phase.rawValue)
      },
      value("detents", "(string|number)[]", "the heights at which the layer rests") {
        _, _, layer, frame throws(LuaError) in
        try ValueBridge.push(.list(layer?.detents.map(\.value) ?? []), onto: frame)
      },
      value("message", "string?", "the message of an alert or dialog") {
        _, _, layer, frame in frame.push(layer?.message)
      },
      value(
        "fields", "signalbox.AlertField[]",
        "the text fields of an alert, with their current "
          + "texts"
      ) {
        _, _, layer, frame throws(LuaError) in
        try ValueBridge.push(.list(layer?.fields.map(\.value) ?? []), onto: frame)
      },
      value("buttons", "string[]", "the buttons of an alert or dialog") { _, _, layer, frame in
        ValueBridge.push(layer?.buttons.map(\.title) ?? [], onto: frame)
      },
      value(
        "roles", "table<string, string>",
        "the roles of an alert's buttons, keyed by the "
          + "buttons' titles"
      ) {
        _, _, layer, frame throws(LuaError) in
        var roles = NavigationArguments()
        for button in layer?.buttons ?? [] {
          roles[button.title] = button.role.map { .string($0.rawValue) }
        }
        try ValueBridge.push(.table(roles), onto: frame)
      },
      value("isInteractive", "boolean", "whether the user can swipe the layer away") {
        _, _, layer, frame in
        frame.push(layer?.isInteractive ?? false)
      },
      value("isCovering", "boolean", "whether the layer below this one disappears") {
        _, _, layer, frame in
        frame.push(layer?.isCovering ?? false)
      },
    ])

  private static func value(
    _ name: String, _ type: String, _ summary: String,
    _ read:
      @escaping @Sendable (
        ScriptSession, LayerID, StateDocument.Layer?, LuaFrame
      ) throws(LuaError) -> Void
  ) -> HandleMember {
    HandleMember(.value(name, type, summary)) { session, frame throws(LuaError) in
      let id = LayerID(bits: frame.handle(1, session.handles.layer) ?? 0)
      try read(session, id, session.engine.layers.first { $0.id == id }, frame)
    }
  }
}

/// The members of the ticket for a queued operation.
enum TicketBinding {
  static let kind = HandleKind(
    "Operation", "operation", "A queued operation, such as one that a callback has submitted.",
    [
      value("isSettled", "boolean", "whether the operation has settled") { _, outcome, frame in
        frame.push(outcome != nil)
      },
      value(
        "status", "signalbox.Status",
        "the status of the outcome, or `queued` until the operation has settled"
      ) { _, outcome, frame in
        frame.push(outcome?.status.rawValue ?? "queued")
      },
      value("reason", "string?", "the reason code, or nil if the status is `done` or `queued`") {
        _, outcome, frame in
        frame.push(outcome?.reason?.name)
      },
      value("value", "any", "the value of the outcome") {
        session, outcome, frame throws(LuaError) in
        if let outcome { try session.pushValue(outcome, frame) } else { frame.push() }
      },
    ])

  private static func value(
    _ name: String, _ type: String, _ summary: String,
    _ read: @escaping @Sendable (ScriptSession, Outcome?, LuaFrame) throws(LuaError) -> Void
  ) -> HandleMember {
    HandleMember(.value(name, type, summary)) { session, frame throws(LuaError) in
      try read(session, frame.object(1, session.handles.ticket)?.outcome, frame)
    }
  }
}
