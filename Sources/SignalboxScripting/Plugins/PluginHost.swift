internal import LuaRuntime
internal import Signalbox

/// The plugins of a session. A plugin host finds, reads, orders, sets up and removes them.
///
/// A plugin that fails to load is rejected with a single report, and its registrations are removed.
/// Plugins that do not depend on it continue to load. Each plugin is set up after its dependencies.
/// Otherwise, plugins are sorted by the bytes of their names.
public final class PluginHost {
  /// The members that plugins have added.
  public let registry = PluginRegistry()
  /// The plugins that have been set up, in the order in which they were set up.
  public private(set) var loaded: [Plugin] = []
  /// The rejections of plugins that were not set up, oldest first.
  public private(set) var rejections: [PluginRejection] = []

  package let configuration: PluginConfiguration
  unowned let session: ScriptSession
  private(set) lazy var hostType = HostBinding.open(in: session)
  private lazy var sources = PluginSources(configuration)
  private var plugins: [String: Plugin] = [:]
  /// The plugins whose manifests are being read, outermost first.
  private var reading: [String] = []

  init(_ configuration: PluginConfiguration, session: ScriptSession) {
    self.configuration = configuration
    self.session = session
  }

  /// A function that restores the current plugins after the memory of the session has been
  /// restored, or `nil` if the plugins cannot be restored, because a plugin in Swift has been read
  /// or a plugin is being read.
  var restoring: (() -> Void)? {
    var restoring: [() -> Void] = []
    for plugin in plugins.values {
      guard let code = plugin.code.restoring else { return nil }
      let (state, manifest, registrar) = (plugin.state, plugin.manifest, plugin.registrar)
      restoring += [
        code, registrar?.restoring ?? {},
        { (plugin.state, plugin.manifest, plugin.registrar) = (state, manifest, registrar) },
      ]
    }
    guard reading.isEmpty else { return nil }
    // Reading the property opens the type, which happens once for each Lua state.
    _ = hostType
    let (loaded, rejections, plugins) = (loaded, rejections, plugins)
    let contributions = registry.contributions
    return { [unowned self] in
      (self.loaded, self.rejections, self.plugins) = (loaded, rejections, plugins)
      registry.contributions = contributions
      for restore in restoring { restore() }
    }
  }

  /// The sorted names of all plugins, loaded or not.
  package var names: [String] { sources.names }

  /// Returns the innermost active line that does not belong to a plugin, which is the line that
  /// called a plugin's function.
  ///
  /// - Returns: The line, or `nil` if no script is running. If only plugins are running, the result
  ///   is the innermost line of a plugin.
  func place(outOfPlugins frame: LuaFrame) -> ScriptLocation? {
    let nearest = frame.place
    guard let nearest, isCode(nearest.file) else { return nearest }
    for level in 2...Self.maxDepth {
      guard let location = frame.location(level: level).map(ScriptLocation.init) else { break }
      if !isCode(location.file) { return location }
    }
    return nearest
  }

  /// The maximum number of stack levels to search for a script's line.
  private static let maxDepth = 24

  private func isCode(_ file: String) -> Bool {
    plugins.values.contains { file.hasPrefix("\($0.path)/lua/") || file == "\($0.path)/plugin.lua" }
  }

  // MARK: - Loading

  /// Loads the plugins that load at startup: the host's plugins, the plugins of libraries that load
  /// at startup, and the plugins that the configuration names.
  ///
  /// - Throws: `interrupted` if the user stopped the loading. Rejections are added to
  ///   ``rejections``.
  public func loadAtStart() throws(ScriptError) {
    try load(sources.start)
    rejections += sources.strays(of: configuration)
  }

