internal import LuaRuntime
internal import Signalbox

/// The globals of every script.
extension ScriptSession {
  /// A global with its function.
  private struct Global {
    let name: String
    let body: (ScriptSession, LuaFrame) throws(LuaError) -> Int
  }

  private static var globals: [Global] {
    [
      Global(name: "coordinator") { session, frame throws(LuaError) in
        try session.define(.navigation, frame)
      },
      Global(name: "tabs") { session, frame throws(LuaError) in
        try session.define(.tabs, frame)
      },
      Global(name: "application") { session, frame throws(LuaError) in
        try session.defineApplication(frame)
      },
      Global(name: "presentationStyle") { session, frame throws(LuaError) in
        try session.definePresentationStyle(frame)
      },
      Global(name: "screen") { session, frame throws(LuaError) in try session.describeScreen(frame)
      },
      Global(name: "object") { session, frame throws(LuaError) in try session.defineObject(frame) },
      Global(name: "after") { session, frame throws(LuaError) in try session.after(frame) },
      Global(name: "require") { session, frame throws(LuaError) in try session.require(frame) },
    ]
  }

  func bindGlobals() {
    for global in Self.globals {
      luaState.define(global.name) { [unowned self] frame throws(LuaError) in
        try global.body(self, frame)
      }
    }
    luaState.defineLibrary("clock", clockFunctions())
    luaState.withFrame { frame in
      frame.push(handle: 0, handles.app)
      luaState.define("app", value: frame.value(-1))
    }
  }

  /// The globals of every script, for the test that checks the reference for completeness.
  package static var globalNames: Set<String> { Set(globals.map(\.name) + ["clock", "app"]) }

  // MARK: - Definitions

  /// `coordinator "Name" { … }`, or with both as arguments.
  ///
  /// - Parameters:
  ///   - first: The index of the name.
  ///   - host: The plugin that defines it.
  func define(
    _ kind: CoordinatorKind, _ frame: LuaFrame, from first: Int = 1,
    for host: PluginRegistrar? = nil
  ) throws(LuaError) -> Int {
    let word = kind == .tabs ? "tabs" : "coordinator"
    let name = try definitionName(word, frame, at: first)
    let reader = DefinitionReader(session: self, kind: kind, name: name)
    if frame.count > first { return try finishDefinition(reader, at: first + 1, frame, host) }
    frame.pushFunction(word) { [unowned self] frame throws(LuaError) in
      try finishDefinition(reader, at: 1, frame, host)
    }
    return 1
  }

  private func finishDefinition(
    _ reader: DefinitionReader, at index: Int, _ frame: LuaFrame, _ host: PluginRegistrar?
  ) throws(LuaError) -> Int {
    let definition = try reader.definition(at: index, in: frame)
    definition.place = plugins.place(outOfPlugins: frame)
    if let host { try host.add(definition) } else { try register(definition) }
    frame.push(definition, handles.definition)
    return 1
  }

  func definitionName(
    _ word: String, _ frame: LuaFrame, at index: Int = 1
  ) throws(LuaError) -> String {
    guard frame.kind(index) == .string, case let name = try frame.string(index), !name.isEmpty
    else {
      throw LuaError.badArgument(
        "\(word): got \(shortText(frame, index)), expected a name: "
          + "\(word) \"Name\" { … }")
    }
    return name
  }

  /// Defines a global that takes a name and a value: `name "Title" { … }`, or both as arguments.
  ///
  /// - Parameter finish: Receives the name, and the index of the value among the arguments.
  func named(
    _ word: String, _ frame: LuaFrame,
    _ finish: @escaping (String, Int, LuaFrame) throws(LuaError) -> Int
  ) throws(LuaError) -> Int {
    let name = try definitionName(word, frame)
    if frame.count > 1 { return try finish(name, 2, frame) }
    frame.pushFunction(word) { frame throws(LuaError) in try finish(name, 1, frame) }
    return 1
  }

  /// `application "Name" { main = "Home" }`.
  private func defineApplication(_ frame: LuaFrame) throws(LuaError) -> Int {
    try named("application", frame) { [unowned self] name, index, frame throws(LuaError) in
      try finishApplication(name, at: index, frame)
    }
  }

