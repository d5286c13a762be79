internal import LuaRuntime
internal import Signalbox

/// The contents of a session in a form that another session can restore: the visible state, and the
/// prompt variables and coordinator fields that are plain data or handles.
///
/// Functions and definitions are not included, because the other session has its own.
package struct ScriptCapture: Sendable, Equatable {
  /// A value that can be transferred. Coordinators are represented by their indices in tree order.
  enum Value: Hashable, Sendable {
    case plain(NavigationValue)
    case coordinator(Int)
    case router(Int)
    case screen(coordinator: Int, index: Int)
  }

  let snapshot: String
  /// The values of the prompt's globals and locals.
  let globals: [String: Value]
  /// The fields of each coordinator, in tree order.
  let fields: [[String: Value]]
  /// The labels of the actions that the user can tap on the front screen.
  let actions: [String]
  let now: Int
  let isClockAutomatic: Bool
  let isStrict: Bool
  /// The names of locals and globals that cannot be transferred, except global functions.
  package let missing: Set<String>
}

/// The coordinators of a tree, with the position of each.
struct TreeOrder {
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
  /// The maximum number of coordinators and screens. Capturing a larger state would take more time
  /// than is available for a key press.
  private static let maxShown = 500

  /// Captures a session. Returns `nil` if the session is closed or busy, if there are too many
  /// coordinators and screens, or if the state cannot be saved.
  ///
  /// Only values are read, and no script code runs. Cost: O(contents), up to the limits.
  package init?(of session: ScriptSession) {
    let engine = session.engine
    guard !session.isClosed, !session.inputs.isRunning, session.prompt.depth == 0,
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
      now: engine.milliseconds, isClockAutomatic: engine.isClockAutomatic,
      isStrict: engine.isStrict,
      missing: missing)
  }

  /// Restores the captured contents in another session.
  ///
  /// - Returns: Whether the two sessions now have equal contents. The result is `false`, for
  ///   example, if definitions are missing.
  package func restore(in session: ScriptSession) -> Bool {
    let engine = session.engine
    guard !session.isClosed else { return false }
    if now > engine.milliseconds { engine.advance(by: .milliseconds(now) - engine.now) }
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

/// Reads the values that can be transferred to another session.
private struct CaptureReader {
  /// The maximum number of values. Larger tables are not transferred.
  private static let maxValues = 4000
  private static let maxDepth = 8

  let session: ScriptSession
  let order: TreeOrder
  private var budget = Self.maxValues

  init(_ session: ScriptSession) {
    self.session = session
    order = TreeOrder(session.engine)
  }

  /// Returns the transferable values in a table, and the names of all other values except
  /// functions.
  mutating func values(
    of table: LuaValue
  ) -> (values: [String: ScriptCapture.Value], missing: Set<String>) {
    var values: [String: ScriptCapture.Value] = [:]
    var missing: Set<String> = []
    session.luaState.withFrame { frame in
      frame.push(table)
      let count = frame.inspectPairs(-1, maxCount: budget) { pair in
        guard pair.kind(-2) == .string, case let name = pair.text(-2), name != "_G" else { return }
        values[name] = value(on: pair)
        if values[name] == nil, pair.kind(-1) != .function { missing.insert(name) }
      }
      budget = max(0, budget - count)
    }
    return (values, missing)
  }

  /// Returns the value on top of the stack, or `nil` if the value cannot be transferred.
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

  /// Returns whether the value on top of the stack is within the limits and contains no objects.
  private mutating func isSmall(_ frame: LuaFrame, depth: Int) -> Bool {
    budget -= 1
    guard frame.kind(-1) == .table else { return budget > 0 }
    // Objects are not copied.
    guard !frame.hasMetatable(-1), depth < Self.maxDepth, frame.rawLength(-1) < budget else {
      return false
    }
    var areSmall = true
    _ = frame.inspectPairs(-1, maxCount: budget) { pair in
      areSmall = areSmall && isSmall(pair, depth: depth + 1)
    }
    return areSmall && budget > 0
  }
}

extension ScriptCapture.Value {
  /// Returns the corresponding value in a session with equal contents.
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