  /// Loads a plugin and its dependencies. Has no effect if the plugin is already loaded.
  ///
  /// - Parameter name: The name of a plugin in any library. An unknown name is an error that
  ///   suggests a similar name, if there is one.
  /// - Throws: The rejection, if the plugin is rejected.
  public func load(_ name: String) throws(ScriptError) {
    guard sources.source(of: name) != nil else {
      let hint = nameHint(for: name, in: sources.names)
      throw PluginRejection(name, at: "", .missing, "there is no such plugin", hint: hint).error
    }
    if let first = reading.firstIndex(of: name) {
      let way = reading[first...] + [name]
      throw ScriptError(
        .module, code: PluginRejection.Reason.cycle.rawValue,
        "plugin \"\(name)\" depends on itself: \(way.joined(separator: " → "))")
    }
    try load([name])
    if let rejection = plugins[name]?.rejection { throw rejection.error }
  }

  private func load(_ names: [String]) throws(ScriptError) {
    var dependencies: [String: [String]] = [:]
    for name in names { try gather(name, &dependencies) }
    let order = PluginOrder(dependencies)
    for (name, way) in order.cycles.sorted(by: { $0.key < $1.key }) {
      guard let plugin = plugins[name] else { continue }
      reject(
        plugin, .cycle, "it depends on itself: \(way.joined(separator: " → "))",
        hint: "remove a dependency from this cycle, or move the shared code into another plugin")
    }
    for name in order.names {
      if let plugin = plugins[name] { try setUp(plugin) }
    }
  }

  /// Reads the manifests of a plugin and its dependencies.
  private func gather(
    _ name: String, _ dependencies: inout [String: [String]]
  ) throws(ScriptError) {
    guard dependencies[name] == nil, let plugin = try read(name), case .available = plugin.state,
      let manifest = plugin.manifest
    else { return }
    dependencies[name] = manifest.dependencies
    for need in manifest.dependencies { try gather(need, &dependencies) }
  }

  /// Returns the plugin with the given name and its manifest or rejection, or `nil` if there is no
  /// such plugin.
  private func read(_ name: String) throws(ScriptError) -> Plugin? {
    if let plugin = plugins[name] { return plugin }
    guard let source = sources.source(of: name) else { return nil }
    let plugin = try source.makePlugin(in: session)
    plugins[name] = plugin
    reading.append(name)
    defer { reading.removeLast() }
    let clock = ContinuousClock()
    let start = clock.now
    do throws(PluginRejection) {
      plugin.manifest = try plugin.code.readManifest()
    } catch {
      try reject(plugin, error)
    }
    plugin.loadTime = clock.now - start
    return plugin
  }

  private func setUp(_ plugin: Plugin) throws(ScriptError) {
    guard case .available = plugin.state, let manifest = plugin.manifest,
      isSatisfied(plugin, manifest)
    else { return }
    let registrar = PluginRegistrar(plugin.name, in: session)
    plugin.registrar = registrar
    plugin.state = .settingUp
    let clock = ContinuousClock()
    let start = clock.now
    do throws(ScriptError) {
      let options = configuration.options[plugin.name] ?? .table(ScriptTable([]))
      try session.inputs.perform(timeout: configuration.limit) { () throws(LuaError) in
        try raised { () throws(ScriptError) in
          try plugin.code.setup(registrar, options: options, permitted: manifest.permissions)
        }
      }
      plugin.state = .loaded
      loaded.append(plugin)
    } catch {
      registrar.takeBack()
      try reject(plugin, PluginRejection(plugin.name, at: plugin.path, error, while: "setup"))
    }
    plugin.loadTime += clock.now - start
  }

  // MARK: - Dependencies

  /// Returns whether a plugin's dependencies are loaded, all plugins that its code has required are
  /// among them, and its permissions are granted. Otherwise, this method rejects the plugin.
  private func isSatisfied(_ plugin: Plugin, _ manifest: PluginManifest) -> Bool {
    for need in manifest.dependencies where plugins[need]?.isLoaded != true {
      if plugins[need] != nil {
        reject(
          plugin, .missing, "it depends on plugin \"\(need)\", which was rejected",
          hint: "see the rejection of that plugin")
      } else {
        let known = nearestName(to: need, in: sources.names).map { "did you mean \"\($0)\"?" }
        reject(
          plugin, .missing, "it depends on plugin \"\(need)\", which was not found",
          hint: known ?? "install it as plugins/\(need)")
      }
      return false
    }
    if let other = plugin.code.required.first(where: { !manifest.dependencies.contains($0) }) {
      reject(
        plugin, .missing,
        "its code requires plugin \"\(other)\", which is not among its dependencies",
        hint: "add \"\(other)\" to dependencies in \(plugin.path)/plugin.lua")
      return false
    }
    return isPermitted(plugin, manifest)
  }

