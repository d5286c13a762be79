internal import LuaRuntime
internal import Signalbox

/// A function that all scripts can call, and its description.
struct ScriptGlobal: Sendable {
  typealias Body = @Sendable (ScriptSession, LuaFrame) throws(LuaError) -> Int

  let entry: ScriptReference.Entry
  fileprivate let body: Body

  private init(
    _ name: String, _ parameters: [ScriptReference.Parameter], returns type: String = "",
    _ summary: String, body: @escaping Body
  ) {
    entry = .function(name, parameters, returns: type, summary)
    self.body = body
  }

  fileprivate func body(in session: ScriptSession) -> LuaNativeBody {
    { [unowned session, body] frame throws(LuaError) in try body(session, frame) }
  }

  static let all = [
    ScriptGlobal(
      "coordinator", [.init("name", "string")],
      returns: "fun(definition: signalbox.CoordinatorTable): signalbox.Definition",
      "defines a coordinator: `coordinator \"Shop\" { routes = { … } }`"
    ) { session, frame throws(LuaError) in try session.define(.navigation, frame) },
    ScriptGlobal(
      "tabs", [.init("name", "string")],
      returns: "fun(definition: signalbox.TabsTable): signalbox.Definition",
      "defines a tab coordinator: `tabs \"Home\" { pages = { … } }`"
    ) { session, frame throws(LuaError) in try session.define(.tabs, frame) },
    ScriptGlobal(
      "application", [.init("name", "string")],
      returns: "fun(definition: signalbox.ApplicationTable)",
      "defines the application and its main coordinator, which `app:launch()` starts"
    ) { session, frame throws(LuaError) in try session.defineApplication(frame) },
    ScriptGlobal(
      "presentationStyle", [.init("name", "string")],
      returns: "fun(style: signalbox.PresentationStyleTable)",
      "defines a style to present with: `presentationStyle \"card\" { interactive = true }`"
    ) { session, frame throws(LuaError) in try session.definePresentationStyle(frame) },
    ScriptGlobal(
      "screen",
      [
        .init("name", "string"),
        .init("description", "signalbox.ScreenTable", optional: true),
      ], returns: "signalbox.ScreenDescription",
      "describes a screen that a route's function returns, or to which an operation navigates"
    ) { session, frame throws(LuaError) in try session.describeScreen(frame) },
    ScriptGlobal(
      "object",
      [
        .init("name", "string"),
        .init("make", "fun(seed: any): table", "creates an object, a table with a metatable"),
      ], returns: "fun(seed: any): table",
      "declares a kind of object that snapshots and recordings can recreate, and returns the "
        + "function that creates such an object from a seed of plain data: `object \"Cart\" "
        + "(function(seed) … end)`"
    ) { session, frame throws(LuaError) in try session.defineObject(frame) },
    ScriptGlobal(
      "after",
      [
        .init("delay", "string|integer"), .init("handler", "fun()"),
        .init("owner", "signalbox.Coordinator|signalbox.App", optional: true),
      ],
      returns: "fun(): boolean",
      "runs a function after a virtual delay (`\"2s\"` or milliseconds) and returns a function "
        + "that cancels the timer. The timer is also cancelled when its owner finishes: `owner`, "
        + "or the coordinator whose method called `after`; a timer whose owner is `app` is never "
        + "cancelled."
    ) { session, frame throws(LuaError) in try session.after(frame) },
    ScriptGlobal(
      "require", [.init("module", "string")], returns: "any",
      "runs a module once and returns its value; searches the script's folder and the plugins"
    ) { session, frame throws(LuaError) in try session.require(frame) },
  ]

  /// The functions of the library `clock`.
  static let clock = [
    ScriptGlobal("now", [], returns: "integer", "the virtual time of the session in milliseconds") {
      session, frame in
      frame.push(session.engine.milliseconds)
      return 1
    },
    ScriptGlobal(
      "advance", [.init("span", "string|integer")],
      "advances time (`\"350ms\"`, `\"2s\"` or milliseconds): animations end and timers fire"
    ) { session, frame throws(LuaError) in
      let span = try TimeReader.milliseconds(at: 1, in: frame, path: "clock.advance: the span")
      guard session.engine.advance(by: .milliseconds(span)) else {
        throw fromCallback("clock.advance")
      }
      return 0
    },
    ScriptGlobal("settle", [], "advances time until no animation or operation is pending") {
      session, _ throws(LuaError) in
      guard session.engine.settle() else { throw fromCallback("clock.settle") }
      return 0
    },
    clockMode(
      "manual", isAutomatic: false,
      "makes time advance only with `clock.advance` and `clock.settle`"),
    clockMode(
      "automatic", isAutomatic: true,
      "makes animated operations advance the clock automatically, as they do by default"),
  ]

