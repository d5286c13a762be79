internal import LuaRuntime

/// The Lua code of a folder plugin, which runs in its own environment.
final class LuaPlugin: PluginCode {
  let folder: PluginFolder
  private unowned let session: ScriptSession
  private let library: any PluginLibrary
  private let environment: LuaTable
  private let gate: PermissionGate
  private var modules: [String: LoadedModule] = [:]
  private var setupFunction: ScriptFunction?
  private var teardownFunction: ScriptFunction?
  private(set) var required: [String] = []
  /// The plugins that the code may require, or `nil` if the manifest has not been read yet.
  private var needed: [String]?

  var path: String { folder.path }

  init(
    _ folder: PluginFolder, in library: any PluginLibrary, session: ScriptSession
  ) throws(ScriptError) {
    self.folder = folder
    self.library = library
    self.session = session
    environment = session.luaState.makeEnvironment()
    gate = PermissionGate(folder.name, path: folder.path, session: session)
    do throws(LuaError) {
      try gate.open(in: environment)
      let function = session.luaState.makeFunction("require") {
        [weak self] frame throws(LuaError) in
        guard let self else { throw LuaError("require: the plugin is no longer loaded") }
        let name = try frame.string(1)
        if try session.moduleLoader.pushLibrary(name, frame) { return 1 }
        frame.push(try require(name))
        return 1
      }
      try environment.set("require", .function(function))
    } catch {
      throw ScriptError(error)
    }
  }

  // MARK: - Loading

  func readManifest() throws(PluginRejection) -> PluginManifest {
    let value: ScriptValue
    do throws(ScriptError) {
      guard let source = try library.text("plugin.lua", of: folder) else {
        throw ScriptError(.module, "\(path)/plugin.lua does not exist")
      }
      value = try run(source, "plugin.lua")
    } catch {
      throw PluginRejection(folder.name, at: path, error, while: "loading plugin.lua")
    }
    let manifest = try ManifestReader(name: folder.name, path: path).manifest(value)
    needed = manifest.dependencies
    setupFunction = value.table?["setup"].function
    teardownFunction = value.table?["teardown"].function
    return manifest
  }

  func setup(
    _ host: PluginRegistrar, options: ScriptValue, permitted: [Permission]
  ) throws(ScriptError) {
    gate.permitted = permitted
    guard let setupFunction else { return }
    let value = session.value(of: session.plugins.value(of: host))
    try setupFunction.call([value, options])
  }

  func teardown() throws(ScriptError) { try teardownFunction?.call() }

  func health() throws(ScriptError) -> [HealthEntry]? {
    guard let source = try library.text("health.lua", of: folder) else { return nil }
    let value = try run(source, "health.lua")
    guard let function = value.function else {
      throw ScriptError(
        .runtime, "health.lua returned \(value.kindName), expected a function",
        hint: "end the file with: return function(health) … end")
    }
    return try HealthEntry.collect(from: function, in: session, session.plugins.configuration.limit)
  }

  private func run(_ source: [UInt8], _ file: String) throws(ScriptError) -> ScriptValue {
    try session.inputs.perform(timeout: session.plugins.configuration.limit) {
      () throws(LuaError) in
      let function = try session.luaState.load(
        source, chunkName: "@\(path)/\(file)", environment: environment)
      return session.value(of: try session.luaState.result(of: function))
    }
  }

  var restoring: (() -> Void)? {
    let (modules, required, permitted) = (modules, required, gate.permitted)
    return { [self] in
      self.modules = modules
      self.required = required
      gate.permitted = permitted
    }
  }

  // MARK: - Modules

  /// Implements `require` for the plugin's own code, which can load the modules of the plugin and
  /// of its dependencies.
  private func require(_ name: String) throws(LuaError) -> LuaValue {
    let head = PluginHost.plugin(of: name)
    if head == folder.name { return try module(name) }
    if let needed, !needed.contains(head) {
      throw LuaError(
        code: ScriptError.moduleCode,
        "require: plugin \"\(folder.name)\" does not depend on \"\(head)\"; add \"\(head)\" to "
          + "dependencies in \(path)/plugin.lua")
    }
    required.append(head)
    if let value = try session.plugins.module(name) { return value }
    throw LuaError(
      code: ScriptError.moduleCode,
      "require: there is no plugin \"\(head)\"; a plugin's code finds "
        + "its own modules as \"\(folder.name).name\"")
  }

  func module(_ name: String) throws(LuaError) -> LuaValue {
    if let module = modules[name] {
      guard let value = module.value else {
        throw LuaError(code: ScriptError.moduleCode, "require: module \"\(name)\" requires itself")
      }
      return value
    }
    let (file, source) = try find(name)
    modules[name] = LoadedModule()
    do throws(LuaError) {
      let function = try session.luaState.load(
        source, chunkName: "@\(path)/\(file)", environment: environment)
      let value = try session.luaState.result(
        of: function, .string(name), .string("\(path)/\(file)"))
      modules[name] = LoadedModule(value: value == .nil ? true : value)
      return value == .nil ? true : value
    } catch {
      modules[name] = nil
      throw error
    }
  }

  private func find(_ name: String) throws(LuaError) -> (file: String, source: [UInt8]) {
    let files = Self.files(of: name)
    do throws(ScriptError) {
      for file in files {
        if let source = try library.text(file, of: folder) { return (file, source) }
      }
    } catch {
      throw LuaError(code: ScriptError.moduleCode, "require: \(error.message)")
    }
    let places = files.map { "\n  no file \(path)/\($0)" }.joined()
    throw LuaError(
      code: ScriptError.moduleCode, "require: module \"\(name)\" not found:\(places)")
  }

  /// Returns the files that may contain a module, such as `lua/init.lua` for `todo`, or
  /// `lua/a/b.lua` and `lua/a/b/init.lua` for `todo.a.b`.
  private static func files(of name: String) -> [String] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
    if parts.isEmpty { return ["lua/init.lua"] }
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && !part.contains { $0 == "/" || $0 == "\\" || $0 == "\0" }
    }
    guard isPlain else { return [] }
    let path = "lua/" + parts.joined(separator: "/")
    return ["\(path).lua", "\(path)/init.lua"]
  }
}
