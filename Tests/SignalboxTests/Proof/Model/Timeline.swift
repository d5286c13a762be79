import Signalbox

/// Undo and redo as what they mean: the models of before and after are the states to go to.
struct Timeline {
  private(set) var model: Model
  private var past: [Model] = []
  private var future: [Model] = []

  init(_ model: Model) { self.model = model }

  /// Runs one operation; one that is done can be undone.
  mutating func run(
    key: String? = nil, isRestart: Bool = false,
    _ operation: (inout Model) throws(Refusal) -> Verdict.Value
  ) -> Verdict {
    let before = model
    let verdict = model.run(key: key, operation)
    // Restarting what shows nothing and starts with nothing leaves nothing to take back.
    let isNothing = isRestart && Self.isSame(before, model)
    if verdict.status == .done && !isNothing {
      past.append(before)
      future = []
    }
    return verdict
  }

  /// Whether nothing was made, nothing went, and the same is shown.
  private static func isSame(_ before: Model, _ after: Model) -> Bool {
    before.screens.count == after.screens.count
      && before.coordinators.count == after.coordinators.count
      && before.living.count == after.living.count
      && before.layers.map(\.serial) == after.layers.map(\.serial)
      && before.stacks.map(\.entries) == after.stacks.map(\.entries)
      && before.coordinators.map(\.selected) == after.coordinators.map(\.selected)
  }

  /// Makes a coordinator that hangs nowhere; what was undone cannot be redone any more.
  mutating func make(_ type: String) -> Int? {
    future = []
    return try? model.make(type)
  }

  /// Takes operations back, or does them again.
  mutating func travel(back: Bool, _ count: Int) -> Verdict {
    let known = back ? past.count : future.count
    let verdict = model.run { _ throws(Refusal) in
      if count < 1 { throw .rejected(.badArgument) }
      if known == 0 { throw .noop(back ? .nothingToUndo : .nothingToRedo) }
      return .number(min(count, known))
    }
    if verdict.status == .done {
      for _ in 0..<min(count, known) { step(back) }
    }
    return verdict
  }

  private mutating func step(_ back: Bool) {
    guard let place = back ? past.popLast() : future.popLast() else { return }
    if back { future.append(model) } else { past.append(model) }
    model.become(place)
  }
}

extension Model {
  /// Shows what another model shows. Nothing is told (decision 0040), and numbers that have been
  /// given away since stay with what is gone.
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
