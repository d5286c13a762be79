internal import LuaRuntime
public import Signalbox
internal import SignalboxInspector

/// Adds members on behalf of a plugin; Lua code calls it `host`.
///
/// All members belong to the plugin. They are removed in reverse order when `setup` fails and when
/// the session ends. Afterwards, every call is an error. A name that is already defined is rejected
/// with `nameTaken`.
public final class PluginRegistrar {
  /// The engine of the plugin's session.
  public let engine: NavigationEngine
  /// The plugin's name.
  public let plugin: String

  unowned let session: ScriptSession
  let owner: ScriptOwner
  private var undoings: [() -> Void] = []
  private var isOpen = true

  init(_ plugin: String, in session: ScriptSession) {
    self.plugin = plugin
    self.session = session
    engine = session.engine
    owner = session.makeOwner("plugin \(plugin)")
  }

  private var registry: PluginRegistry { session.plugins.registry }

  // MARK: - Keeping account

  func checkOpen() throws(ScriptError) {
    guard isOpen, !session.isClosed else {
      throw ScriptError(
        .runtime, code: "takenBack",
        "takenBack: the host of plugin \(plugin) cannot be used after its teardown")
    }
  }

  /// Records a member and how to remove it.
  func note(
    _ kind: PluginContribution.Kind, _ name: String, _ summary: String = "",
    undo: @escaping () -> Void
  ) {
    let contribution = PluginContribution(
      kind: kind, name: name, summary: summary, plugin: plugin)
    registry.add(contribution)
    undoings.append { [registry] in
      registry.remove(contribution)
      undo()
    }
  }

  /// Returns a function that restores the current list of members.
  var restoring: () -> Void {
    let (undoings, isOpen) = (undoings, isOpen)
    return { [self] in
      self.undoings = undoings
      self.isOpen = isOpen
    }
  }

  /// Removes all members, the newest first.
  func takeBack() {
    isOpen = false
    for undo in undoings.reversed() { undo() }
    undoings = []
    session.takeBack(owner)
  }

  func rejected(_ body: () throws(NavigationError) -> Void) throws(ScriptError) {
    do throws(NavigationError) { try body() } catch { throw ScriptError(error) }
  }
}

// MARK: - Navigation

extension PluginRegistrar {
  /// Adds a coordinator that routes can lead to.
  ///
  /// - Parameter type: The definition. Its name must not be in use.
  /// - Throws: `nameTaken` if there is a coordinator with that name, and `badArgument` for a
  ///   malformed link pattern.
  public func coordinator(_ type: CoordinatorType) throws(ScriptError) {
    try checkCoordinator(type.name)
    try rejected { () throws(NavigationError) in try engine.register(type) }
    note(.coordinator, type.name) { [engine] in
      engine.registry.unregister(coordinatorType: type.name)
    }
  }

  func checkCoordinator(_ name: String) throws(ScriptError) {
    try checkOpen()
    guard engine.coordinatorType(named: name) == nil else {
      let owner = registry.owner(of: .coordinator, name).map { "plugin \($0)" } ?? "a script"
      throw .taken("coordinator \(name)", by: owner)
    }
  }

  /// Adds a presentation style.
  ///
  /// - Parameter style: The style. Its name must not be in use.
  /// - Throws: `nameTaken` if a script or plugin has defined that name, and `badArgument` for the
  ///   name of a platform style.
  public func style(_ style: PresentationStyle) throws(ScriptError) {
    try checkOpen()
    if engine.registry.customStyleNames.contains(style.name) {
      let owner = registry.owner(of: .style, style.name).map { "plugin \($0)" } ?? "a script"
      throw .taken("presentationStyle \(style.name)", by: owner)
    }
    try rejected { () throws(NavigationError) in _ = try engine.register(style) }
    note(.style, style.name) { [engine] in engine.registry.unregister(style: style.name) }
  }

