internal import LuaRuntime
public import Signalbox
internal import SignalboxInspector

/// What a plugin adds things through: `host` in Lua, this in Swift.
///
/// Everything belongs to the plugin. It is taken back in reverse order when `setup` fails and when
/// the session ends; from then on every call is an error. A name that is taken is refused with
/// `nameTaken`.
public final class PluginRegistrar {
  /// The session that the plugin lives in.
  public unowned let session: ScriptSession
  /// The plugin's name.
  public let plugin: String

  let owner: ScriptOwner
  private var undoings: [() -> Void] = []
  private var isOpen = true

  init(_ plugin: String, in session: ScriptSession) {
    self.plugin = plugin
    self.session = session
    owner = session.makeOwner("plugin \(plugin)")
  }

  private var registry: PluginRegistry { session.plugins.registry }
  private var engine: NavigationEngine { session.engine }

  // MARK: - Keeping account

  func checkOpen() throws(ScriptError) {
    guard isOpen, !session.isClosed else {
      throw ScriptError(
        .runtime, code: "takenBack",
        "takenBack: host of plugin \(plugin) cannot be used after its teardown")
    }
  }

  /// Notes what was added, and how it is taken back.
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

  /// Takes back everything, the newest first.
  func takeBack() {
    isOpen = false
    for undo in undoings.reversed() { undo() }
    undoings = []
    session.takeBack(owner)
  }

  /// Refuses a name of a kind that only the registry and layers above know.
  private func checkFree(
    _ kind: PluginContribution.Kind, _ name: String, as spelling: String
  ) throws(ScriptError) {
    try checkOpen()
    guard PluginManifest.isName(name) else {
      throw .badArgument("\(kind.rawValue): \"\(name)\" is no name; letters and digits make one")
    }
    if let other = registry.owner(of: kind, name) { throw .taken(spelling, by: "plugin \(other)") }
    if session.plugins.configuration.reserved[kind]?.contains(name) == true {
      throw .taken(spelling, by: "Signalbox")
    }
  }

  func refused(_ body: () throws(NavigationError) -> Void) throws(ScriptError) {
    do throws(NavigationError) { try body() } catch { throw ScriptError(error) }
  }
}

// MARK: - Navigation

extension PluginRegistrar {
  /// Adds a coordinator that routes can lead to.
  public func coordinator(_ type: CoordinatorType) throws(ScriptError) {
    try checkCoordinator(type.name)
    try refused { () throws(NavigationError) in try engine.register(type) }
    note(.coordinator, type.name) { [engine] in engine.unregister(coordinatorType: type.name) }
  }

  func checkCoordinator(_ name: String) throws(ScriptError) {
    try checkOpen()
    guard engine.coordinatorType(named: name) == nil else {
      let owner = registry.owner(of: .coordinator, name).map { "plugin \($0)" } ?? "a script"
      throw .taken("coordinator \(name)", by: owner)
    }
  }

  /// Adds a presentation style.
  public func style(_ style: PresentationStyle) throws(ScriptError) {
    try checkOpen()
    if engine.customStyleNames.contains(style.name) {
      let owner = registry.owner(of: .style, style.name).map { "plugin \($0)" } ?? "a script"
      throw .taken("presentationStyle \(style.name)", by: owner)
    }
    try refused { () throws(NavigationError) in _ = try engine.register(style) }
    note(.style, style.name) { [engine] in engine.unregister(style: style.name) }
  }

  /// Opens links of a pattern that no running coordinator takes.
  public func link(
    _ pattern: String, open: @escaping (LinkMatch) throws -> LinkAnswer
  ) throws(ScriptError) {
    try checkOpen()
    var id: LinkID?
    try refused { () throws(NavigationError) in id = try engine.addLink(pattern, open: open) }
    note(.link, pattern) { [engine] in
      if let id { engine.removeLink(id) }
    }
  }

