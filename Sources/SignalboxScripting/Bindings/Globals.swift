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
    ) { session, frame throws(LuaError) in try session.registrar.define(.navigation, frame) },
    ScriptGlobal(
      "tabs", [.init("name", "string")],
      returns: "fun(definition: signalbox.TabsTable): signalbox.Definition",
      "defines a tab coordinator: `tabs \"Home\" { pages = { … } }`"
    ) { session, frame throws(LuaError) in try session.registrar.define(.tabs, frame) },
    ScriptGlobal(
      "application", [.init("name", "string")],
      returns: "fun(definition: signalbox.ApplicationTable)",
      "defines the application and its main coordinator, which `app:launch()` starts"
    ) { session, frame throws(LuaError) in try session.registrar.defineApplication(frame) },
    ScriptGlobal(
      "presentationStyle", [.init("name", "string")],
      returns: "fun(style: signalbox.PresentationStyleTable)",
      "defines a presentation style: `presentationStyle \"card\" { interactive = true }`"
    ) { session, frame throws(LuaError) in try session.registrar.definePresentationStyle(frame) },
    ScriptGlobal(
      "screen",
      [
        .init("name", "string"),
        .init("description", "signalbox.ScreenTable", optional: true),
      ], returns: "signalbox.ScreenDescription",
      "describes a screen that a route's function returns, or to which an operation navigates"
    ) { session, frame throws(LuaError) in try session.registrar.describeScreen(frame) },
    ScriptGlobal(
      "object",
      [
        .init("name", "string"),
        .init("make", "fun(seed: any): table", "creates an object, a table with a metatable"),
      ], returns: "fun(seed: any): table",
      "declares a kind of object that saved states and recordings can recreate, and returns the "
        + "function that creates such an object from a seed of plain data: `object \"Cart\" "
        + "(function(seed) … end)`"
    ) { session, frame throws(LuaError) in try session.registrar.defineObject(frame) },
    ScriptGlobal(
      "after",
      [
        .init("delay", "string|integer"), .init("handler", "fun()"),
        .init("owner", "signalbox.Coordinator|signalbox.App", optional: true),
      ],
      returns: "fun(): boolean",
      "runs a function after a virtual delay (`\"2s\"` or milliseconds) and returns a function "
        + "that cancels the timer. The timer is also cancelled when its owner finishes. The "
        + "default owner is the coordinator whose method called `after`, or `app` outside methods. "
        + "A timer with the owner `app` does not depend on a coordinator."
    ) { session, frame throws(LuaError) in try TimerBinding(session: session).after(frame) },
    ScriptGlobal(
      "require", [.init("module", "string")], returns: "any",
      "runs a module once and returns its value; searches Lua's libraries, the script's folder, "
        + "the current folder and the plugins"
    ) { session, frame throws(LuaError) in try session.moduleLoader.require(frame) },
  ]

  /// The functions of the `clock` library.
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
      "inCallback: \(name) cannot be called from a callback; time passes after the "
        + "callback returns")
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
}
