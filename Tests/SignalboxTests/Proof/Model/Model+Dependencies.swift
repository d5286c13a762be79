import Signalbox

/// Dependencies, whole coordinators, badges and batches of section 3.
extension Model {
  mutating func addDependency(
    _ caller: Int, _ child: Int, onFinish: Int?
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkStarted(caller)
    if coordinators[child].parent == caller { throw .noop(.alreadyAttached, .coordinator(child)) }
    try checkAdoptable(child, by: caller)
    if coordinators[child].kind.isTabs { throw .rejected(.wrongKind) }
    coordinators[child].parent = caller
    coordinators[child].endings = [onFinish].compactMap(\.self)
    coordinators[caller].children.append(child)
    try start(child)
    return .coordinator(child)
  }

  /// Decision 0171: the first push of a dependency assigns it a position on its parent's stack.
  mutating func shareStack(with dependency: Int, _ popChildren: Bool) throws(NoEffect) {
    let record = coordinators[dependency]
    guard record.attachment == .none, !record.kind.isTabs, let parent = record.parent,
      let stack = coordinators[parent].stack, !isEmpty(parent)
    else { return }
    try clearTop(parent, popChildren)
    coordinators[dependency].attachment = .pushed
    coordinators[dependency].stack = stack
  }

  mutating func removeDependency(_ caller: Int, _ child: Int) throws(NoEffect) -> ModelOutcome.Value
  {
    try checkAlive(caller)
    if coordinators[child].parent != caller { throw .noop(.unchanged) }
    if case .page = coordinators[child].attachment { throw .rejected(.isTabPage) }
    if coordinators[child].attachment == .rootSlot { throw .rejected(.isRootOfParent) }
    finish(child)
    return .none
  }

  mutating func dismissCoordinator(_ caller: Int) throws(NoEffect) -> ModelOutcome.Value {
    if coordinators[caller].phase == .finished { throw .noop(.alreadyFinished) }
    if coordinators[caller].phase == .created { throw .noop(.notStarted) }
    switch coordinators[caller].attachment {
    case .windowRoot: throw .rejected(.noParent)
    case .rootSlot: throw .rejected(.isRootOfParent)
    case .page: throw .rejected(.isTabPage)
    case .pushed: if let host = host(caller) { removeLayers(from: host + 1) }
    case .modal, .none: break
    }
    finish(caller)
    return .none
  }

  mutating func setBadge(
    _ caller: Int, _ page: String, _ badge: String?
  ) throws(NoEffect) -> ModelOutcome.Value {
    let place = try place(of: page, in: caller)
    if coordinators[caller].pages[place].badge == badge { throw .noop(.unchanged) }
    coordinators[caller].pages[place].badge = badge
    return .none
  }

  /// Several operations that run as one operation: either all operations are performed, or no
  /// operation (decision 0021).
  mutating func batch(
    _ caller: Int, _ steps: [(inout Model) throws(NoEffect) -> ModelOutcome.Value], isAtomic: Bool
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkAlive(caller)
    var isDone = false
    for step in steps {
      let prediction = run(step)
      if prediction.status == .done { isDone = true }
      if isAtomic, prediction.status == .rejected, let reason = prediction.reason {
        throw .rejected(reason)
      }
    }
    if !isDone { throw .noop(.unchanged) }
    return .none
  }
}
