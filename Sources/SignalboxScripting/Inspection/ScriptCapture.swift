internal import LuaRuntime
internal import Signalbox

/// What a session shows and knows at one moment as plain data, for another session to take over: what
/// is shown, the globals of the prompt and the fields of coordinators that are plain data or handles.
///
/// Functions, definitions and what holds them are not part of it: the other session has its own.
package struct ScriptCapture: Sendable, Equatable {
  /// A value that can go over. Coordinators are counted in the order of the tree.
  enum Value: Hashable, Sendable {
    case plain(NavigationValue)
    case coordinator(Int)
    case router(Int)
    case screen(coordinator: Int, index: Int)
  }

  let snapshot: String
  /// Locals included.
  let globals: [String: Value]
  /// By coordinator.
  let fields: [[String: Value]]
  /// What the user can tap on the front screen.
  let actions: [String]
  let now: Int
  let isClockAutomatic: Bool
  let isStrict: Bool
  /// The names of locals and globals that do not go over.
  package let missing: Set<String>
}

/// The coordinators of a tree and their places in it.
private struct TreeOrder {
  private(set) var ids: [CoordinatorID] = []
  private(set) var places: [CoordinatorID: Int] = [:]

  init(_ engine: NavigationEngine) {
    var rest = engine.main.map { [$0] } ?? []
    while let id = rest.popLast() {
      places[id] = ids.count
      ids.append(id)
      rest += engine.children(of: id).reversed()
    }
  }
}

extension ScriptCapture {
  /// Where more coordinators and screens are shown, nothing goes over: writing them down takes longer
  /// than a key may wait.
  private static let maxShown = 500

  /// The present moment of a session; `nil` while an operation waits, where very much is shown, and
  /// where something cannot be written down.
  ///
  /// Reads only; no code of a script runs. Cost: O(what is shown and kept), within bounds.
  package init?(of session: ScriptSession) {
    let engine = session.engine
    guard !session.isClosed, !session.isRunning, session.prompt.depth == 0,
      engine.waitingCount == 0, !engine.isInCallback, engine.shownCount <= Self.maxShown,
      let snapshot = try? engine.snapshot().json
    else { return nil }
    var reader = CaptureReader(session)
    var (globals, missing) = reader.values(of: .table(session.prompt.globals))
    for name in session.prompt.localNames {
      globals[name] = session.luaState.withFrame { frame in
        frame.push(session.prompt.scope[name]?.value ?? .nil)
        return reader.value(on: frame)
      }
      if globals[name] == nil { missing.insert(name) } else { missing.remove(name) }
    }
    var fields: [[String: Value]] = []
    for id in reader.order.ids {
      fields.append(
        session.instances[id]?.fields.map { reader.values(of: .table($0)).values } ?? [:])
    }
    self.init(
      snapshot: snapshot, globals: globals, fields: fields, actions: engine.frontActions,
      now: engine.now, isClockAutomatic: engine.isClockAutomatic, isStrict: engine.isStrict,
      missing: missing)
  }

  /// Shows the moment in another session, and gives it the values.
  ///
  /// - Returns: Whether both are the same now; where definitions are missing they are not.
  package func restore(in session: ScriptSession) -> Bool {
    let engine = session.engine
    guard !session.isClosed else { return false }
    if now > engine.now { engine.advance(by: now - engine.now) }
    engine.isClockAutomatic = true
    guard engine.restore(snapshot)?.status != .rejected,
      (try? engine.snapshot().json) == snapshot, engine.frontActions == actions
    else { return false }
    let order = TreeOrder(engine)
    guard order.ids.count == fields.count else { return false }
    do throws(LuaError) {
      for (name, value) in globals {
        let value = try value.held(in: session, order)
        if let cell = session.prompt.scope[name] {
          try cell.holder.setUpvalue(cell.index, value)
        } else {
          try session.prompt.globals.set(name, value)
        }
      }
      for (id, fields) in zip(order.ids, fields) where !fields.isEmpty {
        guard let instance = session.instances[id] else { return false }
        for (name, value) in fields {
          try instance.setField(name, try value.held(in: session, order), in: session)
        }
      }
    } catch {
      return false
    }
    engine.isClockAutomatic = isClockAutomatic
    engine.isStrict = isStrict
    return true
  }
}