  private func isPermitted(_ plugin: Plugin, _ manifest: PluginManifest) -> Bool {
    guard let rejection = configuration.denial(of: manifest, at: plugin.path) else { return true }
    note(plugin, rejection)
    return false
  }

  private func reject(
    _ plugin: Plugin, _ reason: PluginRejection.Reason, _ what: String, hint: String
  ) {
    note(plugin, PluginRejection(plugin.name, at: plugin.path, reason, what, hint: hint))
  }

  /// Rejects a plugin whose code failed. If the user stopped the code, also throws the error.
  private func reject(_ plugin: Plugin, _ rejection: PluginRejection) throws(ScriptError) {
    note(plugin, rejection)
    if rejection.error.kind == .interrupted { throw rejection.error }
  }

  private func note(_ plugin: Plugin, _ rejection: PluginRejection) {
    plugin.state = .rejected(rejection)
    rejections.append(rejection)
  }

  // MARK: - Using

  /// Returns the plugin with the given name, or `nil` if no plugin with that name has been read.
  ///
  /// - Parameter name: The name of the plugin.
  public func plugin(named name: String) -> Plugin? { plugins[name] }

  /// Returns the name of the plugin that contains a module, which is the part of the module's name
  /// before the first dot.
  static func plugin(of module: String) -> String { String(module.prefix { $0 != "." }) }

  /// Returns a hint that suggests the plugin with the most similar name, or `nil` if there is none.
  func hint(for module: String) -> String? {
    nearestName(to: Self.plugin(of: module), in: sources.names).map { "did you mean \"\($0)\"?" }
  }

  /// Returns the result of `require` for code outside the plugin, or `nil` if the plugin does not
  /// exist. Loads the plugin if necessary.
  func module(_ name: String) throws(LuaError) -> LuaValue? {
    let head = Self.plugin(of: name)
    guard sources.source(of: head) != nil else { return nil }
    try raised { () throws(ScriptError) in try load(head) }
    guard let plugin = plugins[head], plugin.isLoaded else {
      throw LuaError(
        code: ScriptError.moduleCode,
        "require: plugin \"\(head)\" is being set up; require it when its setup has ended")
    }
    return try session.luaState.view(of: try plugin.code.module(name), named: name)
  }

  /// The maximum wall-clock time that ``tearDown(timeout:)`` takes with the limits in the
  /// configuration.
  var timeToTearDown: Duration { configuration.limit * loaded.count }

  /// Ends all plugins, newest first, and removes everything that they have added. Subsequent calls
  /// have no effect.
  ///
  /// - Parameter timeout: The wall-clock limit for each plugin, or `nil` to use the limit in the
  ///   configuration.
  /// - Returns: The errors of the `teardown` functions. These errors are not reported as errors of
  ///   callbacks.
  package func tearDown(timeout: Duration? = nil) -> [ScriptError] {
    var errors: [ScriptError] = []
    for plugin in loaded.reversed() {
      do throws(ScriptError) {
        try session.inputs.perform(timeout: timeout ?? configuration.limit) { () throws(LuaError) in
          try raised { () throws(ScriptError) in try plugin.code.teardown() }
        }
      } catch {
        var error = error
        error.message = "teardown of plugin \"\(plugin.name)\" failed: \(error.message)"
        errors.append(error)
      }
      plugin.registrar?.takeBack()
      plugin.state = .available
    }
    loaded = []
    return errors
  }

  /// Returns the Lua value for a registrar, which a plugin's `setup` receives.
  func value(of registrar: PluginRegistrar) -> LuaValue {
    session.luaState.withFrame { frame in
      frame.push(registrar, hostType)
      return frame.value(-1)
    }
  }
}
