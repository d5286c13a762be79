internal import LuaRuntime
public import Signalbox
internal import SignalboxInspector

/// Adds members on behalf of a plugin. Lua code refers to the registrar as `host`.
///
/// All members belong to the plugin. The members are removed in reverse order if `setup` fails, and
/// when the plugin is torn down. Afterwards, every call to the registrar is an error. A name that
/// is already defined is rejected as `nameTaken`.
public final class PluginRegistrar {
  /// The engine of the plugin's session.
  public let engine: NavigationEngine
  /// The name of the plugin.
  public let plugin: String

  unowned let session: ScriptSession
  let owner: ScriptOwner
  private var undoings: [() -> Void] = []
  private var isOpen = true

  init(_ plugin: String, in session: ScriptSession) {
    self.plugin = plugin
    self.session = session
    engine = session.engine
    owner = session.host.makeOwner("plugin \(plugin)")
  }

  private var registry: PluginRegistry { session.plugins.registry }

  // MARK: - Members

  func checkOpen() throws(ScriptError) {
    guard isOpen, !session.isClosed else {
      throw ScriptError(
        .runtime, code: "takenBack",
        "takenBack: the host of plugin \(plugin) cannot be used after its teardown")
    }
  }

  /// Records a member and the function that removes it.
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

  /// A function that restores the current list of members.
  var restoring: () -> Void {
    let (undoings, isOpen) = (undoings, isOpen)
    return { [self] in
      self.undoings = undoings
      self.isOpen = isOpen
    }
  }

  /// Removes all members, newest first.
  func takeBack() {
    isOpen = false
    for undo in undoings.reversed() { undo() }
    undoings = []
    session.host.takeBack(owner)
  }

  func rejected(_ body: () throws(NavigationError) -> Void) throws(ScriptError) {
    do throws(NavigationError) { try body() } catch { throw ScriptError(error) }
  }
}

// MARK: - Navigation

extension PluginRegistrar {
  /// Adds a coordinator, which can be the destination of routes.
  ///
  /// - Parameter type: The definition of the coordinator. The coordinator's name must not be in
  ///   use.
  /// - Throws: `nameTaken` if a coordinator with the same name exists, and `badArgument` if a link
  ///   pattern is malformed.
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
  /// - Parameter style: The style to add. The style's name must not be in use.
  /// - Throws: `nameTaken` if a script or plugin has already defined the name, and `badArgument` if
  ///   a platform style has the same name.
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
  ///   - pattern: `scheme://host/path`, where a segment can be `:name` and the last segment can be
  ///     `*name`, which matches all remaining segments.
  ///   - open: A closure that opens a matching link. If the closure returns `unhandled`, the link
  ///     is passed to the next pattern.
  /// - Throws: `badArgument` if the pattern is malformed.
  public func link(
    _ pattern: String, open: @escaping (LinkMatch) throws -> LinkAnswer
  ) throws(ScriptError) {
    try checkOpen()
    var id: LinkID?
    try rejected { () throws(NavigationError) in
      id = try engine.registry.addLink(pattern) { [weak session] match in
        // A link whose handler raises an error was opened, too.
        var answer = LinkAnswer.handled
        defer {
          if answer != .unhandled { session?.hooks.onUse?(.link(type: "", pattern: pattern)) }
        }
        answer = try open(match)
        return answer
      }
    }
    note(.link, pattern) { [engine] in
      if let id { engine.registry.removeLink(id) }
    }
  }

  /// Sets a function that rewrites links with the given scheme before they are matched. If the
  /// function returns `nil`, the link is matched unchanged.
  ///
  /// - Parameters:
  ///   - scheme: The part before the colon. Case is ignored.
  ///   - rewrite: A closure that receives the complete link and returns the link to match instead.
  /// - Throws: `badArgument` if the string is not a valid scheme, and `nameTaken` if a plugin
  ///   already rewrites links with this scheme.
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