extension NavigationEngine {
  fileprivate var frontActions: [String] {
    guard let front, let owner = owner(of: front) else { return [] }
    return delegate(of: owner)?.actions(of: front) ?? []
  }
}

/// Reads the values of a session that can go over to another one.
private struct CaptureReader {
  /// More values than that do not go over, nor do deeper ones.
  private static let maxValues = 4000
  private static let maxDepth = 8

  let session: ScriptSession
  let order: TreeOrder
  private var budget = Self.maxValues

  init(_ session: ScriptSession) {
    self.session = session
    order = TreeOrder(session.engine)
  }

  /// The values of a table that can go over, and the names of the others.
  mutating func values(
    of table: LuaValue
  ) -> (values: [String: ScriptCapture.Value], missing: Set<String>) {
    var values: [String: ScriptCapture.Value] = [:]
    var missing: Set<String> = []
    session.luaState.withFrame { frame in
      frame.push(table)
      let count = frame.lookAtPairs(-1, most: budget) { pair in
        guard pair.kind(-2) == .string, case let name = pair.text(-2), name != "_G" else { return }
        values[name] = value(on: pair)
        if values[name] == nil, pair.kind(-1) != .function { missing.insert(name) }
      }
      budget = max(0, budget - count)
    }
    return (values, missing)
  }

  /// The value on top, where it can go over.
  mutating func value(on frame: LuaFrame) -> ScriptCapture.Value? {
    switch session.value(-1, frame).handle {
    case .coordinator(let id): return order.places[id].map { .coordinator($0) }
    case .router(let id): return order.places[id].map { .router($0) }
    case .screen(let id):
      let engine = session.engine
      guard let owner = engine.owner(of: id), let place = order.places[owner],
        let index = engine.stack(of: owner).firstIndex(where: { $0.id == id })
      else { return nil }
      return .screen(coordinator: place, index: index)
    case .app, .layer, .event: return nil
    case nil:
      guard isSmall(frame, depth: 0),
        let plain = try? ValueBridge.value(at: -1, in: frame, path: "")
      else { return nil }
      return .plain(plain)
    }
  }

  /// Whether the value on top has not too many values in it.
  private mutating func isSmall(_ frame: LuaFrame, depth: Int) -> Bool {
    budget -= 1
    guard frame.kind(-1) == .table else { return budget > 0 }
    // An object is not copied.
    guard !frame.hasMetatable(-1), depth < Self.maxDepth, frame.rawLength(-1) < budget else {
      return false
    }
    var areSmall = true
    _ = frame.lookAtPairs(-1, most: budget) { pair in
      areSmall = areSmall && isSmall(pair, depth: depth + 1)
    }
    return areSmall && budget > 0
  }
}

extension ScriptCapture.Value {
  /// The value in a session that shows the same.
  fileprivate func held(
    in session: ScriptSession, _ order: TreeOrder
  ) throws(LuaError) -> LuaValue {
    try session.luaState.withFrame { frame throws(LuaError) in
      switch self {
      case .plain(let plain): try ValueBridge.push(plain, onto: frame)
      case .coordinator(let place): frame.push(order.ids[place], session.handles)
      case .router(let place): frame.push(handle: order.ids[place].bits, session.handles.router)
      case .screen(let place, let index):
        let stack = session.engine.stack(of: order.ids[place])
        frame.push(stack.indices.contains(index) ? stack[index].id : nil, session.handles)
      }
      return frame.value(-1)
    }
  }
}
