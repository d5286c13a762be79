/// What an image that somebody wrote by hand could say and no engine could show.
extension StateImage {
  private func wrong(_ message: String) -> NavigationError {
    NavigationError(.malformed, "snapshot: \(message)")
  }

  /// Who hangs on whom, and whose screens stand where. Cost: O(size).
  func checkTree() throws(NavigationError) {
    let hosts = hosts
    var depths: [Int] = []
    for (index, coordinator) in coordinators.enumerated() {
      let what = "coordinators[\(index)]"
      depths.append(coordinator.parent.map { depths[$0] + 1 } ?? 0)
      guard depths[index] < NavigationState.deepestTree else {
        throw wrong("\(what) has \(NavigationState.deepestTree) others above it")
      }
      guard (coordinator.attachment == .window) == (index == 0) else {
        throw wrong("\(what): the first coordinator and no other one is the window's")
      }
      try checkStart(of: coordinator, what)
      let parent = coordinator.parent.map { coordinators[$0] }
      switch coordinator.attachment {
      case .push, .root:
        guard parent?.kind == .navigation, parent?.attachment != Attachment.none,
          coordinator.kind == .navigation || coordinator.attachment == .root
        else { throw wrong("\(what) shares the stack of a coordinator that has none") }
      case .none:
        guard coordinator.kind == .navigation else {
          throw wrong("\(what) is a tab coordinator that shows nothing")
        }
      case .window, .modal, .page: break
      }
      try checkPages(of: coordinator, what)
      try checkContents(coordinator, what)
    }
    try checkSegments(hosts)
  }

  private func checkStart(
    of coordinator: Coordinator, _ what: String
  ) throws(NavigationError) {
    if let parent = coordinator.parent, !coordinators[parent].isStarted {
      throw wrong("\(what) hangs on a coordinator that has not started")
    }
    if coordinator.isStarted {
      guard coordinator.initialRoot == nil else {
        throw wrong("\(what) has started and chooses a root for its start")
      }
      return
    }
    guard coordinator.attachment == .page else {
      throw wrong("\(what) has not started and is no lazy page")
    }
    guard coordinator.pages.isEmpty, coordinator.stack.isEmpty else {
      throw wrong("\(what) has not started and shows something")
    }
    guard coordinator.initialRoot == nil || coordinator.kind == .navigation else {
      throw wrong("\(what) is a tab coordinator and chooses a root")
    }
  }

  private func checkPages(
    of coordinator: Coordinator, _ what: String
  ) throws(NavigationError) {
    guard coordinator.pages.isEmpty || coordinator.kind == .tabs else {
      throw wrong("\(what) is no tab coordinator and has pages")
    }
    guard Set(coordinator.pages.map(\.id)).count == coordinator.pages.count else {
      throw wrong("\(what) has two pages of one id")
    }
    let count = coordinator.pages.count
    guard coordinator.children.prefix(count).elementsEqual(coordinator.pages.map(\.coordinator)),
      coordinator.children.enumerated().allSatisfy({
        (coordinators[$1].attachment == .page) == ($0 < count)
      })
    else { throw wrong("\(what): its pages are not its first children, in order") }
    guard coordinator.pages.isEmpty == (coordinator.selected == nil) else {
      throw wrong("\(what) has pages and none is selected")
    }
    if let selected = coordinator.selected,
      !coordinators[coordinator.pages[selected].coordinator].isStarted
    {
      throw wrong("\(what): the selected page has not started")
    }
  }

  private func checkContents(
    _ coordinator: Coordinator, _ what: String
  ) throws(NavigationError) {
    let roots = coordinator.children.filter { coordinators[$0].attachment == .root }
    guard roots.count <= 1 else { throw wrong("\(what) has two roots") }
    let hasStack = coordinator.kind == .navigation && coordinator.attachment.isOwn
    guard coordinator.stack.isEmpty || hasStack else {
      throw wrong("\(what) has no stack of its own")
    }
  }

  // MARK: - Stacks

  /// The screens of each coordinator stand together, on those of its parent; those of a root child
  /// below them. Tabs stand only at the very bottom.
  private func checkSegments(_ hosts: [Int]) throws(NavigationError) {
    var seen: Set<Int> = []
    for (index, coordinator) in coordinators.enumerated() {
      if coordinator.kind == .tabs, coordinator.attachment == .root,
        !isRoot(index, of: hosts[index])
      {
        throw wrong("coordinators[\(index)]: tabs stand above other screens")
      }
      var last: Int?
      for screen in coordinator.stack where screen.owner != last {
        let owner = coordinators[screen.owner]
        let isPossible = owner.isStarted && owner.kind == .navigation && owner.attachment != .none
        guard isPossible, hosts[screen.owner] == index, seen.insert(screen.owner).inserted,
          last.map({ stands(screen.owner, on: $0) }) ?? true
        else {
          throw wrong(
            "coordinators[\(index)]: the screens of coordinators[\(screen.owner)] are out of place"
          )
        }
        last = screen.owner
      }
    }
  }

  /// Whether screens of one coordinator may come next above those of another of the same stack: where
  /// their ways to the main coordinator meet, the lower ones come from the root or are the meeting
  /// coordinator's own, and the upper ones are pushed or its own.
  private func stands(_ upper: Int, on lower: Int) -> Bool {
    let path = Set(sequence(first: upper) { coordinators[$0].parent })
    let (meeting, lowerChild) = meeting(from: lower) { path.contains($0) }
    let (_, upperChild) = self.meeting(from: upper) { $0 == meeting }
    return lowerChild.map { coordinators[$0].attachment == .root } ?? true
      && upperChild.map { coordinators[$0].attachment == .push } ?? true
  }

  /// The nearest coordinator on the way up that passes a test, and its child on that way.
  private func meeting(
    from coordinator: Int, where isMeeting: (Int) -> Bool
  ) -> (coordinator: Int, child: Int?) {
    var (current, child) = (coordinator, Int?.none)
    while !isMeeting(current), let parent = coordinators[current].parent {
      (current, child) = (parent, current)
    }
    return (current, child)
  }

  /// Whether everything between a coordinator and its host is the root of what is below it.
  private func isRoot(_ coordinator: Int, of host: Int) -> Bool {
    var current = coordinator
    while current != host {
      guard coordinators[current].attachment == .root, let parent = coordinators[current].parent
      else { return false }
      current = parent
    }
    return true
  }
}