  /// Adds a method to routers and coordinators. The operations that the method submits run as one
  /// atomic batch and form a single undo step.
  ///
  /// - Parameters:
  ///   - name: The name of the method, which must be a valid Lua identifier.
  ///   - summary: A one-sentence description without a period, for help texts.
  ///   - parameters: The arguments. Calls with missing or excess arguments are rejected as
  ///     `badArgument`.
  ///   - run: A closure that submits operations for the coordinator on which the method was called.
  /// - Throws: `nameTaken` if routers already have a method with that name.
  public func operation(
    _ name: String, summary: String, parameters: [PluginParameter] = [],
    run: @escaping (CoordinatorID, [ScriptValue]) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    try checkOpen()
    let body = PluginBatch(session: session).body(name, parameters, run)
    try session.host.define(name, on: .router, owner: owner, body)
    note(.operation, name, summary) {}
  }

  /// Observes events of the given kinds.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to observe. If the set is empty, no events are observed.
  ///   - handler: A closure that receives each event. An error that the closure throws is reported.
  /// - Throws: `takenBack` if the plugin has been torn down.
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
  /// - Parameter ask: A closure that receives the operation or gesture, and returns whether to
  ///   allow, reject or redirect it.
  /// - Throws: `takenBack` if the plugin has been torn down.
  public func `guard`(
    _ ask: @escaping (NavigationRequest) throws -> GuardAnswer
  ) throws(ScriptError) {
    try checkOpen()
    noteGuard(engine.addGuard(ask))
  }

  func noteGuard(_ id: GuardID) { note(.guard, "") { [engine] in engine.removeGuard(id) } }
}

// MARK: - Gestures, prompts and tests

extension PluginRegistrar {
  /// Adds a gesture, which is a method of the application that simulates a user action, such as
  /// `app:shake()`.
  ///
  /// - Parameters:
  ///   - name: The name of the method of `app`, which must be a valid Lua identifier.
  ///   - summary: A one-sentence description without a period, for help texts.
  ///   - run: A closure that simulates the user action, for example by submitting operations.
  /// - Throws: `nameTaken` if `app` already has a method with that name.
  public func gesture(
    _ name: String, summary: String, run: @escaping ScriptBody
  ) throws(ScriptError) {
    try checkOpen()
    try checkReserved(name, .gesture)
    try session.host.define(name, on: .app, owner: owner) { call throws(ScriptError) in
      try ScriptInputs(session: call.session).perform(gesture: name, call, run)
    }
    note(.gesture, name, summary) {}
  }

  /// Adds a command to the prompt.
  ///
  /// - Parameters:
  ///   - name: The name after the dot, which consists of letters, digits, `-` and `_` and begins
  ///     with a letter.
  ///   - parameters: The arguments of the command, for help texts.
  ///   - summary: A one-sentence description without a period, for `.help`.
  ///   - run: A closure that receives the text after the command's name and the application, and
  ///     returns the text to show.
  /// - Throws: `nameTaken` if a command of the prompt or of a plugin already has this name.
  public func command(
    _ name: String, parameters: String = "", summary: String, run: @escaping ScriptBody
  ) throws(ScriptError) {
    let function = session.host.makeFunction(name, run)
    try add(name, summary, .function(function), to: .command, .command, parameters: parameters)
  }

  /// Adds a matcher for scenarios.
  ///
  /// - Parameters:
  ///   - name: The key in `app:expect`, which consists of letters, digits, `-` and `_` and begins
  ///     with a letter.
  ///   - summary: A one-sentence description without a period, for help texts.
  ///   - covers: The kinds of events whose changes the matcher's value shows. For these changes, an
  ///     exhaustive scenario requires no other expectation. Kinds of events that report no change
  ///     are rejected.
  ///   - match: A closure that receives the application and the expected value, and returns two
  ///     values: whether the state matches the expected value, and the actual value.
  /// - Throws: `nameTaken` if a built-in matcher or a plugin's matcher already has this name, and
  ///   `badArgument` if a kind in `covers` reports no change.
  public func matcher(
    _ name: String, summary: String, covers: Set<NavigationEvent.Kind> = [],
    match: @escaping ScriptBody
  ) throws(ScriptError) {
    let function = session.host.makeFunction(name, match)
    try add(name, summary, .function(function), to: .matcher, .matcher, covers: covers)
  }