  /// Adds a pattern for links that no running coordinator handles.
  ///
  /// - Parameters:
  ///   - pattern: `scheme://host/path`, with `:name` for one segment and `*name` for the remaining
  ///     ones.
  ///   - open: Opens a link that matches. `unhandled` passes it to the next pattern.
  /// - Throws: `badArgument` for a malformed pattern.
  public func link(
    _ pattern: String, open: @escaping (LinkMatch) throws -> LinkAnswer
  ) throws(ScriptError) {
    try checkOpen()
    var id: LinkID?
    try rejected { () throws(NavigationError) in
      id = try engine.registry.addLink(pattern) { [weak session] match in
        let answer = try open(match)
        if answer != .unhandled { session?.hooks.onUse?(.link(type: "", pattern: pattern)) }
        return answer
      }
    }
    note(.link, pattern) { [engine] in
      if let id { engine.registry.removeLink(id) }
    }
  }

  /// Sets a function that rewrites the links with a scheme before they are matched. If it returns
  /// `nil`, a link is matched unchanged.
  ///
  /// - Parameters:
  ///   - scheme: The part before the colon; case is ignored.
  ///   - rewrite: Receives the whole link and returns the link to match instead.
  /// - Throws: `badArgument` for a string that is not a scheme, and `nameTaken` if another plugin
  ///   rewrites links with this scheme.
  public func scheme(
    _ scheme: String, rewrite: @escaping (String) throws -> String?
  ) throws(ScriptError) {
    try checkOpen()
    let name = scheme.lowercased()
    guard !name.isEmpty, !name.contains(":"), !name.contains("/") else {
      throw .badArgument(
        "scheme: \"\(scheme)\" is not a scheme; for shop://home, the scheme is \"shop\"")
    }
    if let other = registry.owner(of: .scheme, name) {
      throw .taken("scheme \(name)", by: "plugin \(other)")
    }
    engine.registry.setScheme(name, rewrite)
    note(.scheme, name) { [engine] in engine.registry.setScheme(name, nil) }
  }

  /// Adds a method to routers and coordinators. Its operations run as one batch: either all of them
  /// or none, and as a single undo step.
  ///
  /// - Parameters:
  ///   - name: The name of the method, a valid Lua identifier.
  ///   - summary: One sentence without a full stop, for help.
  ///   - parameters: The arguments. Missing and excess ones are rejected as `badArgument`.
  ///   - run: Submits operations for the coordinator that the method was called on.
  /// - Throws: `nameTaken` if routers have a method with that name.
  public func operation(
    _ name: String, summary: String, parameters: [PluginParameter] = [],
    run: @escaping (CoordinatorID, [ScriptValue]) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    try checkOpen()
    let body = session.batchBody(name, parameters, run)
    try session.define(name, on: .router, owner: owner, body)
    note(.operation, name, summary) {}
  }

  /// Observes events of the given kinds.
  ///
  /// - Parameters:
  ///   - kinds: The kinds to observe. An empty set observes no events.
  ///   - handler: Receives each event. An error that it throws is reported.
  /// - Throws: `takenBack` after the plugin has been torn down.
  public func on(
    _ kinds: Set<NavigationEvent.Kind>, _ handler: @escaping (NavigationEvent) throws -> Void
  ) throws(ScriptError) {
    try checkOpen()
    let id = engine.observe(Array(kinds), handler)
    noteObserver(id, kinds.map(\.name).sorted().joined(separator: " "))
  }

  func noteObserver(_ id: ObserverID, _ name: String) {
    note(.observer, name) { [engine] in engine.stopObserving(id) }
  }

  /// Adds a guard.
  ///
  /// - Parameter ask: Receives the operation or gesture, and returns whether it may continue.
  /// - Throws: `takenBack` after the plugin has been torn down.
  public func `guard`(
    _ ask: @escaping (NavigationRequest) throws -> GuardAnswer
  ) throws(ScriptError) {
    try checkOpen()
    noteGuard(engine.addGuard(ask))
  }

  func noteGuard(_ id: GuardID) { note(.guard, "") { [engine] in engine.removeGuard(id) } }
}

// MARK: - Around it