  /// Rewrites the links of a scheme before they are matched; `nil` leaves a link as it is.
  public func scheme(
    _ scheme: String, rewrite: @escaping (String) throws -> String?
  ) throws(ScriptError) {
    try checkOpen()
    let name = scheme.lowercased()
    guard !name.isEmpty, !name.contains(":"), !name.contains("/") else {
      throw .badArgument("scheme: \"\(scheme)\" is no scheme; \"shop\" is that of shop://home")
    }
    if let other = registry.owner(of: .scheme, name) {
      throw .taken("scheme \(name)", by: "plugin \(other)")
    }
    engine.setScheme(name, rewrite)
    note(.scheme, name) { [engine] in engine.setScheme(name, nil) }
  }

  /// Adds a method of routers and coordinators. It runs as one batch: one step of undo, all or
  /// nothing.
  ///
  /// - Parameter run: Submits operations for the coordinator that it was called on.
  public func operation(
    _ name: String, summary: String, parameters: [PluginParameter] = [],
    run: @escaping (CoordinatorID, [ScriptValue]) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    try checkOpen()
    let body = session.batchBody(name, parameters, run)
    try session.define(name, on: .router, owner: owner, body)
    note(.operation, name, summary) {}
  }

  /// Hears events of some kinds.
  public func on(
    _ kinds: Set<NavigationEvent.Kind>, _ hear: @escaping (NavigationEvent) throws -> Void
  ) throws(ScriptError) {
    try checkOpen()
    let id = engine.observeNumbers(Array(kinds), owner: nil) { [unowned engine] number in
      if let event = engine.event(numbered: number) { try hear(event) }
    }
    noteObserver(id, kinds.map(\.name).sorted().joined(separator: " "))
  }

  func noteObserver(_ id: ObserverID, _ name: String) {
    note(.observer, name) { [engine] in engine.stopObserving(id) }
  }

  /// Asks before anything changes.
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
  /// Adds a method of the application that stands for its user: `app:shake()`.
  public func gesture(
    _ name: String, summary: String, run: @escaping ScriptBody
  ) throws(ScriptError) {
    try checkOpen()
    try session.define(name, on: .app, owner: owner, run)
    note(.gesture, name, summary) {}
  }

  /// Adds a command of the prompt.
  public func command(_ command: PluginCommand) throws(ScriptError) {
    try checkFree(.command, command.name, as: "command .\(command.name)")
    registry.add(command)
    note(.command, command.name, command.summary) { [registry] in
      registry.removeCommand(command.name)
    }
  }

  /// Adds a matcher of scenarios.
  public func matcher(_ matcher: PluginMatcher) throws(ScriptError) {
    try checkFree(.matcher, matcher.name, as: "matcher \(matcher.name)")
    registry.add(matcher)
    note(.matcher, matcher.name, matcher.summary) { [registry] in
      registry.removeMatcher(matcher.name)
    }
  }

  /// Adds a reporter of scenarios.
  public func reporter(_ reporter: PluginReporter) throws(ScriptError) {
    try checkFree(.reporter, reporter.name, as: "reporter \(reporter.name)")
    registry.add(reporter)
    note(.reporter, reporter.name, reporter.summary) { [registry] in
      registry.removeReporter(reporter.name)
    }
  }

  /// Adds a picture of the state.
  public func picture(_ picture: PluginPicture) throws(ScriptError) {
    try checkFree(.picture, picture.name, as: "picture \(picture.name)")
    guard PictureCatalog.picture(named: picture.name) == nil else {
      throw .taken("picture \(picture.name)", by: "Signalbox")
    }
    registry.add(picture)
    note(.picture, picture.name, picture.summary) { [registry] in
      registry.removePicture(picture.name)
    }
  }

  /// Adds a word that all scripts can call.
  public func word(_ name: String, _ body: @escaping ScriptBody) throws(ScriptError) {
    try checkOpen()
    try session.define(name, owner: owner, body)
    note(.word, name) {}
  }

  /// Adds a word that stands for a value; scripts see a table of it and cannot change it.
  public func word(_ name: String, value: ScriptValue) throws(ScriptError) {
    try checkOpen()
    try session.define(name, owner: owner, value: try session.view(of: value, named: name))
    note(.word, name) {}
  }
}
