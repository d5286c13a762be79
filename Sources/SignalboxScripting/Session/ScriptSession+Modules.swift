internal import LuaRuntime

/// A module that has been required.
struct LoadedModule {
  /// `nil` while it loads.
  var value: LuaValue?
}

extension ScriptSession {
  /// `require`: runs a module once and gives its value from then on.
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
      let function = try machine.load(
        module.source, chunkName: "@\(module.path)", environment: machine.makeEnvironment(),
        isFile: true)
      let value = try machine.call(
        function,
        { (frame: LuaFrame) in
          frame.push(name)
          frame.push(module.path)
          return 2
        }, results: 1, { $0.value(1) })
      modules[name] = LoadedModule(value: value == .nil ? true : value)
      frame.push(value == .nil ? true : value)
      return 1
    } catch {
      modules[name] = nil
      throw error
    }
  }

  /// Pushes what Lua itself has loaded under a name, `_G` or one of its libraries, which goes before
  /// files of that name as in Lua. Lua stack: +1 where it returns true.
  func pushLibrary(_ name: String, _ frame: LuaFrame) throws(LuaError) -> Bool {
    if name == "_G" {
      frame.pushCallersEnvironment()
      return true
    }
    guard let library = try machine.library(named: name) else { return false }
    frame.push(library)
    return true
  }

  /// The script's own module; `nil` where there is none.
  private func find(_ name: String) throws(LuaError) -> ScriptModule? {
    do throws(ScriptError) {
      return try configuration.modules?.module(named: name)
    } catch {
      throw LuaError(code: ScriptError.moduleCode, "require: \(error.message)")
    }
  }

  /// The module of a plugin; a script's own goes before it.
  private func pluginModule(_ name: String) throws(LuaError) -> LuaValue {
    if let value = try plugins.module(name) { return value }
    guard let source = configuration.modules else {
      throw LuaError(
        code: ScriptError.moduleCode,
        "require: module \"\(name)\" not found: this session has no module folders")
    }
    let places = source.searched(for: name).map { "\n  no file \($0)" }.joined()
    let hint = plugins.hint(for: name).map {
      "\n  no plugin \"\(PluginHost.plugin(of: name))\"; \($0)"
    }
    throw LuaError(
      code: ScriptError.moduleCode,
      "require: module \"\(name)\" not found:\(places)\(hint ?? "")")
  }
}