extension PluginRegistrar {
  /// Adds a gesture: a method of the application that simulates the user, such as `app:shake()`.
  ///
  /// - Parameters:
  ///   - name: The name of the method of `app`, a valid Lua identifier.
  ///   - summary: One sentence without a full stop, for help.
  ///   - run: Simulates the user; the operations that it submits settle before the call returns.
  /// - Throws: `nameTaken` if `app` has a method with that name.
  public func gesture(
    _ name: String, summary: String, run: @escaping ScriptBody
  ) throws(ScriptError) {
    try checkOpen()
    try checkReserved(name, .gesture)
    try session.define(name, on: .app, owner: owner) { call throws(ScriptError) in
      try call.session.perform(gesture: name, call, run)
    }
    note(.gesture, name, summary) {}
  }

  /// Adds a command to the prompt.
  ///
  /// - Parameters:
  ///   - name: The name after the dot; letters, digits, `-` and `_`.
  ///   - parameters: The arguments, for help.
  ///   - summary: One sentence without a full stop, for `.help`.
  ///   - run: Receives the text after the name and the application, and returns the text to show.
  /// - Throws: `nameTaken` if the prompt or another plugin has a command with that name.
  public func command(
    _ name: String, parameters: String = "", summary: String, run: @escaping ScriptBody
  ) throws(ScriptError) {
    let function = session.makeFunction(name, run)
    try add(name, summary, .function(function), to: .command, .command, parameters: parameters)
  }

  /// Adds a matcher for scenarios.
  ///
  /// - Parameters:
  ///   - name: The key in `app:expect`; letters, digits, `-` and `_`.
  ///   - summary: One sentence without a full stop, for help.
  ///   - covers: The kinds of changes that the value shows. An exhaustive scenario needs no other
  ///     expectation for them. Kinds that report no change are rejected.
  ///   - match: Receives the application and the expected value, and returns whether it matches and
  ///     the actual value.
  /// - Throws: `nameTaken` for a matcher of Signalbox or of another plugin, and `badArgument` for a
  ///   kind in `covers` that reports no change.
  public func matcher(
    _ name: String, summary: String, covers: Set<NavigationEvent.Kind> = [],
    match: @escaping ScriptBody
  ) throws(ScriptError) {
    let function = session.makeFunction(name, match)
    try add(name, summary, .function(function), to: .matcher, .matcher, covers: covers)
  }

  /// Adds a reporter for scenario runs.
  ///
  /// - Parameters:
  ///   - name: The value of `--reporter`; letters, digits, `-` and `_`.
  ///   - summary: One sentence without a full stop, for help.
  ///   - steps: Functions named `start`, `scenario` and `finish`. Each receives a table and returns
  ///     text to write, or nothing.
  /// - Throws: `nameTaken` if Signalbox or another plugin has a reporter with that name.
  public func reporter(
    _ name: String, summary: String, steps: [String: ScriptBody]
  ) throws(ScriptError) {
    let fields = steps.map { step, body in
      (step, ScriptValue.function(session.makeFunction("\(name).\(step)", body)))
    }
    try add(name, summary, .table(ScriptTable(fields: fields)), to: .reporter, .reporter)
  }

  /// Adds a renderer for the state.
  ///
  /// - Parameters:
  ///   - name: The argument of `app:render`; letters, digits, `-` and `_`.
  ///   - summary: One sentence without a full stop, for help.
  ///   - render: Receives the result of `app:state()` and returns the text.
  /// - Throws: `nameTaken` if Signalbox or another plugin has a renderer with that name.
  public func renderer(
    _ name: String, summary: String, render: @escaping ScriptBody
  ) throws(ScriptError) {
    try add(name, summary, .function(session.makeFunction(name, render)), to: .renderer, .renderer)
  }

