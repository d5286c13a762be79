import Signalbox

/// The end of coordinators. See docs/semantics/execution.md#teardown.
extension Model {
  /// Removes a layer and all layers above it.
  mutating func removeLayers(from index: Int) {
    while layers.count > index {
      let layer = layers.removeLast()
      if let ending = layer.ending { endings.append(ending) }
      switch layer.content {
      case .screen: break
      case .stack(let stack): cut(stack, to: 0)
      case .coordinator(let coordinator): finish(coordinator)
      }
    }
  }

  /// Removes the topmost entries of a stack, and the layers that those screens presented.
  ///
  /// - Returns: The names of the removed screens, topmost first.
  @discardableResult
  mutating func removeTop(_ count: Int, of stack: Int) -> [String] {
    var names: [String] = []
    for _ in 0..<count {
      guard let screen = stacks[stack].entries.last else { break }
      names.append(screens[screen].name)
      remove(screen, from: stack)
    }
    return names
  }

  mutating func remove(_ screen: Int, from stack: Int) {
    stacks[stack].entries.removeAll { $0 == screen }
    if let ending = screens[screen].ending { endings.append(ending) }
    if let index = layers.firstIndex(where: { $0.presenterScreen == screen }) {
      removeLayers(from: index)
    }
  }

  /// Removes all entries above the given number of lowest entries.
  @discardableResult
  mutating func cut(_ stack: Int, to count: Int) -> [String] {
    removeTop(max(0, stacks[stack].entries.count - count), of: stack)
  }

  /// Ends a coordinator with its whole subtree.
  mutating func finish(_ coordinator: Int) {
    guard coordinators[coordinator].phase != .finished else { return }
    coordinators[coordinator].phase = .finished
    if let index = layers.firstIndex(where: { $0.owner == coordinator }) {
      removeLayers(from: index)
    }
    for child in coordinators[coordinator].children.reversed() { finish(child) }
    if let stack = coordinators[coordinator].stack {
      let entries = stacks[stack].entries
      if let base = entries.firstIndex(where: { screens[$0].owner == coordinator }) {
        cut(stack, to: base)
      }
    }
    endings += coordinators[coordinator].endings
    unlink(coordinator)
  }

  private mutating func unlink(_ coordinator: Int) {
    guard let parent = coordinators[coordinator].parent else { return }
    coordinators[coordinator].parent = nil
    coordinators[parent].children.removeAll { $0 == coordinator }
    coordinators[parent].pages.removeAll { $0.coordinator == coordinator }
    if selectedPage(parent) == nil { coordinators[parent].selected = nil }
    guard coordinators[parent].rootChild == coordinator else { return }
    coordinators[parent].rootChild = nil
    if coordinators[coordinator].kind.isTabs, let stack = coordinators[parent].stack {
      stacks[stack].rootTabs = nil
    }
  }

  /// Ends every started coordinator that has lost all of its screens, except the main coordinator.
  mutating func finishAbandoned() {
    if let main { finishAbandoned(below: main) }
  }

  /// Ends the descendants of a coordinator that keeps its position.
  mutating func finishAbandoned(below ancestor: Int) {
    while let one = subtree(ancestor).first(where: { $0 != ancestor && isAbandoned($0) }) {
      finish(one)
    }
  }

  private func isAbandoned(_ coordinator: Int) -> Bool {
    coordinators[coordinator].phase == .started && isEmpty(coordinator)
  }
}
