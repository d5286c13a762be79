import Signalbox

/// The operations on layers and flows in section 3, and the gestures in section 4.
extension Model {
  /// - Parameter layer: The serial number of the removed or remaining layer.
  mutating func dismiss(
    _ caller: Int, count: Int, all: Bool, selfIfNone: Bool, layer: Int? = nil, stays: Bool = false
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkStarted(caller)
    if count < 1 { throw .rejected(.badArgument) }
    let total = layers.count
    let host = host(caller) ?? 0
    let above = total - 1 - host
    if let layer {
      guard let index = layers.firstIndex(where: { $0.serial == layer }) else {
        throw .rejected(.stale)
      }
      guard index > host || stays && index == host else { throw .rejected(.unknownLayer) }
      if stays && index == total - 1 { throw .noop(.nothingPresented) }
      removeLayers(from: stays ? index + 1 : index)
    } else if above > 0 {
      removeLayers(from: all ? host + 1 : max(host + 1, total - count))
    } else if selfIfNone, case .modal = coordinators[caller].attachment {
      removeLayers(from: host)
    } else {
      throw .noop(.nothingPresented)
    }
    return .number(total - layers.count)
  }

  // MARK: - Flows

  mutating func finishFlow(_ caller: Int, scopeSelf: Bool) throws(NoEffect) -> ModelOutcome.Value {
    if coordinators[caller].phase == .finished { throw .noop(.alreadyFinished) }
    if coordinators[caller].phase == .created { throw .noop(.notStarted) }
    if case .page = coordinators[caller].attachment, let tabs = coordinators[caller].parent {
      if scopeSelf {
        try finishPage(caller, of: tabs)
      } else {
        return try finishFlow(tabs, scopeSelf: false)
      }
    } else if caller == main {
      try clearMain(caller)
    } else if coordinators[caller].attachment == .rootSlot {
      throw .rejected(.isRootOfParent)
    } else {
      finish(caller)
    }
    return .none
  }

  private mutating func finishPage(_ page: Int, of tabs: Int) throws(NoEffect) {
    let record = coordinators[tabs]
    if record.pages.count < 2 { throw .rejected(.lastPage) }
    let index = record.pages.firstIndex { $0.coordinator == page } ?? 0
    let wasSelected = record.pages[index].id == record.selected
    finish(page)
    guard wasSelected else { return }
    let rest = coordinators[tabs].pages
    try show(index < rest.count ? rest[index] : rest[0], of: tabs)
  }

  /// The main coordinator keeps its root and its pages (decision D17).
  private mutating func clearMain(_ main: Int) throws(NoEffect) {
    let (layersBefore, children) = (layers.count, coordinators[main].children)
    removeLayers(from: 1)
    for child in children.reversed() where child != coordinators[main].rootChild {
      if case .page = coordinators[child].attachment { continue }
      finish(child)
    }
    let names = coordinators[main].stack.map { cut($0, to: floor(main)) } ?? []
    if layersBefore == 1 && names.isEmpty && children == coordinators[main].children {
      throw .noop(.atRoot)
    }
  }

  mutating func forcePresentation(
    _ caller: Int, _ route: String?, _ choice: Choice
  ) throws(NoEffect) -> ModelOutcome.Value {
    if coordinators[caller].phase == .finished { throw .rejected(.alreadyFinished) }
    let root = try root(choice.main)
    // Decision 0061: a coordinator that is covered by an outer coordinator's screens is revealed.
    if top == caller && route == nil && !isUnderOuterScreens(caller) {
      throw .noop(.alreadyTop, .coordinator(caller))
    }
    if coordinators[caller].phase == .created, coordinators[caller].attachment == .none {
      let top = top(below: root)
      try checkAdoptable(caller, by: top)
      let style = choice.style == .automatic ? coordinators[caller].kind.style : choice.style
      if choice.main != nil && style == .push { _ = try reveal(top) }
      _ = try navigate(top, to: caller, choice.style, choice)
    } else if !isWithin(caller, root) {
      throw .rejected(.badArgument)
    } else if try !reveal(caller) && route == nil {
      throw .noop(.alreadyTop, .coordinator(caller))
    }
    if let route { _ = try startFlow(caller, route, Choice()) }
    return .coordinator(caller)
  }