  private static func clockMode(
    _ name: String, isAutomatic: Bool, _ summary: String
  ) -> ScriptGlobal {
    ScriptGlobal(name, [], summary) { session, _ throws(LuaError) in
      try session.engine.checkClock(isAutomatic: isAutomatic)
      session.engine.isClockAutomatic = isAutomatic
      return 0
    }
  }

  private static func fromCallback(_ name: String) -> LuaError {
    LuaError(
      code: "inCallback",
      "inCallback: \(name) cannot be called from a callback; time passes when it has returned")
  }
}

/// The globals of every script.
extension ScriptSession {
  func bindGlobals() {
    for global in ScriptGlobal.all { luaState.define(global.entry.name, global.body(in: self)) }
    luaState.defineLibrary(
      "clock", ScriptGlobal.clock.map { ($0.entry.name, $0.body(in: self)) })
    luaState.withFrame { frame in
      frame.push(handle: 0, handles.app)
      luaState.define("app", value: frame.value(-1))
    }
  }

  // MARK: - Definitions

  /// Implements `coordinator "Name" { … }`. The name and the table can also be passed as two
  /// arguments.
  ///
  /// - Parameters:
  ///   - first: The index of the name.
  ///   - host: The plugin that defines the coordinator, if any.
  func define(
    _ kind: CoordinatorKind, _ frame: LuaFrame, from first: Int = 1,
    for host: PluginRegistrar? = nil
  ) throws(LuaError) -> Int {
    let word = kind == .tabs ? "tabs" : "coordinator"
    return try named(word, frame, from: first) {
      [unowned self] name, index, frame throws(LuaError) in
      let reader = DefinitionReader(session: self, kind: kind, name: name)
      let definition = try reader.definition(at: index, in: frame)
      definition.place = plugins.place(outOfPlugins: frame)
      if let host { try host.add(definition) } else { try register(definition) }
      frame.push(definition, handles.definition)
      return 1
    }
  }

  func definitionName(
    _ word: String, _ frame: LuaFrame, at index: Int = 1
  ) throws(LuaError) -> String {
    guard frame.kind(index) == .string, case let name = try frame.string(index), !name.isEmpty
    else {
      throw LuaError.badArgument(
        "\(word): got \(shortText(frame, index)), expected a name: \(word) \"Name\" { … }")
    }
    return name
  }

  /// Implements a global that takes a name and a value: `name "Title" { … }`. The name and the
  /// value can also be passed as two arguments.
  ///
  /// - Parameters:
  ///   - first: The index of the name.
  ///   - finish: A closure that receives the name, and the index of the value among the arguments.
  func named(
    _ word: String, _ frame: LuaFrame, from first: Int = 1,
    _ finish: @escaping (String, Int, LuaFrame) throws(LuaError) -> Int
  ) throws(LuaError) -> Int {
    let name = try definitionName(word, frame, at: first)
    if frame.count > first { return try finish(name, first + 1, frame) }
    frame.pushFunction(word) { frame throws(LuaError) in try finish(name, 1, frame) }
    return 1
  }

  /// Implements `application "Name" { main = "Home" }`.
  fileprivate func defineApplication(_ frame: LuaFrame) throws(LuaError) -> Int {
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

  /// Implements `screen(name, { title =, actions =, args = })`, which describes a screen that a
  /// route returns.
  fileprivate func describeScreen(_ frame: LuaFrame) throws(LuaError) -> Int {
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

  /// Implements `after("2s", fn, owner?)`, which runs a function at a virtual time. The timer is
  /// cancelled when `owner` finishes or, if `owner` is omitted, when the coordinator whose method
  /// made the call finishes.
  fileprivate func after(_ frame: LuaFrame) throws(LuaError) -> Int {
    try engine.checkState("after", "the application has its own clock")
    let delay = try TimeReader.milliseconds(at: 1, in: frame, path: "after: the delay")
    let function = try frame.function(2)
    let owner = try timerOwner(frame)
    let content = TimerFunction(function)
    let timer = engine.after(.milliseconds(delay), owner: owner, content: content) { [weak self] in
      guard let self, !isClosed else { return }
      if let owner { beginMethod(of: owner) }
      defer { if owner != nil { endMethod() } }
      try luaState.perform(function)
    }
    frame.pushFunction("cancel") { [unowned self] frame in
      frame.push(engine.cancel(timer))
      return 1
    }
    return 1
  }

  /// Returns the coordinator that owns a timer, or `nil` if the application owns it.
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
}