  static let applications = DefinitionSchema<String?>(
    "ApplicationTable", "The keys of `application \"Name\"`.",
    [
      .coordinator(
        "main", { $0 = $1 }, type: "string|signalbox.Definition",
        "the main coordinator, which `app:launch()` starts")
    ])

  private func finishApplication(
    _ name: String, at index: Int, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    let spec = SpecReader(session: self, path: "application \"\(name)\"")
    guard frame.kind(index) == .table else {
      throw LuaError.badArgument(
        "\(spec.path) is followed by \(shortText(frame, index)), expected "
          + "{ main = \"Coordinator\" }")
    }
    var main: String?
    try Self.applications.read(at: index, in: frame, spec, into: &main)
    guard let main else {
      throw LuaError.badArgument(
        "\(spec.path) needs main, the name of a coordinator")
    }
    loaded.application = ApplicationDefinition(name: name, main: main)
    return 0
  }

  /// `screen(name, { title =, actions =, args = })`: describes a screen that a route returns.
  private func describeScreen(_ frame: LuaFrame) throws(LuaError) -> Int {
    let name = try definitionName("screen", frame)
    let spec = SpecReader(session: self, path: "screen \"\(name)\"")
    var description = ScreenDescription(name: name)
    if !frame.isNil(2) {
      try ScreenDescription.schema.read(at: 2, in: frame, spec, into: &description)
    }
    frame.push(description, handles.screenDescription)
    return 1
  }

  // MARK: - Time

  /// `after("2s", fn, owner?)`: runs a function at a virtual time; cancelled with the coordinator
  /// whose method called, or with `owner`.
  private func after(_ frame: LuaFrame) throws(LuaError) -> Int {
    let delay = try TimeReader.milliseconds(at: 1, in: frame, path: "after: the delay")
    let function = try frame.function(2)
    let owner = try timerOwner(frame)
    let timer = engine.after(.milliseconds(delay), owner: owner) { [weak self] in
      guard let self, !isClosed else { return }
      if let owner { beginMethod(of: owner) }
      defer { if owner != nil { endMethod() } }
      try luaState.call(function, { _ in 0 }, results: 0) { _ in }
    }
    frame.pushFunction("cancel") { [unowned self] frame in
      frame.push(engine.cancel(timer))
      return 1
    }
    return 1
  }

  /// Returns the coordinator that a timer belongs to; `nil` if it belongs to the application.
  private func timerOwner(_ frame: LuaFrame) throws(LuaError) -> CoordinatorID? {
    let owner: CoordinatorID?
    if frame.isNil(3) {
      owner = try self.owner(of: 2, in: frame, for: "after")
    } else if let coordinator = frame.coordinator(3, handles) {
      owner = coordinator
    } else if frame.handle(3, handles.app) != nil {
      owner = nil
    } else {
      throw LuaError.badArgument(
        "after: the owner is \(shortText(frame, 3)), expected a coordinator, or app for "
          + "a timer that no coordinator cancels")
    }
    if let owner, !engine.isAlive(owner) {
      throw LuaError(
        code: ReasonCode.stale.name,
        "stale: after: coordinator \(owner) has finished, so its timer would never fire; pass app as "
          + "the owner for one that no coordinator cancels")
    }
    return owner
  }

  private func clockFunctions() -> [(String, LuaNativeBody)] {
    [
      (
        "now",
        { [unowned self] frame in
          frame.push(engine.milliseconds)
          return 1
        }
      ),
      (
        "advance",
        { [unowned self] frame throws(LuaError) in
          let span = try TimeReader.milliseconds(at: 1, in: frame, path: "clock.advance: the span")
          guard engine.advance(by: .milliseconds(span)) else { throw fromCallback("clock.advance") }
          return 0
        }
      ),
      (
        "settle",
        { [unowned self] _ throws(LuaError) in
          guard engine.settle() else { throw fromCallback("clock.settle") }
          return 0
        }
      ),
      ("manual", clockMode(isAutomatic: false)),
      ("automatic", clockMode(isAutomatic: true)),
    ]
  }

  private func clockMode(isAutomatic: Bool) -> LuaNativeBody {
    { [unowned self] _ in
      engine.isClockAutomatic = isAutomatic
      return 0
    }
  }

  private func fromCallback(_ name: String) -> LuaError {
    LuaError(
      code: "inCallback",
      "inCallback: \(name) cannot be called from a callback; time passes when it has returned")
  }
}
