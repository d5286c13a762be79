internal import LuaRuntime
package import Signalbox
internal import SignalboxInspector

/// The state of a session as canonical bytes, for finding equal states: what is shown, what the
/// coordinators hold in their fields, and the timers that are set.
///
/// Identifiers and the time are not part of it, so different paths to one state have equal bytes.
package struct ScriptedState {
  /// The encoded state.
  package let bytes: [UInt8]
  /// The captured locals and globals of all functions, encoded by name: what can make equal states
  /// behave differently.
  package let variables: [String: [[UInt8]]]
  /// Whether a value could not be encoded, such as a coroutine.
  package let isIncomplete: Bool

  /// Encodes the state of a session. No code of scripts runs except functions that return titles.
  ///
  /// Cost: O(state + values that fields and functions reach).
  ///
  /// - Parameter readsVariables: Whether to encode ``variables`` as well.
  /// - Throws: `notSerializable` for an argument that has no plain form.
  package init(of session: ScriptSession, readsVariables: Bool = true) throws(NavigationError) {
    let engine = session.engine
    let order = TreeOrder(engine)
    let names = HandleNames(session, order)
    var writer = LuaGraphWriter(describe: names.text)
    let tree = engine.tree
    writer.add(try tree.value.line)
    ScriptedState.add(tree, of: engine, to: &writer)
    session.luaState.withFrame { frame in
      for id in order.ids {
        guard let fields = session.instances[id]?.fields else { continue }
        writer.add(order.places[id] ?? 0)
        frame.push(fields)
        writer.add(-1, in: frame)
        frame.pop()
      }
      for timer in engine.pendingTimers {
        writer.add(timer.owner.flatMap { order.places[$0] } ?? -1)
        writer.add(Int((timer.deadline - engine.now) / .milliseconds(1)))
        guard let content = timer.content as? TimerFunction else { continue }
        frame.push(content.function)
        writer.add(-1, in: frame)
        frame.pop()
      }
    }
    bytes = writer.bytes
    isIncomplete = writer.isIncomplete
    variables =
      readsVariables
      ? LuaVariableReader(of: session.luaState, describe: names.text).variables : [:]
  }

  /// Encodes what the user sees in addition to the tree, and the modes of the engine.
  private static func add(
    _ tree: StateDocument, of engine: NavigationEngine, to writer: inout LuaGraphWriter
  ) {
    for screen in tree.shownScreens {
      guard let delegate = engine.delegate(of: screen.owner) else { continue }
      writer.add(delegate.title(of: screen.id) ?? "")
      let actions = delegate.actions(of: screen.id)
      writer.add(actions.count)
      for action in actions { writer.add(action) }
    }
    for layer in engine.layers {
      for button in engine.buttons(of: layer.id) { writer.add(button.title) }
    }
    writer.add(engine.isReady ? 1 : 0)
    writer.add(engine.isStrict ? 1 : 0)
    writer.add(engine.isClockAutomatic ? 1 : 0)
    writer.add(engine.waitingCount)
    writer.add(engine.openWorkCount)
    writer.add(engine.swipeProgress.map { Int($0 * 1_000_000) } ?? -1)
  }
}

/// The function of a timer, by which a state identifies it.
final class TimerFunction {
  let function: LuaFunction

  init(_ function: LuaFunction) { self.function = function }
}

/// Names handles by their position in the tree instead of their identifiers.
private struct HandleNames {
  let session: ScriptSession
  let order: TreeOrder

  init(_ session: ScriptSession, _ order: TreeOrder) {
    self.session = session
    self.order = order
  }

  /// Returns the name of a handle; `nil` if its object no longer exists.
  func text(_ frame: LuaFrame, _ index: Int) -> String? {
    let handles = session.handles
    if let bits = frame.handle(index, handles.routerTag) {
      return place(bits).map { "router \($0)" }
    }
    if let bits = frame.handle(index, handles.coordinatorTag) {
      return place(bits).map { "coordinator \($0)" }
    }
    if frame.handle(index, handles.app) != nil { return "app" }
    if let bits = frame.handle(index, handles.screen) { return screen(ScreenID(bits: bits)) }
    if let bits = frame.handle(index, handles.layer) {
      return session.engine.layers.firstIndex { $0.id == LayerID(bits: bits) }.map { "layer \($0)" }
    }
    if let definition = frame.object(index, handles.definition) {
      return "definition \(definition.name)"
    }
    return frame.typeName(index)
  }

  /// Returns the position of a coordinator in the tree; that of one outside the tree is its type.
  private func place(_ bits: UInt64) -> String? {
    let id = CoordinatorID(bits: bits)
    return order.places[id].map { "\($0)" } ?? session.engine.typeName(of: id)
  }

  private func screen(_ id: ScreenID) -> String? {
    let engine = session.engine
    guard let owner = engine.owner(of: id), let place = order.places[owner] else { return nil }
    let index = engine.stack(of: owner).firstIndex { $0.id == id } ?? -1
    return "screen \(place) \(index)"
  }
}

extension ScriptSession {
  /// Runs a body of the host, such as a gesture, within the time limit of scripts.
  ///
  /// - Throws: `timeout`, `memory` or `interrupted` if the handlers that it calls are stopped.
  package func limited(to timeout: Duration, _ body: () -> Void) throws(ScriptError) {
    try perform(timeout: timeout) { () throws(LuaError) in body() }
  }

  /// Returns a value as plain data; `nil` if it contains a function, a handle or an object.
  package func plainValue(of value: ScriptValue) -> NavigationValue? {
    luaState.withFrame { frame in
      guard (try? push(value, frame)) != nil else { return nil }
      return try? ValueBridge.value(at: -1, in: frame, path: "")
    }
  }

  /// Returns the canonical bytes of a value: equal for equal structures; `nil` if the value contains
  /// a function or a coroutine.
  package func canonicalBytes(of value: ScriptValue) -> [UInt8]? {
    if value.function != nil { return nil }
    let names = HandleNames(self, TreeOrder(engine))
    return luaState.withFrame { frame in
      guard (try? push(value, frame)) != nil else { return nil }
      var writer = LuaGraphWriter(describe: names.text)
      writer.add(-1, in: frame)
      return writer.isIncomplete ? nil : writer.bytes
    }
  }
}
