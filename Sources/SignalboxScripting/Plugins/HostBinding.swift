internal import LuaRuntime
internal import Signalbox

/// What the `setup` of a plugin in Lua gets: `host`, its registrar.
enum HostBinding {
  /// Makes the type of `host`; once in a session that loads plugins.
  static func open(in session: ScriptSession) -> LuaObjectType<PluginRegistrar> {
    session.machine.makeObjectType(PluginRegistrar.self, name: "host") { _, members in
      for method in methods(session) { members.method(method.name, method.body) }
      members.index = { frame throws(LuaError) in
        let name = frame.kind(2) == .string ? frame.text(2) : "a \(frame.kind(2))"
        let hint = nameHint(for: name, in: names).map { "; \($0)" } ?? ""
        throw LuaError(code: "unknownMember", "host has no \"\(name)\"\(hint)")
      }
      members.toString = { [unowned session] frame in
        let plugin = frame.object(1, session.plugins.hostType)?.plugin ?? "?"
        frame.push("host of plugin \(plugin)")
        return 1
      }
    }
  }

  /// The names of all methods, for hints and for the test that holds the reference complete.
  static let names = [
    "coordinator", "tabs", "extend", "style", "link", "scheme", "operation", "on", "guard",
    "gesture", "command", "matcher", "reporter", "picture", "names", "word",
  ]

  private static func methods(_ session: ScriptSession) -> [Member] {
    definitions(session) + listeners(session) + HostRegistrations.methods(session)
  }

  private static func definitions(_ session: ScriptSession) -> [Member] {
    [
      method("coordinator", session) { session, host, frame throws(LuaError) in
        try session.define(.navigation, frame, from: 2, for: host)
      },
      method("tabs", session) { session, host, frame throws(LuaError) in
        try session.define(.tabs, frame, from: 2, for: host)
      },
      method("extend", session) { session, host, frame throws(LuaError) in
        try session.extend(frame, for: host)
      },
      method("style", session) { session, host, frame throws(LuaError) in
        try session.definePresentationStyle(frame, from: 2, for: host)
      },
    ]
  }

  private static func listeners(_ session: ScriptSession) -> [Member] {
    [
      method("link", session) { session, host, frame throws(LuaError) in
        let pattern = try text("link: the pattern", session, frame)
        let function = try function("link", session, frame)
        try raised { () throws(ScriptError) in
          try host.link(pattern) { [unowned session] match in
            try session.machine.call(
              function,
              { frame throws(LuaError) in
                try session.push(match, frame)
                return 1
              }, results: 1
            ) { [unowned session] frame throws(LuaError) in
              try session.linkAnswer(1, frame, "link \"\(pattern)\" of the application")
            }
          }
        }
        return 0
      },
      method("scheme", session) { session, host, frame throws(LuaError) in
        let scheme = try text("scheme: the scheme", session, frame)
        let function = try function("scheme", session, frame)
        try raised { () throws(ScriptError) in
          try host.scheme(scheme) { [unowned session] url in
            try session.rewrite(url, of: scheme, with: function)
          }
        }
        return 0
      },
      method("on", session) { session, host, frame throws(LuaError) in
        let observer = try session.observe(frame)
        host.noteObserver(observer.id, observer.kinds)
        return 1
      },
      method("guard", session) { session, host, frame throws(LuaError) in
        host.noteGuard(try session.addGuard(frame))
        return 1
      },
    ]
  }

  // MARK: - Parts

  static func method(
    _ name: String, _ session: ScriptSession,
    _ body: @escaping (ScriptSession, PluginRegistrar, LuaFrame) throws(LuaError) -> Int
  ) -> Member {
    Member(
      name,
      { [unowned session] frame throws(LuaError) in
        guard let host = frame.object(1, session.plugins.hostType) else {
          throw LuaError(
            "bad argument #1 to '\(name)' (host expected, got \(frame.kind(1)); call it with a "
              + "colon: host:\(name)(…))")
        }
        try raised { () throws(ScriptError) in try host.checkOpen() }
        return try body(session, host, frame)
      }
    )
  }

  /// Passes an error of a registration on to the script.
  static func raised(_ body: () throws(ScriptError) -> Void) throws(LuaError) {
    do throws(ScriptError) { try body() } catch { throw LuaError(error) }
  }

