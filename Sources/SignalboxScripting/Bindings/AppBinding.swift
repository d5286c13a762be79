internal import LuaRuntime
internal import Signalbox
internal import SignalboxInspector

/// The members of `app` other than its operations and gestures.
enum AppBinding {
  typealias Parameter = ScriptReference.Parameter
  typealias Push = @Sendable (ScriptSession, LuaFrame) throws(LuaError) -> Void

  static let kind = HandleKind(
    "App", "app", "The application and the gestures of its user.",
    receivers: [.application, .user],
    members + HistoryBinding.members)

  private static let members: [HandleMember] = [
    // The types are not optional, so that editors do not warn about each use. Before a launch, the
    // values are `nil`.
    value("front", "signalbox.Screen", "the frontmost screen; `nil` before the launch") {
      session, frame in
      frame.push(session.engine.front, session.handles)
    },
    value("top", "signalbox.Coordinator", "the frontmost coordinator; `nil` before the launch") {
      session, frame in frame.push(session.engine.topCoordinator, session.handles)
    },
    value("main", "signalbox.Coordinator", "the main coordinator; `nil` before the launch") {
      session, frame in
      frame.push(session.engine.main, session.handles)
    },
    value("isReady", "boolean", "whether the first screen has appeared") { session, frame in
      frame.push(session.engine.isReady)
    },
    value(
      "isBusy", "boolean",
      "whether an operation that is called now must wait for another one"
    ) {
      session, frame in frame.push(session.engine.hasToWait)
    },
    value("name", "string?", "the name that `application` declares") { session, frame in
      frame.push(session.application?.name)
    },
    flag("isStrict", "whether operations that have no effect are rejected", \.isStrict),
    value("swipeProgress", "number?", "the progress of the open swipe, from 0 to 1") {
      session, frame in
      if let progress = session.engine.swipeProgress { frame.push(progress) } else { frame.push() }
    },
    view(TreeRenderer.self, "the coordinator tree as text"),
    view(ScreenRenderer.self, "the visible screen as text"),
    function(
      "stack", [Parameter("coordinator", "signalbox.Coordinator", optional: true)],
      returns: "string[]",
      "the names of a coordinator's screens, the root first (default: the top coordinator)"
    ) { session, frame throws(LuaError) in
      let coordinator = try coordinator(at: 2, frame, session) ?? session.engine.topCoordinator
      let stack = coordinator.map(session.engine.stack(of:)) ?? []
      ValueBridge.push(stack.map(\.name), onto: frame)
    },
    function(
      "render", [Parameter("name", "string")], returns: "string",
      "the state as text: tree, screen, stack, layers, events, or a plugin's renderer"
    ) { session, frame throws(LuaError) in
      frame.push(try render(try frame.string(2), session))
    },
    function("layers", returns: "signalbox.Layer[]", "the layers, the root layer first") {
      session, frame in
      frame.push(list: session.engine.layers) { layer in
        frame.push(handle: layer.id.bits, session.handles.layer)
      }
    },
    function(
      "coordinator", [Parameter("type", "string")], returns: "signalbox.Coordinator?",
      "the most recently created coordinator of a type, excluding finished coordinators"
    ) { session, frame throws(LuaError) in
      let name = try frame.string(2)
      frame.push(session.engine.coordinators(ofType: name).last, session.handles)
    },
    function(
      "has", [Parameter("type", "string")], returns: "boolean",
      "whether a coordinator of a type has started and is shown, possibly below other screens; "
        + "raises an error if there is no such type"
    ) { session, frame throws(LuaError) in
      let name = try frame.string(2)
      guard RouteTable.type(named: name, in: session) != nil else {
        throw RouteTable.unknownType(name, "has", in: session)
      }
      frame.push(session.engine.hasAttachedCoordinator(ofType: name))
    },
    function(
      "command", [Parameter("line", "string")],
      "runs a prompt command: `app:command \"undo 2\"`; raises an error if the command fails"
    ) { session, frame throws(LuaError) in
      let line = try frame.string(2)
      guard let onCommand = session.hooks.onCommand else {
        throw LuaError(
          code: "noPrompt",
          "noPrompt: command: prompt commands are available only in scripts at a prompt")
      }
      try raised { () throws(ScriptError) in try onCommand(line) }
      frame.push()
    },
    function("plugins", returns: "string[]", "the names of the loaded plugins") {
      session, frame in ValueBridge.push(session.plugins.loaded.map(\.name), onto: frame)
    },
    function(
      "guard",
      [
        Parameter(
          "ask", "fun(request: signalbox.Request): boolean|string|function|nil",
          "returns nothing or `true` to allow the operation, `false` or a reason to reject it, or a "
            + "function whose operations run instead")
      ], returns: "fun()",
      "adds a guard, which is a function that is called before each operation or gesture that "
        + "navigates; returns a function that removes the guard"
    ) { session, frame throws(LuaError) in try GuardBinding(session: session).add(frame) },
    function(
      "routes", [Parameter("coordinator", "signalbox.Coordinator|string")], returns: "table",
      "the routes and pages of a coordinator or type, keyed by name. An entry can contain `style`, "
        + "`args`, `coordinator` and, if a function decides the destination, `isDynamic`."
    ) { session, frame throws(LuaError) in
      let type = try RouteTable.type(frame, in: session)
      try ValueBridge.push(RouteTable.value(of: type, in: session), onto: frame)
    },
    function("state", returns: "table", "the complete navigation state as plain data") {
      session, frame throws(LuaError) in
      try ValueBridge.push(try StateTable.value(of: session.engine.tree), onto: frame)
    },
    function(
      "events", [Parameter("filter", "string|string[]", optional: true)],
      returns: "signalbox.Event[]",
      "the events so far; a filter is a kind (`entry.pushed`) or the first part of a kind (`entry`)"
    ) { session, frame throws(LuaError) in
      let kinds = try EventObservation(session: session).kinds(at: 2, frame)
      frame.push(list: session.engine.eventNumbers(of: kinds)) { number in
        frame.push(handle: UInt64(number), session.handles.event)
      }
    },
    function(
      "on",
      [
        Parameter("filter", "string|string[]"), Parameter("handler", "fun(event: signalbox.Event)"),
      ], returns: "fun()",
      "calls the handler for each event that matches the filter; returns a function that removes "
        + "the handler"
    ) { session, frame throws(LuaError) in try EventObservation(session: session).observe(frame) },
  ]

