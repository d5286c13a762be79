import Signalbox

/// The meaning of undo and redo: they restore the models from before and after the operations.
struct Timeline {
  private(set) var model: Model
  private var past: [Model] = []
  private var future: [Model] = []

  init(_ model: Model) { self.model = model }

  /// Runs one operation. Operations with the status `done` can be undone.
  mutating func run(
    key: String? = nil, isRestart: Bool = false,
    _ operation: (inout Model) throws(NoEffect) -> ModelOutcome.Value
  ) -> ModelOutcome {
    let before = model
    let prediction = model.run(key: key, operation)
    // Restarting a coordinator that shows nothing and starts with nothing cannot be undone.
    let hasNoEffect = isRestart && Self.isSame(before, model)
    if prediction.status == .done && !hasNoEffect {
      past.append(before)
      future = []
    }
    return prediction
  }

  /// Whether nothing was created or removed, and the visible state is the same.
  private static func isSame(_ before: Model, _ after: Model) -> Bool {
    before.screens.count == after.screens.count
      && before.coordinators.count == after.coordinators.count
      && before.living.count == after.living.count
      && before.layers.map(\.serial) == after.layers.map(\.serial)
      && before.stacks.map(\.entries) == after.stacks.map(\.entries)
      && before.coordinators.map(\.selected) == after.coordinators.map(\.selected)
  }

  /// Creates a coordinator that is not attached. Afterwards, undone operations can no longer be
  /// redone.
  mutating func make(_ type: String) -> Int? {
    future = []
    return try? model.make(type)
  }

  /// Undoes or redoes operations.
  mutating func moveInHistory(back: Bool, _ count: Int) -> ModelOutcome {
    let known = back ? past.count : future.count
    let prediction = model.run { _ throws(NoEffect) in
      if count < 1 { throw .rejected(.badArgument) }
      if known == 0 { throw .noop(back ? .nothingToUndo : .nothingToRedo) }
      return .number(min(count, known))
    }
    if prediction.status == .done {
      for _ in 0..<min(count, known) { step(back) }
    }
    return prediction
  }

  private mutating func step(_ back: Bool) {
    guard let place = back ? past.popLast() : future.popLast() else { return }
    if back { future.append(model) } else { past.append(model) }
    model.become(place)
  }
}

extension Model {
  /// Restores another model. No events are emitted (decision 0040), and numbers that have since
  /// been assigned are not reused.
  fileprivate mutating func become(_ other: Model) {
    let now = self
    self = other
    (endings, lastKey) = (now.endings, now.lastKey)
    layerSerial = max(layerSerial, now.layerSerial)
    for var one in now.coordinators.dropFirst(coordinators.count) {
      (one.phase, one.parent, one.children) = (.finished, nil, [])
      coordinators.append(one)
    }
    screens += now.screens.dropFirst(screens.count)
    for stack in now.stacks.dropFirst(stacks.count) { stacks.append(Stack(owner: stack.owner)) }
  }
}
