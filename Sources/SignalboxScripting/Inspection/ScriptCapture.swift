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

extension ScriptSession {
  /// Where more coordinators and screens are shown, nothing goes over: writing them down takes longer
  /// than a key may wait.
  private static let mostShown = 500
  /// More values than that do not go over, nor do deeper ones.
  private static let mostValues = 4000
  private static let deepest = 8

  /// The present moment; `nil` while an operation waits, where very much is shown, and where
  /// something cannot be written down.
  ///
  /// Reads only; no code of a script runs. Cost: O(what is shown and kept), within bounds.
  package func capture() -> ScriptCapture? {
    guard !isClosed, !isPerforming, prompt.depth == 0, engine.waitingCount == 0,
      !engine.isInCallback, engine.shownCount <= Self.mostShown,
      let snapshot = try? engine.snapshot().json
    else { return nil }
    let order = TreeOrder(engine)
    var budget = Self.mostValues
    var (globals, missing) = captured(.table(prompt.globals), order, &budget)
    for name in prompt.localNames {
      globals[name] = luaState.withFrame { frame in
        frame.push(prompt.scope[name]?.value ?? .nil)
        return captured(frame, order, &budget)
      }
      if globals[name] == nil { missing.insert(name) } else { missing.remove(name) }
    }
    let fields = order.ids.map { id in
      instances[id]?.fields.map { captured(.table($0), order, &budget).values } ?? [:]
    }
    return ScriptCapture(
      snapshot: snapshot, globals: globals, fields: fields, actions: frontActions,
      now: engine.now, isClockAutomatic: engine.isClockAutomatic, isStrict: engine.isStrict,
      missing: missing)
  }

  /// Shows and knows what another session did.
  ///
  /// - Returns: Whether it is the same now; where definitions are missing it is not.
  package func adopt(_ capture: ScriptCapture) -> Bool {
    guard !isClosed else { return false }
    if capture.now > engine.now { engine.advance(by: capture.now - engine.now) }
    engine.isClockAutomatic = true
    guard engine.restore(capture.snapshot)?.status != .rejected,
      (try? engine.snapshot().json) == capture.snapshot, frontActions == capture.actions
    else { return false }
    let order = TreeOrder(engine)
    guard order.ids.count == capture.fields.count else { return false }
    do throws(LuaError) {
      for (name, value) in capture.globals {
        let value = try luaValue(value, order)
        if let cell = prompt.scope[name] {
          try cell.holder.setUpvalue(cell.index, value)
        } else {
          try prompt.globals.set(name, value)
        }
      }
      for (id, fields) in zip(order.ids, capture.fields) where !fields.isEmpty {
        guard let instance = instances[id] else { return false }
        for (name, value) in fields {
          try instance.setField(name, try luaValue(value, order), in: self)
        }
      }
    } catch {
      return false
    }
    engine.isClockAutomatic = capture.isClockAutomatic
    engine.isStrict = capture.isStrict
    return true
  }

  private var frontActions: [String] {
    guard let front = engine.front, let owner = engine.owner(of: front) else { return [] }
    return engine.delegate(of: owner)?.actions(of: front) ?? []
  }

  // MARK: - Values

  /// The values of a table that can go over, and the names of the others.
  private func captured(
    _ table: LuaValue, _ order: TreeOrder, _ budget: inout Int
  ) -> (values: [String: ScriptCapture.Value], missing: Set<String>) {
    var values: [String: ScriptCapture.Value] = [:]
    var missing: Set<String> = []
    var rest = budget
    luaState.withFrame { frame in
      frame.push(table)
      rest -= frame.lookAtPairs(-1, most: rest) { pair in
        guard pair.kind(-2) == .string, case let name = pair.text(-2), name != "_G" else { return }
        values[name] = captured(pair, order, &rest)
        if values[name] == nil, pair.kind(-1) != .function { missing.insert(name) }
      }
    }
    budget = max(0, rest)
    return (values, missing)
  }

  /// The value on top, where it can go over.
  private func captured(
    _ frame: LuaFrame, _ order: TreeOrder, _ budget: inout Int
  ) -> ScriptCapture.Value? {
    if let handle = value(-1, frame).handle {
      switch handle {
      case .coordinator(let id): return order.places[id].map { .coordinator($0) }
      case .router(let id): return order.places[id].map { .router($0) }
      case .screen(let id):
        guard let owner = engine.owner(of: id), let place = order.places[owner],
          let index = engine.stack(of: owner).firstIndex(where: { $0.id == id })
        else { return nil }
        return .screen(coordinator: place, index: index)
      case .app, .layer, .event: return nil
      }
    }
    guard isSmall(frame, &budget, depth: 0),
      let plain = try? ValueBridge.value(at: -1, in: frame, path: "")
    else { return nil }
    return .plain(plain)
  }

  /// Whether the value on top has not too many values in it.
  private func isSmall(_ frame: LuaFrame, _ budget: inout Int, depth: Int) -> Bool {
    budget -= 1
    guard frame.kind(-1) == .table else { return budget > 0 }
    // An object is not copied.
    guard !frame.hasMetatable(-1) else { return false }
    guard depth < Self.deepest, frame.rawLength(-1) < budget else { return false }
    var rest = budget
    var areSmall = true
    _ = frame.lookAtPairs(-1, most: budget) { pair in
      areSmall = areSmall && isSmall(pair, &rest, depth: depth + 1)
    }
    budget = rest
    return areSmall && budget > 0
  }

  private func luaValue(
    _ value: ScriptCapture.Value, _ order: TreeOrder
  ) throws(LuaError) -> LuaValue {
    try luaState.withFrame { frame throws(LuaError) in
      switch value {
      case .plain(let plain): try ValueBridge.push(plain, onto: frame)
      case .coordinator(let place): frame.push(order.ids[place], handles)
      case .router(let place): frame.push(handle: order.ids[place].bits, handles.router)
      case .screen(let place, let index):
        let stack = engine.stack(of: order.ids[place])
        if stack.indices.contains(index) {
          frame.push(handle: stack[index].id.bits, handles.screen)
        } else {
          frame.push()
        }
      }
      return frame.value(-1)
    }
  }
}

extension ScriptSession {
  /// Whether an input parses.
  package func parses(_ input: String) -> Bool {
    guard !isClosed else { return false }
    return ["return \(input)", input].contains { text in
      (try? luaState.load(text, chunkName: "=input", environment: prompt.globals)) != nil
    }
  }
}