  /// Adds a reporter for scenario runs.
  ///
  /// - Parameters:
  ///   - name: The value of `--reporter`, which consists of letters, digits, `-` and `_` and begins
  ///     with a letter.
  ///   - summary: A one-sentence description without a period, for help texts.
  ///   - steps: Functions named `start`, `scenario` and `finish`. Each function receives a table
  ///     and returns the text to write, or nothing.
  /// - Throws: `nameTaken` if a built-in reporter or a plugin's reporter already has this name.
  public func reporter(
    _ name: String, summary: String, steps: [String: ScriptBody]
  ) throws(ScriptError) {
    let fields = steps.map { step, body in
      (step, ScriptValue.function(session.host.makeFunction("\(name).\(step)", body)))
    }
    try add(name, summary, .table(ScriptTable(fields: fields)), to: .reporter, .reporter)
  }

  /// Adds a renderer, which represents the state as text.
  ///
  /// - Parameters:
  ///   - name: The argument of `app:render`, which consists of letters, digits, `-` and `_` and
  ///     begins with a letter.
  ///   - summary: A one-sentence description without a period, for help texts.
  ///   - render: A closure that receives the result of `app:state()` and returns the text.
  /// - Throws: `nameTaken` if a built-in renderer or a plugin's renderer already has this name.
  public func renderer(
    _ name: String, summary: String, render: @escaping ScriptBody
  ) throws(ScriptError) {
    try add(
      name, summary, .function(session.host.makeFunction(name, render)), to: .renderer, .renderer)
  }

  /// Adds a closed set of names that the linter checks in scripts.
  ///
  /// - Parameters:
  ///   - name: The noun with which findings refer to a name. For `step`, the code of the findings
  ///     is `unknownStep`.
  ///   - summary: A one-sentence description without a period, for help texts.
  ///   - fields: The fields to which such names are assigned, such as `step` in
  ///     `main.step = "home"`.
  ///   - calls: The position of the name in a function's arguments, keyed by function. `:emit`
  ///     refers to any method with that name, and `steps.redirect` refers to a function in a
  ///     module.
  ///   - declaredIn: The key under which definitions list known names.
  ///   - known: A closure that is called after the files have been loaded. The closure returns the
  ///     known names, or `nil` if other names may exist.
  /// - Throws: `nameTaken` if a plugin already declares names of this kind.
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
          ("known", .function(session.host.makeFunction(name, known))),
        ])), to: .names, .names)
  }

  /// Adds a member to an extensible list of the session.
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
        "\(kind.rawValue): \"\(name)\" is not a valid name; use letters, digits, - and _, "
          + "starting with a letter")
    }
    try checkReserved(name, kind)
    if point == .renderer, RendererCatalog.renderer(named: name) != nil {
      throw .taken("renderer \(name)", by: "Signalbox")
    }
    try session.host.add(
      ScriptExtension(
        name: name, parameters: parameters, summary: summary, value: value, owner: owner,
        covers: covers),
      to: point)
    note(kind, name, summary) {}
  }

  /// Throws `nameTaken` for a name that a higher-level module uses, even if this session has no
  /// member with that name.
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
  ///   - name: The name of the global, which must be a valid Lua identifier.
  ///   - body: A closure that is called for each call from a script. An error that the closure
  ///     throws is raised in the script.
  /// - Throws: `nameTaken` if the global already exists, and `badArgument` if the name is not a
  ///   valid Lua identifier.
  public func global(_ name: String, _ body: @escaping ScriptBody) throws(ScriptError) {
    try checkOpen()
    try checkReserved(name, .global)
    try session.host.define(name, owner: owner, body)
    note(.global, name) {}
  }

  /// Adds a global value for all scripts. A table is read-only for scripts.
  ///
  /// - Parameters:
  ///   - name: The name of the global, which must be a valid Lua identifier.
  ///   - value: Any value from the session, or plain data.
  /// - Throws: `nameTaken` if the global already exists, and `badArgument` if the name is not a
  ///   valid Lua identifier.
  public func global(_ name: String, value: ScriptValue) throws(ScriptError) {
    try checkOpen()
    try checkReserved(name, .global)
    try session.host.define(name, owner: owner, value: try session.view(of: value, named: name))
    note(.global, name) {}
  }
}
