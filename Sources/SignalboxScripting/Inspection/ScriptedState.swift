internal import LuaRuntime
package import Signalbox
internal import SignalboxInspector

/// The identity of a session's state, for finding equal states. The state consists of the visible
/// state, the fields of the coordinators, and the pending timers.
///
/// Identifiers and the time are not part of the state, so different paths to the same state lead to
/// equal keys.
package struct ScriptedState {
  /// The key that identifies the state.
  package let key: StateKey
  /// The hash of the variables that script functions share, which are captured locals and globals,
  /// and of the state of `math.random`. Their values can make equal states behave differently.
  package let variables: UInt32
  /// Whether the state contains a value without a canonical form, such as a coroutine.
  package let isIncomplete: Bool
}

/// Determines the identities of a session's states. The reader reuses its tables for each state.
package final class ScriptedStateReader {
  private let session: ScriptSession
  private let hasher = LuaGraphHasher()

  package init(_ session: ScriptSession) { self.session = session }

  /// Returns the identity of the current state. No script code runs except functions that return
  /// titles.
  ///
  /// Cost: O(state + values reachable from fields or functions).
  /// - Throws: `notSerializable` if an argument cannot be represented as plain data.
  package func state() throws(NavigationError) -> ScriptedState {
    let engine = session.engine
    let order = TreeOrder(engine)
    let names = HandleNames(session, order)
    let shown = try engine.stateKey
    hasher.begin(describe: names.hash)
    add(shown)
    add(FaceIdentity(engine).key)
    session.luaState.withFrame { frame in
      for id in order.ids {
        guard let fields = session.instances[id]?.fields else { continue }
        hasher.add(order.places[id] ?? 0)
        frame.push(fields)
        hasher.add(-1, in: frame)
        frame.pop()
      }
      for timer in engine.pendingTimers {
        hasher.add(timer.owner.flatMap { order.places[$0] } ?? -1)
        hasher.add(Int((timer.deadline - engine.now) / .milliseconds(1)))
        guard let content = timer.content as? TimerFunction else { continue }
        frame.push(content.function)
        hasher.add(-1, in: frame)
        frame.pop()
      }
    }
    let (hash, isComplete) = hasher.end()
    let variables = hasher.variables(of: session.luaState, describe: names.hash)
    return ScriptedState(
      key: StateKey(hash),
      variables: UInt32(
        truncatingIfNeeded: variables.high ^ variables.low ^ session.randomIdentity),
      isIncomplete: !isComplete)
  }

  /// Returns the hashes of the variables and of the state of `math.random`, keyed by name. Cost:
  /// O(values reachable from functions).
  package func variablesByName() -> [String: [UInt64]] {
    let names = HandleNames(session, TreeOrder(session.engine))
    var hashes = hasher.variablesByName(of: session.luaState, describe: names.hash)
    hashes["the numbers of math.random"] = [session.randomIdentity]
    return hashes
  }

  /// Returns the key of a value, or `nil` if it is a function or contains a value without a
  /// canonical form, such as a coroutine. Values with equal structures have equal keys.
  package func key(of value: ScriptValue) -> StateKey? {
    if value.function != nil { return nil }
    let names = HandleNames(session, TreeOrder(session.engine))
    return session.luaState.withFrame { frame in
      guard (try? session.push(value, frame)) != nil else { return nil }
      hasher.begin(describe: names.hash)
      hasher.add(-1, in: frame)
      let (hash, isComplete) = hasher.end()
      return isComplete ? StateKey(hash) : nil
    }
  }

  private func add(_ key: StateKey) {
    hasher.add(key.high)
    hasher.add(key.low)
  }
}

extension StateKey {
  fileprivate init(_ hash: LuaGraphHasher.Hash) { self.init(high: hash.high, low: hash.low) }
}

/// The function of a timer, by which the timer is identified in a state.
final class TimerFunction {
  let function: LuaFunction

  init(_ function: LuaFunction) { self.function = function }
}

/// Identifies handles by their positions in the tree instead of by their identifiers.
private struct HandleNames {
  let session: ScriptSession
  let order: TreeOrder

  init(_ session: ScriptSession, _ order: TreeOrder) {
    self.session = session
    self.order = order
  }

  /// The kinds of values that are not identified by a string.
  private enum Kind: UInt64 {
    case router = 1
    case coordinator, app, screen, layer
  }

  /// Returns the hash of a handle, or `nil` if the handle's object no longer exists.
  func hash(_ frame: LuaFrame, _ index: Int) -> UInt64? {
    let handles = session.handles
    if let bits = frame.handle(index, handles.routerTag) { return coordinator(bits, .router) }
    if let bits = frame.handle(index, handles.coordinatorTag) {
      return coordinator(bits, .coordinator)
    }
    if frame.handle(index, handles.app) != nil { return hash(.app, 0) }
    if let bits = frame.handle(index, handles.screen) { return screen(ScreenID(bits: bits)) }
    if let bits = frame.handle(index, handles.layer) {
      return session.engine.shownLayers.firstIndex(of: LayerID(bits: bits)).map { hash(.layer, $0) }
    }
    if let definition = frame.object(index, handles.definition) {
      return hash("definition \(definition.name)")
    }
    return hash(frame.typeName(index))
  }

  private func hash(_ kind: Kind, _ numbers: Int...) -> UInt64 {
    var key = StateKey()
    key.add(kind.rawValue)
    for number in numbers { key.add(number) }
    return key.high ^ key.low
  }

  private func hash(_ text: String) -> UInt64 {
    var key = StateKey()
    key.add(text)
    return key.high ^ key.low
  }

  /// Returns the hash of a coordinator's position in the tree, or of its type if the coordinator is
  /// not in the tree.
  private func coordinator(_ bits: UInt64, _ kind: Kind) -> UInt64? {
    let id = CoordinatorID(bits: bits)
    if let place = order.places[id] { return hash(kind, place) }
    return session.engine.typeName(of: id).map { hash("\(kind.rawValue) \($0)") }
  }

  private func screen(_ id: ScreenID) -> UInt64? {
    let engine = session.engine
    guard let owner = engine.owner(of: id), let place = order.places[owner] else { return nil }
    return hash(.screen, place, engine.index(of: id) ?? -1)
  }
}

extension ScriptSession {
  /// Returns a value as plain data, in which a table with a metatable is an object. Returns `nil`
  /// if the value is nil or contains a function, a handle or other userdata.
  package func plainValue(of value: ScriptValue) -> NavigationValue? {
    luaState.withFrame { frame in
      guard (try? push(value, frame)) != nil else { return nil }
      return try? ValueBridge.value(at: -1, in: frame, path: "")
    }
  }
}