  /// The coordinator at the root of the tree that an operation affects.
  func root(_ asked: Int?) throws(NoEffect) -> Int {
    guard let asked else {
      guard let main else { throw .rejected(.noMain) }
      return main
    }
    if coordinators[asked].phase == .finished { throw .rejected(.stale) }
    if coordinators[asked].phase == .created { throw .rejected(.notStarted) }
    return asked
  }

  private func isUnderOuterScreens(_ coordinator: Int) -> Bool {
    subtreePath(coordinator).contains { one in
      guard coordinators[one].attachment == .rootSlot, host(one) == host(coordinator) else {
        return false
      }
      return coordinators[one].parent.map { !own($0).isEmpty } == true
    }
  }

  /// Returns a coordinator and its ancestors, up to the main coordinator.
  private func subtreePath(_ coordinator: Int) -> [Int] {
    [coordinator] + (coordinators[coordinator].parent.map(subtreePath) ?? [])
  }

  /// Removes everything that covers a coordinator, and selects the pages on the path to it.
  ///
  /// - Returns: Whether the model changed.
  mutating func reveal(_ coordinator: Int) throws(NoEffect) -> Bool {
    if coordinators[coordinator].attachment == .none { throw .rejected(.notAttached) }
    guard let host = host(coordinator) else { return false }
    var isChanged = layers.count > host + 1
    removeLayers(from: host + 1)
    if let stack = coordinators[coordinator].stack {
      let root = coordinators[coordinator].rootChild
      while let owner = topOwner(stack), owner != coordinator {
        if let root, isWithin(owner, root), own(coordinator).isEmpty { break }
        removeTop(1, of: stack)
        isChanged = true
      }
    }
    var current = coordinator
    while let parent = coordinators[current].parent {
      if case .page(let id) = coordinators[current].attachment,
        coordinators[parent].selected != id,
        let page = coordinators[parent].pages.first(where: { $0.id == id })
      {
        try show(page, of: parent)
        isChanged = true
      }
      if coordinators[current].attachment == .rootSlot, coordinators[current].kind.isTabs,
        let stack = coordinators[parent].stack, self.host(current) == host
      {
        if !removeTop(stacks[stack].entries.count, of: stack).isEmpty { isChanged = true }
      }
      current = parent
    }
    return isChanged
  }

  // MARK: - The user

  /// Goes back one step: removes an entry of the front stack or, if there is none, the front layer.
  mutating func back(asUser: Bool) throws(NoEffect) -> ModelOutcome.Value {
    if let stack = frontStack { return .names(removeTop(1, of: stack)) }
    guard layers.count > 1 else { throw .noop(.exit) }
    if asUser && !layers[layers.count - 1].isInteractive { throw .noop(.backBlocked) }
    removeLayers(from: layers.count - 1)
    return .none
  }

  /// The frontmost stack with an entry that the user can go back to.
  private var frontStack: Int? {
    guard let stack = layers.last.flatMap({ activeStack($0.content) }) else { return nil }
    return stacks[stack].count > 1 && !stacks[stack].entries.isEmpty ? stack : nil
  }

  mutating func swipeBack(isCancelled: Bool) throws(NoEffect) -> ModelOutcome.Value {
    guard let stack = frontStack else { throw .noop(.gestureUnavailable) }
    if isCancelled { throw .noop(.cancelledByUser) }
    return .names(removeTop(1, of: stack))
  }

  mutating func swipeDown() throws(NoEffect) -> ModelOutcome.Value {
    guard let layer = layers.last, layer.isInteractive else { throw .noop(.notInteractive) }
    removeLayers(from: layers.count - 1)
    return .none
  }
}
