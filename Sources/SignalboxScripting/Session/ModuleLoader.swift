internal import LuaRuntime

/// Loads and stores the modules that scripts require.
final class ModuleLoader {
  /// The modules, keyed by name.
  private var modules: [String: LoadedModule] = [:]
  private unowned let session: ScriptSession
  private let luaState: LuaState

  init(_ session: ScriptSession) {
    self.session = session
    luaState = session.luaState
  }

  /// A copy of the modules at one point in time.
  struct Contents {
    fileprivate let modules: [String: LoadedModule]
  }

  /// The modules, which a checkpoint saves and restores.
  var contents: Contents {
    get { Contents(modules: modules) }
    set { modules = newValue.modules }
  }

  func removeAll() { modules = [:] }

  /// Implements `require`, which runs a module once and then always returns the module's value.
  func require(_ frame: LuaFrame) throws(LuaError) -> Int {
    let name = try frame.string(1)
    if try pushLibrary(name, frame) { return 1 }
    if let module = modules[name] {
      guard let value = module.value else {
        throw LuaError(
          code: ScriptError.moduleCode, "require: module \"\(name)\" requires itself")
      }
      frame.push(value)
      return 1
    }
    guard let module = try find(name) else {
      frame.push(try pluginModule(name))
      return 1
    }
    modules[name] = LoadedModule()
    do throws(LuaError) {
      let function = try luaState.load(
        module.source, chunkName: "@\(module.path)", environment: luaState.makeEnvironment(),
        isFile: true)
      let value = try luaState.result(of: function, .string(name), .string(module.path))
      modules[name] = LoadedModule(value: value == .nil ? true : value)
      frame.push(value == .nil ? true : value)
      return 1
    } catch {
      modules[name] = nil
      throw error
    }
  }

  /// Pushes one of Lua's own libraries, or `_G`, and returns whether the name refers to one of
  /// them. As in Lua, libraries take precedence over files with the same name. Lua stack: +1 if the
  /// result is `true`.
  func pushLibrary(_ name: String, _ frame: LuaFrame) throws(LuaError) -> Bool {
    if name == "_G" {
      frame.pushCallersEnvironment()
      return true
    }
    guard let library = try luaState.library(named: name) else { return false }
    frame.push(library)
    return true
  }

  /// Returns a module from the session's module source, or `nil` if there is none.
  private func find(_ name: String) throws(LuaError) -> ScriptModule? {
    do throws(ScriptError) {
      return try session.configuration.modules?.module(named: name)
    } catch {
      throw LuaError(code: ScriptError.moduleCode, "require: \(error.message)")
    }
  }

  /// Returns a plugin's module. A module from the session's module source takes precedence.
  private func pluginModule(_ name: String) throws(LuaError) -> LuaValue {
    if let value = try session.plugins.module(name) { return value }
    guard let source = session.configuration.modules else {
      throw LuaError(
        code: ScriptError.moduleCode,
        "require: module \"\(name)\" not found: this session has no module folders")
    }
    let places = source.searched(for: name).map { "\n  no file \($0)" }.joined()
    let hint = session.plugins.hint(for: name).map {
      "\n  no plugin \"\(PluginHost.plugin(of: name))\"; \($0)"
    }
    throw LuaError(
      code: ScriptError.moduleCode,
      "require: module \"\(name)\" not found:\(places)\(hint ?? "")")
  }
}

/// A module that a script has required.
struct LoadedModule {
  /// The module's value, or `nil` while the module is loading.
  var value: LuaValue?
}