  /// Adds a closed set of names that the linter checks in scripts.
  ///
  /// - Parameters:
  ///   - name: What findings call a name, such as `step`. The code is then `unknownStep`.
  ///   - summary: One sentence without a full stop, for help.
  ///   - fields: Fields to which such names are assigned: `step` in `main.step = "home"`.
  ///   - calls: The position of the name in a function's arguments. `:emit` means any method with
  ///     that name, and `steps.redirect` a function in a module.
  ///   - declaredIn: The key in definitions under which known names are listed.
  ///   - known: Called after the files are loaded. Returns the known names, or `nil` if there may
  ///     be others.
  /// - Throws: `nameTaken` if another plugin declares names of this kind.
  public func names(
    _ name: String, summary: String, fields: [String] = [], calls: [String: Int] = [:],
    declaredIn: String? = nil, known: @escaping ScriptBody
  ) throws(ScriptError) {
    let calls = calls.map {
      (key: ScriptValue.string($0.key), value: ScriptValue.integer($0.value))
    }
    try add(
      name, summary,
      .table(
        ScriptTable(fields: [
          ("fields", .table(ScriptTable(list: fields.map { .string($0) }))),
          ("calls", .table(ScriptTable(calls))),
          ("declaredIn", declaredIn.map { .string($0) } ?? .nil),
          ("known", .function(session.makeFunction(name, known))),
        ])), to: .names, .names)
  }

  /// Adds a member to one of the session's lists.
  func add(
    _ name: String, _ summary: String, _ value: ScriptValue, to point: ExtensionPoint,
    _ kind: PluginContribution.Kind, parameters: String = "",
    covers: Set<NavigationEvent.Kind> = []
  ) throws(ScriptError) {
    try checkOpen()
    for change in covers.map(\.name).sorted() where !ChangeCoverage.names.contains(change) {
      throw .badArgument(
        "\(kind.rawValue) \"\(name)\": covers has \"\(change)\", expected "
          + ChangeCoverage.expectedName)
    }
    guard PluginManifest.isName(name) else {
      throw .badArgument(
        "\(kind.rawValue): \"\(name)\" is not a valid name; use letters, digits, - and _")
    }
    try checkReserved(name, kind)
    if point == .renderer, RendererCatalog.renderer(named: name) != nil {
      throw .taken("renderer \(name)", by: "Signalbox")
    }
    try session.add(
      ScriptExtension(
        name: name, parameters: parameters, summary: summary, value: value, owner: owner,
        covers: covers),
      to: point)
    note(kind, name, summary) {}
  }

  /// Rejects names that higher layers use, even if this session does not have those members.
  private func checkReserved(
    _ name: String, _ kind: PluginContribution.Kind
  ) throws(ScriptError) {
    guard session.plugins.configuration.reserved[kind]?.contains(name) == true else { return }
    switch kind {
    case .global: throw .taken(name, by: "signalbox test")
    case .gesture: throw .taken("app:\(name)", by: "signalbox test")
    default: throw .taken("\(kind.rawValue) \(name)", by: "Signalbox")
    }
  }

  /// Adds a global function for all scripts.
  ///
  /// - Parameters:
  ///   - name: The name of the global, a valid Lua identifier.
  ///   - body: Called for each call from a script. An error that it throws is raised in the script.
  /// - Throws: `nameTaken` if the global exists, and `badArgument` if the name is not a valid Lua
  ///   identifier.
  public func global(_ name: String, _ body: @escaping ScriptBody) throws(ScriptError) {
    try checkOpen()
    try checkReserved(name, .global)
    try session.define(name, owner: owner, body)
    note(.global, name) {}
  }

  /// Adds a global value for all scripts. If it is a table, scripts can only read it.
  ///
  /// - Parameters:
  ///   - name: The name of the global, a valid Lua identifier.
  ///   - value: Any value from the session, or plain data.
  /// - Throws: `nameTaken` if the global exists, and `badArgument` if the name is not a valid Lua
  ///   identifier.
  public func global(_ name: String, value: ScriptValue) throws(ScriptError) {
    try checkOpen()
    try checkReserved(name, .global)
    try session.define(name, owner: owner, value: try session.view(of: value, named: name))
    note(.global, name) {}
  }
}