  static func value(
    _ name: String, _ type: String, _ summary: String, _ push: @escaping Push
  ) -> HandleMember {
    HandleMember(.value(name, type, summary), push: push)
  }

  /// Creates a member for a boolean property that scripts can assign, as in `app.isStrict = true`.
  static func flag(
    _ name: String, _ summary: String,
    _ flag: any ReferenceWritableKeyPath<NavigationEngine, Bool> & Sendable
  ) -> HandleMember {
    HandleMember(
      .value(name, "boolean", "\(summary); can be assigned"),
      set: { session in
        { [unowned session] frame throws(LuaError) in
          guard frame.kind(2) == .boolean else {
            throw LuaError.badArgument(
              "\(name) is \(session.shortText(frame, 2)), expected true or false")
          }
          try session.engine.checkOwn(name, "only the application can change this setting")
          session.engine[keyPath: flag] = frame.boolean(2)
          return 0
        }
      },
      push: { session, frame in frame.push(session.engine[keyPath: flag]) })
  }

  static func function(
    _ name: String, _ parameters: [Parameter] = [], returns type: String = "", _ summary: String,
    _ push: @escaping Push
  ) -> HandleMember {
    HandleMember(.function(name, parameters, returns: type, summary)) {
      session, frame throws(LuaError) in
      guard frame.handle(1, session.handles.app) != nil else {
        throw LuaError(
          "bad argument #1 to '\(name)' (app expected, got \(frame.kind(1)); "
            + "call it with a colon: app:\(name)(…))")
      }
      try push(session, frame)
    }
  }

  /// Creates the member for `app:tree()` or `app:screen()`, which returns the current state as
  /// text.
  private static func view(_ renderer: any Renderer.Type, _ summary: String) -> HandleMember {
    function(renderer.name, returns: "string", summary) { session, frame in
      frame.push(renderer.render(RenderSubject(session.engine)))
    }
  }
}

extension AppBinding {
  /// Returns the type of the main coordinator that the `application` declaration names.
  static func main(
    of session: ScriptSession, for operation: String
  ) throws(LuaError) -> Symbol {
    if let application = session.application {
      return session.engine.symbols.intern(application.main)
    }
    throw LuaError(
      code: "noApplication",
      "noApplication: \(operation): no application is defined; name a coordinator, or define "
        + "application \"Name\" { main = \"Coordinator\" }")
  }

  /// Returns the coordinator to which an argument refers, or `nil` if the argument is missing.
  private static func coordinator(
    at index: Int, _ frame: LuaFrame, _ session: ScriptSession
  ) throws(LuaError) -> CoordinatorID? {
    if frame.isNil(index) { return nil }
    if let coordinator = frame.coordinator(index, session.handles) { return coordinator }
    throw LuaError.badArgument(
      "expected a coordinator, got \(session.shortText(frame, index))")
  }

  /// Renders the current state with a renderer from the inspector or a plugin.
  private static func render(
    _ name: String, _ session: ScriptSession
  ) throws(LuaError) -> String {
    if let renderer = RendererCatalog.renderer(named: name) {
      return renderer.render(RenderSubject(session.engine))
    }
    let added = session.host.extensions(of: .renderer)
    guard let renderer = added.first(where: { $0.name == name }) else {
      let names = RendererCatalog.all.map { $0.name } + added.map(\.name)
      let hint = nameHint(for: name, in: names).map { "; \($0)" } ?? ""
      throw LuaError.badArgument(
        "there is no renderer \"\(name)\"\(hint)")
    }
    let state = try session.luaState.withFrame { frame throws(LuaError) in
      try ValueBridge.push(try StateTable.value(of: session.engine.tree), onto: frame)
      return session.value(-1, frame)
    }
    return try raised { () throws(ScriptError) in
      try renderer.value.function?.text([state], "renderer \"\(name)\"", in: session) ?? ""
    }
  }
}