  private static func text(
    _ what: String, _ session: ScriptSession, _ frame: LuaFrame
  ) throws(LuaError) -> String {
    guard frame.kind(2) == .string else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(what) is \(session.shortText(frame, 2)), expected a string")
    }
    return frame.text(2)
  }

  private static func function(
    _ word: String, _ session: ScriptSession, _ frame: LuaFrame
  ) throws(LuaError) -> LuaFunction {
    guard frame.kind(3) == .function else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(word) \"\(frame.text(2))\" is given \(session.shortText(frame, 3)), "
          + "expected a function")
    }
    return try frame.function(3)
  }
}

extension PluginHost {
  /// A plugin's registrar as its `setup` gets it.
  func value(of registrar: PluginRegistrar) -> LuaValue {
    session.machine.withFrame { frame in
      frame.push(registrar, hostType)
      return frame.value(-1)
    }
  }
}

extension ScriptSession {
  /// `host:extend("Name", { … })`: adds to a coordinator until the plugin goes.
  fileprivate func extend(_ frame: LuaFrame, for host: PluginRegistrar) throws(LuaError) -> Int {
    var name = frame.object(2, handles.definition)?.name ?? ""
    if name.isEmpty { name = try definitionName("extend", frame, at: 2) }
    guard let definition = definitions[name] else {
      let hint = nameHint(for: name, in: definitions.keys).map { "; \($0)" } ?? ""
      throw LuaError(
        code: ReasonCode.unknownCoordinator.name,
        "unknownCoordinator: extend: there is no coordinator \"\(name)\"\(hint)")
    }
    let reader = DefinitionReader(session: self, kind: definition.kind, name: name)
    // Read apart first, so that a mistake leaves the definition as it was.
    let addition = try reader.definition(at: 3, in: frame)
    let before = try DefinitionParts(definition, touchedBy: addition)
    try reader.read(at: 3, in: frame, into: definition)
    do throws(LuaError) {
      try register(definition)
    } catch {
      before.restore(definition)
      throw error
    }
    host.note(.extension, name) { [unowned self] in
      guard definitions[name] === definition else { return }
      before.restore(definition)
      // What it goes back to was registered before.
      try? register(definition)
    }
    frame.push(definition, handles.definition)
    return 1
  }

  fileprivate func rewrite(
    _ url: String, of scheme: String, with function: LuaFunction
  ) throws(LuaError) -> String? {
    try machine.call(
      function,
      { (frame: LuaFrame) in
        frame.push(url)
        return 1
      }, results: 1
    ) { [self] frame throws(LuaError) in
      guard frame.isNil(1) || frame.kind(1) == .string else {
        throw LuaError(
          code: ReasonCode.badArgument.name,
          "badArgument: scheme \"\(scheme)\" gave \(shortText(frame, 1)), expected a link or nothing"
        )
      }
      return try frame.optionalString(1)
    }
  }
}

/// What an extension changes of a definition, as it was before.
private struct DefinitionParts {
  private let addition: CoordinatorDefinition
  private let old: CoordinatorDefinition
  private var methods: [(String, LuaValue)] = []

  init(
    _ definition: CoordinatorDefinition, touchedBy addition: CoordinatorDefinition
  ) throws(LuaError) {
    self.addition = addition
    old = try CoordinatorDefinition(
      name: definition.name, kind: definition.kind, methods: definition.methods, extending: nil)
    old.copyValues(of: definition)
    old.routes = definition.routes
    old.links = definition.links
    for pair in try addition.methods.pairs {
      if let name = pair.key.text { methods.append((name, try definition.methods.get(name))) }
    }
  }

  func restore(_ definition: CoordinatorDefinition) {
    definition.copyValues(of: old)
    for name in addition.routes.keys { definition.routes[name] = old.routes[name] }
    let patterns = Set(addition.links.map(\.pattern))
    definition.links =
      definition.links.filter { !patterns.contains($0.pattern) }
      + old.links.filter { patterns.contains($0.pattern) }
    for (name, value) in methods { try? definition.setMethod(name, value) }
  }
}

extension PluginRegistrar {
  /// Adds a coordinator that the plugin's Lua defines.
  func add(_ definition: CoordinatorDefinition) throws(LuaError) {
    try HostBinding.raised { () throws(ScriptError) in try checkCoordinator(definition.name) }
    try session.register(definition)
    note(.coordinator, definition.name) { [unowned session] in session.forget(definition) }
  }
}
